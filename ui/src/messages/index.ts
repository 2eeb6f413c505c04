// One catalogue for the whole window. A message has an id, an English and a Chinese text in ICU form; an id that is
// missing in one language, or used but in neither, does not compile. No text is put together from pieces.
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import { createIntl, createIntlCache, type IntlShape } from "react-intl";
import { createStore, useStore } from "../data/store";
import { en } from "./en";
import { zh } from "./zh";

export type MessageId = keyof typeof en;
export type Language = "en" | "zh";
export type Values = Record<string, string | number>;
type Parts = Record<string, string | number | ReactElement | ((chunks: ReactNode[]) => ReactNode)>;

export interface Messages {
  language: Language;
  /** The text of a message. */
  say(id: MessageId, values?: Values): string;
  /** A message with elements in it: `<b>…</b>` in the text is drawn by `values.b`, `{name}` may be an element itself. */
  rich(id: MessageId, values: Parts): ReactNode;
  number(value: number): string;
  /** `3.2 MB`, in steps of 1,000, as file managers of today count. */
  bytes(value: number): string;
  /** `12 minutes ago`, up to a year; then the date. */
  ago(time: string): string;
  /** The same in few letters, for a column. */
  agoShort(time: string): string;
  /** `14:02`. */
  clock(time: string): string;
  /** A date with its time of day. */
  moment(time: string): string;
}

const catalogues: Record<Language, Record<MessageId, string>> = { en, zh };
const cache = createIntlCache();

function bytesOf(intl: IntlShape, value: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  let size = value;
  let at = 0;
  while (size >= 999.5 && at < units.length - 1) {
    size /= 1000;
    at += 1;
  }
  return intl.formatNumber(size, {
    style: "unit", unit: units[at] ?? "byte", unitDisplay: at === 0 ? "long" : "short", maximumFractionDigits: size < 10 && at > 0 ? 1 : 0,
  });
}

/** Chinese sets a blank between figures and words; the tables of the browser do not. */
function spaced(intl: IntlShape, text: string): string {
  return intl.locale.startsWith("zh") ? text.replace(/(\d)(?=[\u4e00-\u9fff])/g, "$1 ") : text;
}

const STEPS = [["day", 86_400], ["hour", 3_600], ["minute", 60]] as const;

function agoOf(intl: IntlShape, time: string, style: "long" | "short"): string {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  if (Number.isNaN(seconds)) return "";
  if (seconds < 45) return intl.formatMessage({ id: "time.now" });
  if (seconds > 330 * 86_400) return intl.formatDate(time, { year: "numeric", month: "short", day: "numeric" });
  if (seconds > 60 * 86_400) return intl.formatRelativeTime(-Math.round(seconds / (30.4 * 86_400)), "month", { numeric: "auto", style });
  if (seconds > 13 * 86_400) return intl.formatRelativeTime(-Math.round(seconds / (7 * 86_400)), "week", { numeric: "auto", style });
  const [unit, length] = STEPS.find(([, size]) => seconds >= size) ?? STEPS[2];
  return intl.formatRelativeTime(-Math.max(1, Math.round(seconds / length)), unit, { numeric: "auto", style });
}

/** A formatted message with elements is a list; React wants keys, and the order of a sentence never changes. */
function keyed(formatted: ReactNode): ReactNode {
  return Array.isArray(formatted) ? createElement(Fragment, null, ...(formatted as ReactNode[])) : formatted;
}

function build(language: Language): Messages {
  const intl = createIntl({ locale: language === "zh" ? "zh-Hans" : "en", messages: catalogues[language] }, cache);
  return {
    language,
    say: (id, values) => intl.formatMessage({ id }, values),
    rich: (id, values) => keyed(intl.formatMessage({ id }, values as Parameters<typeof intl.formatMessage>[1]) as ReactNode),
    number: (value) => intl.formatNumber(value),
    bytes: (value) => bytesOf(intl, value),
    ago: (time) => spaced(intl, agoOf(intl, time, "long")),
    agoShort: (time) => spaced(intl, agoOf(intl, time, "short")),
    clock: (time) => intl.formatTime(time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    moment: (time) => intl.formatDate(time, { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  };
}

const spoken = createStore<{ messages: Messages }>({ messages: build("en") });

export function setLanguage(language: Language): void {
  if (spoken.get().messages.language !== language) spoken.set({ messages: build(language) });
}

/** The catalogue outside components: command titles, step names. */
export function messages(): Messages {
  return spoken.get().messages;
}

const selectMessages = (state: { messages: Messages }): Messages => state.messages;
export function useMessages(): Messages {
  return useStore(spoken, selectMessages);
}

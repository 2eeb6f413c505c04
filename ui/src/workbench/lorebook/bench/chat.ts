// The chat that is tried out: messages, who speaks, how far it is looked at, the rules. Kept for each book while the window
// is open. A pasted log is read line by line: "Name: text" begins a message, other lines go on with the one before.
import type { LoreMessage, LoreRules, LoreSources } from "../../../bindings";
import { createStore, type Store, useStore } from "../../../data/store";
import type { Document } from "../../../documents";

export interface Companion { address: string; name: string; filters: string[]; sources: LoreSources }

export interface Chat {
  messages: readonly LoreMessage[];
  /** The line that is being written; it is tried out as the last message. */
  line: string;
  speaker: "user" | "character";
  user: string;
  /** How many messages are looked at; `null` all of them. */
  upTo: number | null;
  companion: Companion | null;
  books: readonly { address: string; name: string }[];
  generation: string;
  rules: LoreRules;
}

/** The settings of a fresh installation of the app whose rules these are, but for recursion, which most authors try out. */
export const RULES: LoreRules = {
  depth: 2, budget: 0, recursive: true, mostSteps: 0, leastEntries: 0, leastEntriesDepth: 0, caseSensitive: false, wholeWords: false, groupScoring: false, includeNames: true,
  bookByBook: false, seed: 7,
};

const chats = new WeakMap<Document, Store<Chat>>();

export function chatOf(document: Document): Store<Chat> {
  const known = chats.get(document);
  if (known !== undefined) return known;
  const body = document.store.get().body;
  const budget = typeof body.tokenBudget === "number" && body.tokenBudget > 0 ? body.tokenBudget : 0;
  const recursive = typeof body.globalRecursion === "boolean" ? body.globalRecursion : RULES.recursive;
  const fresh = createStore<Chat>({ messages: [], line: "", speaker: "user", user: "", upTo: null, companion: null, books: [], generation: "normal", rules: { ...RULES, budget, recursive } });
  chats.set(document, fresh);
  return fresh;
}

export function useChat<T>(document: Document, select: (chat: Chat) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(chatOf(document), select, equal);
}

/** The longest name that is taken for one. */
const LONGEST_NAME = 60;
const HEAD = /^\s*([^\s:：][^:：\n]{0,60}?)\s*[:：]\s?(.*)$/u;

/** Whether a text is a log and not one line. */
export function isLog(text: string): boolean {
  return text.trim().includes("\n");
}

export function readLog(text: string, speaker: string): LoreMessage[] {
  const messages: LoreMessage[] = [];
  for (const line of text.replace(/\r\n?/g, "\n").split("\n")) {
    const found = HEAD.exec(line);
    const name = found?.[1] ?? "";
    // An address of the web is no name.
    const isName = found !== null && name.length <= LONGEST_NAME && !/^https?$/i.test(name) && !(found[2] ?? "").startsWith("//");
    const last = messages[messages.length - 1];
    if (isName) messages.push({ name, text: found[2] ?? "" });
    else if (last === undefined) {
      if (line.trim() !== "") messages.push({ name: speaker, text: line });
    } else last.text = `${last.text ?? ""}\n${line}`;
  }
  return messages.map(({ name = "", text: said = "" }) => ({ name, text: said.trim() })).filter(({ text: said }) => said !== "");
}

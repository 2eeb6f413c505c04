// Fields of entries as values of a sentence, by their type: a number, a switch of two or three states, a word of a list, a
// text, ticks, words, free JSON. Each writes to every entry of its target.
import { useId, useState } from "react";
import type { Json } from "../../../bindings";
import { Button, Checkbox, type MenuChoice, TextArea, TextField } from "../../../kit";
import { type MessageId, useMessages } from "../../../messages";
import { WordChips } from "../../fields/Chips";
import { listOf, textOf } from "../entries";
import { pathIn, sharedOf, type Target, useShared, writeShared } from "../target";
import { ChoiceValue, PopValue } from "./Value";

export interface FieldProps { target: Target; field: string; label: string }

const isBlank = (value: Json | undefined): boolean => value === undefined || value === null;
/** How much of a value that does not fit is shown. */
const SHOWN = 24;
export function found(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

export interface NumberProps extends FieldProps {
  /** The words for a number. */
  words: (value: number) => string;
  /** The words for an absent one, also offered as a choice. */
  unset: string;
  unit?: string;
  /** A zero says the same as nothing. */
  zero?: boolean;
  /** The number that `true` stands for. */
  truth?: number;
}

export function NumberField({ target, field, label, words, unset, unit, zero = false, truth }: NumberProps) {
  const { say } = useMessages();
  const { value, mixed } = useShared(target, field);
  const number = typeof value === "number" ? value : value === true && truth !== undefined ? truth : null;
  const odd = !isBlank(value) && number === null;
  const shown = odd ? found(value) : number === null || (zero && number === 0) ? unset : words(number);
  const write = (next: number | undefined): void => writeShared(target, field, label, next);
  return (
    <PopValue label={label} shown={shown} mixed={mixed} odd={odd} path={pathIn(target, field)}>
      {(close) => (
        <>
          <TextField
            label={label} hint={unit} type="number" autoFocus value={number === null ? "" : String(number)} fault={odd ? say("workbench.oddValue", { value: found(value) }) : null}
            onChange={(text) => {
              const next = Number(text);
              if (text.trim() === "") write(undefined);
              else if (Number.isFinite(next)) write(next);
            }}
            onKeyDown={(event) => event.key === "Enter" && close()}
          />
          <Button size="small" look="quiet" onPress={() => { write(undefined); close(); }}>{unset}</Button>
        </>
      )}
    </PopValue>
  );
}

export interface SwitchProps extends FieldProps {
  on: string;
  offWords: string;
  /** What an absent field means. */
  absent?: boolean;
  /** Words for leaving it to the book or app; then the field has three states. */
  unset?: string;
}

export function SwitchField({ target, field, label, on, offWords, absent = false, unset }: SwitchProps) {
  const { value, mixed } = useShared(target, field);
  const odd = !isBlank(value) && typeof value !== "boolean";
  const state = typeof value === "boolean" ? (value ? "yes" : "no") : unset !== undefined ? "unset" : absent ? "yes" : "no";
  const words: Record<string, string> = { yes: on, no: offWords, unset: unset ?? "" };
  const choices: MenuChoice[] = [...(unset === undefined ? [] : [{ id: "unset", label: unset }]), { id: "yes", label: on }, { id: "no", label: offWords }];
  return (
    <ChoiceValue
      label={label} shown={odd ? found(value) : words[state] ?? ""} mixed={mixed} odd={odd} path={pathIn(target, field)} choices={choices} on={state}
      onPick={(id) => writeShared(target, field, label, id === "unset" ? undefined : id === "yes")}
    />
  );
}

export interface WordProps extends FieldProps { options: readonly { id: string; label: string; shown?: string }[]; unset: { id: string; label: string } }

export function WordField({ target, field, label, options, unset }: WordProps) {
  const { value, mixed } = useShared(target, field);
  const word = typeof value === "string" ? value : unset.id;
  const all = options.some(({ id }) => id === unset.id) ? options : [unset, ...options];
  const known = all.find(({ id }) => id === word);
  const odd = !isBlank(value) && typeof value !== "string";
  return (
    <ChoiceValue
      label={label} shown={odd ? found(value) : known === undefined ? word : "shown" in known && known.shown !== undefined ? known.shown : known.label} mixed={mixed} odd={odd} path={pathIn(target, field)}
      choices={(known === undefined ? [...all, { id: word, label: word }] : [...all]).map(({ id, label: words }) => ({ id, label: words }))} on={word}
      onPick={(id) => writeShared(target, field, label, id === unset.id && !options.some((option) => option.id === id) ? undefined : id)}
    />
  );
}

export function TextFieldValue({ target, field, label, unset, hint }: FieldProps & { unset: string; hint?: string }) {
  const { value, mixed } = useShared(target, field);
  const text = textOf(value);
  const odd = !isBlank(value) && typeof value !== "string";
  return (
    <PopValue label={label} shown={odd ? found(value) : text === "" ? unset : text} mixed={mixed} odd={odd} path={pathIn(target, field)}>
      {(close) => (
        <TextField
          label={label} hint={hint} autoFocus value={text} onChange={(next) => writeShared(target, field, label, next === "" ? undefined : next)} onKeyDown={(event) => event.key === "Enter" && close()}
        />
      )}
    </PopValue>
  );
}

export interface TicksProps { target: Target; label: string; options: readonly { field: string; label: string }[]; none: string; words: (count: number, first: string) => string }

/** Several switches under one value. */
export function TicksField({ target, label, options, none, words }: TicksProps) {
  const { document, ats } = target;
  useShared(target, "");
  const shared = options.map(({ field }) => sharedOf(listOf(document.store.get().body.entries), ats, field));
  const on = options.filter((_, at) => shared[at]?.value === true);
  const mixed = shared.some((one) => one.mixed);
  return (
    <PopValue label={label} shown={on.length === 0 ? none : words(on.length, on[0]?.label ?? "")} mixed={mixed}>
      {() => options.map((option, at) => (
        <Checkbox key={option.field} label={option.label} on={shared[at]?.value === true} mixed={shared[at]?.mixed ?? false} onChange={(next) => writeShared(target, option.field, option.label, next ? true : undefined)} />
      ))}
    </PopValue>
  );
}

export interface WordListProps extends FieldProps { options?: readonly { id: string; label: string }[]; none: string; words: (count: number, first: string) => string }

/** A list of words: ticks for the known ones, chips for others. */
export function WordListField({ target, field, label, options, none, words }: WordListProps) {
  const { value, mixed } = useShared(target, field);
  const list = listOf(value).filter((word): word is string => typeof word === "string");
  const write = (next: string[]): void => writeShared(target, field, label, next.length === 0 ? undefined : next);
  const labelOf = (word: string): string => options?.find(({ id }) => id === word)?.label ?? word;
  return (
    <PopValue label={label} shown={list.length === 0 ? none : words(list.length, labelOf(list[0] ?? ""))} mixed={mixed} path={pathIn(target, field)}>
      {() => (options === undefined ? <WordChips words={list} label={label} onChange={write} /> : options.map((option) => (
        <Checkbox key={option.id} label={option.label} on={list.includes(option.id)} onChange={(on) => write(on ? [...list, option.id] : list.filter((word) => word !== option.id))} />
      )))}
    </PopValue>
  );
}

/** What no sentence can hold, as JSON text; a text that is none never reaches the entry. */
export function JsonField({ target, field, label, none, some }: FieldProps & { none: string; some: string }) {
  const { say } = useMessages();
  const { value, mixed } = useShared(target, field);
  return (
    <PopValue label={label} shown={isBlank(value) ? none : some} mixed={mixed} path={pathIn(target, field)}>
      {(close) => <JsonText label={label} value={value} onWrite={(next) => { writeShared(target, field, label, next); close(); }} saveLabel={say("lore.apply")} />}
    </PopValue>
  );
}

function JsonText({ label, value, onWrite, saveLabel }: { label: string; value: Json | undefined; onWrite: (next: Json | undefined) => void; saveLabel: string }) {
  const { say } = useMessages();
  const [text, setText] = useState(() => (isBlank(value) ? "" : JSON.stringify(value, null, 2)));
  const id = useId();
  let next: Json | undefined;
  let fault: MessageId | null = null;
  try {
    next = text.trim() === "" ? undefined : (JSON.parse(text) as Json);
  } catch {
    fault = "lore.noJson";
  }
  return (
    <>
      <TextArea label={label} value={text} onChange={setText} mono prose={false} rows={6} fault={fault === null ? null : say(fault)} />
      <Button key={id} look="line" size="small" isDisabled={fault !== null} onPress={() => onWrite(next)}>{saveLabel}</Button>
    </>
  );
}

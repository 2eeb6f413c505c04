// A list of words as chips: type and Enter adds, Backspace in the empty field takes the last one up again.
import { useState } from "react";
import { type Document, useValue } from "../../documents";
import { Chip, LabelRow, visible } from "../../kit";
import { useMessages } from "../../messages";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { stepOf } from "./names";
import { OddNote } from "./Odd";

export interface ChipsProps { document: Document; path: string; label: string; hint?: string; mono?: boolean }

export function Chips({ document, path, label, hint, mono = false }: ChipsProps) {
  const value = useValue(document, path);
  const words = Array.isArray(value) ? value.filter((word): word is string => typeof word === "string") : [];
  const look = useScopeLook(document, path);
  return (
    <div className={look} data-document data-path={path}>
      <LabelRow label={label} hint={hint}><ScopeTag document={document} path={path} label={label} /></LabelRow>
      <WordChips
        words={words} label={label} mono={mono}
        onChange={(next) => document.edit({ label: stepOf(label), changes: next.length === 0 ? [{ path }] : [{ path, value: next }] })}
      />
      <OddNote document={document} path={path} wanted="list" />
    </div>
  );
}

export interface WordChipsProps {
  words: string[]; label: string; mono?: boolean; onChange: (words: string[]) => void;
  /** Words that are patterns: drawn in mono, and their commas divide nothing. */
  isPattern?: (word: string) => boolean;
}

export function WordChips({ words, label, mono = false, onChange, isPattern }: WordChipsProps) {
  const { say } = useMessages();
  const [typed, setTyped] = useState("");

  function add(text: string): void {
    const fresh = mono || text.trim().startsWith("/") ? [text.trim()] : text.split(/[,，]/).map((word) => word.trim());
    const next = fresh.filter((word) => word !== "" && !words.includes(word));
    if (next.length > 0) onChange([...words, ...next]);
    setTyped("");
  }

  return (
    <div className={`field chips ${mono ? "chips-mono" : ""}`}>
      {words.map((word, at) => (
        <Chip key={`${at}-${word}`} onRemove={() => onChange(words.filter((_, index) => index !== at))} removeLabel={say("common.removeNamed", { name: word })}>{isPattern?.(word) === true ? <span className="mono">{word}</span> : visible(word)}</Chip>
      ))}
      <input
        className="chips-input" aria-label={say("workbench.addTo", { field: label })} dir="auto" value={typed} onBlur={() => add(typed)}
        onChange={(event) => {
          const text = event.target.value;
          // A comma ends a word, but not a pattern and not an address.
          if (!mono && !text.trim().startsWith("/") && /[,，]$/.test(text)) add(text);
          else setTyped(text);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) {
            event.preventDefault();
            add(typed);
          } else if (event.key === "Backspace" && typed === "" && words.length > 0) {
            setTyped(words[words.length - 1] ?? "");
            onChange(words.slice(0, -1));
          }
        }}
      />
    </div>
  );
}

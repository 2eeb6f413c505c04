// The keys of an entry as chips. A pattern is typed and shown between slashes.
import { type Document, useValue } from "../../documents";
import { LabelRow } from "../../kit";
import { useMessages } from "../../messages";
import { WordChips } from "../fields/Chips";
import { keysAfter, keyText } from "./entries";

export interface KeyChipsProps { document: Document; path: string; label: string; hint?: string; children?: React.ReactNode }

export function KeyChips({ document, path, label, hint, children }: KeyChipsProps) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const keys = Array.isArray(value) ? value : [];
  return (
    <div data-document data-path={path}>
      {children ?? <LabelRow label={label} hint={hint} />}
      <WordChips
        words={keys.map(keyText)} label={label} isPattern={(word) => /^\/.+\/[a-z]*$/su.test(word)}
        onChange={(words) => document.edit({ label: say("lore.step.keys"), changes: [{ path, value: keysAfter(keys, words) }] })}
      />
    </div>
  );
}

// Several of some words: a box each. A word of the file that nobody here knows is a box too.
import { type Document, useValue } from "../../documents";
import { Checkbox, LabelRow, type Option } from "../../kit";
import { rowsAt } from "../rows/acts";
import { stepOf } from "./names";

export interface WordsProps { document: Document; path: string; label: string; hint?: string | undefined; options: Option<string>[]; hideLabel?: boolean }

export function Words({ document, path, label, hint, options, hideLabel = false }: WordsProps) {
  const value = useValue(document, path);
  const chosen = rowsAt(value).filter((word): word is string => typeof word === "string");
  const strange = chosen.filter((word) => !options.some(({ id }) => id === word)).map((word) => ({ id: word, label: word }));
  return (
    <div data-document data-path={path} role="group" aria-label={label}>
      {hideLabel ? null : <LabelRow label={label} hint={hint} />}
      <div className="words">
        {[...options, ...strange].map((option) => (
          <Checkbox
            key={option.id} label={option.label} on={chosen.includes(option.id)}
            onChange={(on) => document.edit({ label: stepOf(label), changes: [{ path, value: on ? [...options.map(({ id }) => id), ...strange.map(({ id }) => id)].filter((id) => id === option.id || chosen.includes(id)) : chosen.filter((id) => id !== option.id) }] })}
          />
        ))}
      </div>
    </div>
  );
}

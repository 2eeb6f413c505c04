// Choices of an open piece: yes or no, one of a few words. A choice that was never made stays absent until it is made.
import { type Document, useValue } from "../../documents";
import { Checkbox, type Option, Select, Switch } from "../../kit";
import { useMessages } from "../../messages";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { stepOf } from "./names";

export interface FlagProps { document: Document; path: string; label: string; /** What an absent field means. */ absent?: boolean; look?: "box" | "switch" }

export function Flag({ document, path, label, absent = false, look = "box" }: FlagProps) {
  const value = useValue(document, path);
  const on = value === true || (value !== false && absent);
  const onChange = (next: boolean): void => document.edit({ label: stepOf(label), changes: [{ path, value: next }] });
  const over = useScopeLook(document, path);
  return (
    <div className={`line flag ${over}`} data-document data-path={path}>
      {look === "box" ? <Checkbox label={label} on={on} onChange={onChange} /> : <Switch label={label} on={on} onChange={onChange} />}
      <ScopeTag document={document} path={path} label={label} />
    </div>
  );
}

const UNSET = "unset";

export interface PickProps {
  document: Document; path: string; label: string; options: Option<string>[]; hideLabel?: boolean;
  /** Words for a choice that was never made, or the option that its absence means. */
  unset: string | { means: string };
}

/** One of some words; a word of the file that is not among them is offered as it is. */
export function Pick({ document, path, label, unset, options, hideLabel = false }: PickProps) {
  const value = useValue(document, path);
  const word = typeof value === "string" ? value : typeof unset === "string" ? UNSET : unset.means;
  const all = typeof unset === "string" ? [{ id: UNSET, label: unset }, ...options] : options;
  const known = all.some(({ id }) => id === word);
  const look = useScopeLook(document, path);
  return (
    <div className={`pick-block ${look}`} data-document data-path={path}>
      <Select
        label={label} hideLabel={hideLabel} look="field" className="pick" value={word}
        options={known ? all : [...all, { id: word, label: word }]}
        onChange={(next) => document.edit({ label: stepOf(label), changes: [next === UNSET ? { path } : { path, value: next }] })}
      />
      {look === "" ? null : <span className="line"><ScopeTag document={document} path={path} label={label} /></span>}
    </div>
  );
}

/** Yes, no, or as somebody else says; `null` in the file is the last. */
export function Tristate({ document, path, label, unset }: { document: Document; path: string; label: string; unset: string }) {
  const { say } = useMessages();
  const value = useValue(document, path);
  return (
    <Select
      label={label} look="field" className="pick" value={value === true ? "yes" : value === false ? "no" : UNSET}
      options={[{ id: UNSET, label: unset }, { id: "yes", label: say("lore.yes") }, { id: "no", label: say("lore.no") }]}
      onChange={(next) => document.edit({ label: stepOf(label), changes: [next === UNSET ? { path } : { path, value: next === "yes" }] })}
    />
  );
}

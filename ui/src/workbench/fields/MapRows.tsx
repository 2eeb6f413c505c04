// A map with free keys: key and value side by side. A key is renamed in place; two rows never share one.
import { useState } from "react";
import type { Json, JsonObject } from "../../bindings";
import { type Document, pathOf, useValue } from "../../documents";
import { Button, IconButton, Switch, TextField } from "../../kit";
import { useMessages } from "../../messages";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { inSentence, stepOf } from "./names";
import { OddNote } from "./Odd";
import { fieldName } from "./schema";

export interface MapRowsProps { document: Document; path: string; label: string; value: "line" | "flag" }

export function MapRows({ document, path, label, value: shape }: MapRowsProps) {
  const { say } = useMessages();
  const look = useScopeLook(document, path);
  const value = useValue(document, path);
  const map: JsonObject = value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  const [fresh, setFresh] = useState("");
  const one = fieldName("character", `${path}{}`);
  const write = (next: JsonObject): void => document.edit({ label: stepOf(label), changes: [Object.keys(next).length === 0 ? { path } : { path, value: next }] });
  function add(): void {
    const key = fresh.trim();
    if (key !== "" && !(key in map)) write({ ...map, [key]: shape === "flag" ? true : "" });
    setFresh("");
  }
  return (
    <section className={`stack rows ${look}`} aria-label={label} data-document data-path={path}>
      <div className="line"><h3 className="form-subtitle">{label}</h3><ScopeTag document={document} path={path} label={label} /></div>
      <OddNote document={document} path={path} wanted="map" />
      {Object.entries(map).map(([key, held]) => (
        <div key={key} className="map-row" data-path={pathOf(path, key)}>
          <KeyField name={key} label={say("field.keyOf", { field: one })} taken={(next) => next in map} onRename={(next) => write(Object.fromEntries(Object.entries(map).map(([old, inner]) => [old === key ? next : old, inner])))} />
          {shape === "flag" ? <Switch label={one} name={`${one}: ${key}`} on={held === true} onChange={(on) => write({ ...map, [key]: on })} /> : <TextField label={`${one}: ${key}`} hideLabel value={textOf(held)} onChange={(text) => write({ ...map, [key]: text })} />}
          <IconButton icon="trash" size="small" label={say("common.removeNamed", { name: key })} onPress={() => write(Object.fromEntries(Object.entries(map).filter(([old]) => old !== key)))} />
        </div>
      ))}
      <div className="line form-add">
        <TextField label={say("field.keyOf", { field: one })} hideLabel placeholder={say("field.keyOf", { field: one })} value={fresh} onChange={setFresh} onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && add()} />
        <Button size="small" look="line" isDisabled={fresh.trim() === "" || fresh.trim() in map} onPress={add}>{say("workbench.addField", { field: inSentence(one) })}</Button>
      </div>
    </section>
  );
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

/** A key, written when one leaves the field: half a name is no key. */
export function KeyField({ name, label, taken, onRename }: { name: string; label: string; taken: (name: string) => boolean; onRename: (name: string) => void }) {
  const { say } = useMessages();
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  const wrong = next !== name && (next === "" || taken(next));
  const done = (): void => { if (!wrong && next !== name) onRename(next); else if (next === "") setTyped(name); };
  return <TextField label={`${label}: ${name}`} hideLabel value={typed} onChange={setTyped} onBlur={done} fault={wrong && next !== "" ? say("field.keyTaken", { name: next }) : null} onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && done()} />;
}

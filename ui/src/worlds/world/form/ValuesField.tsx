// Values of variables: the one a variable starts with, and those a person, place, faction or thing starts with instead.
// A field is drawn as the variable's own type; a value of another type is shown and stays until somebody writes.
import type { Json, JsonObject } from "../../../bindings";
import { type Document, pathOf, useValue } from "../../../documents";
import { Button, IconButton, Menu, Select, TextField } from "../../../kit";
import { useMessages } from "../../../messages";
import { stepOf } from "../../../workbench/fields/names";
import { OddNote } from "../../../workbench/fields/Odd";
import { listNow, useDesk } from "../desk";
import { isMap, listAt, partsOfRef, textAt } from "../model";
import { useOpened } from "../names";

function useVariables(): readonly Json[] {
  const desk = useOpened();
  return useDesk(desk, (state) => listNow(state, "variables.json"));
}
const textOf = (value: Json | undefined): string => (value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value));

interface InputProps { variable: JsonObject | undefined; label: string; hideLabel?: boolean; value: Json | undefined; onChange: (value: Json | undefined) => void }

/** One value as its variable is: a number, yes or no, one of some words; a text where the variable is not known. */
export function ValueInput({ variable, label, hideLabel = false, value, onChange }: InputProps) {
  const { say } = useMessages();
  const UNSET = "";
  switch (textAt(variable, "type")) {
    case "number":
      return <TextField label={label} hideLabel={hideLabel} type="number" value={typeof value === "number" ? String(value) : ""} fault={value !== undefined && value !== null && typeof value !== "number" ? say("workbench.oddValue", { value: JSON.stringify(value) }) : null} onChange={(text) => onChange(text.trim() === "" || !Number.isFinite(Number(text)) ? undefined : Number(text))} />;
    case "flag":
      return <Select label={label} hideLabel={hideLabel} look="field" className="pick" value={value === true ? "yes" : value === false ? "no" : UNSET} options={[{ id: UNSET, label: say("fields.unset") }, { id: "yes", label: say("lore.yes") }, { id: "no", label: say("lore.no") }]} onChange={(word) => onChange(word === UNSET ? undefined : word === "yes")} />;
    case "choice": {
      const options = listAt(variable, "options").filter((one): one is string => typeof one === "string");
      const odd = typeof value === "string" && value !== UNSET && !options.includes(value) ? [value] : [];
      return <Select label={label} hideLabel={hideLabel} look="field" className="pick" value={typeof value === "string" ? value : UNSET} options={[{ id: UNSET, label: say("fields.unset") }, ...[...options, ...odd].map((id) => ({ id, label: id }))]} onChange={(word) => onChange(word === UNSET ? undefined : word)} />;
    }
    default: return <TextField label={label} hideLabel={hideLabel} value={textOf(value)} onChange={(text) => onChange(text === "" ? undefined : typedValue(text))} />;
  }
}

/** A value typed where its variable is not known: figures are a number. */
export function typedValue(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** A single value beside the key or type that says what it is. */
export function ValueField({ document, path, label, base }: { document: Document; path: string; label: string; base: string }) {
  const variables = useVariables();
  const beside = useValue(document, base);
  const value = useValue(document, path);
  const own = isMap(beside) ? beside : undefined;
  // A variable's own default is of its own type; elsewhere the key says which variable is meant.
  const variable = own !== undefined && "type" in own ? own : variables.find((one) => textAt(one, "key") === textAt(own, "key"));
  return <div data-document data-path={path}><ValueInput variable={isMap(variable) ? variable : undefined} label={label} value={value} onChange={(next) => document.edit({ label: stepOf(label), changes: [next === undefined ? { path } : { path, value: next }], joins: path })} /></div>;
}

/** Whether a variable may have a value at this document. */
function isFor(variable: Json, document: string): variable is JsonObject {
  const parts = partsOfRef(document);
  if (!isMap(variable) || parts === null || variable.of !== parts.folder) return false;
  const only = listAt(variable, "only");
  return only.length === 0 || only.includes(parts.id);
}

export function ValuesField({ document, path, label }: { document: Document; path: string; label: string }) {
  const { say } = useMessages();
  const variables = useVariables();
  const value = useValue(document, path);
  const held: JsonObject = isMap(value) ? value : {};
  const here = document.store.get().entity.id;
  const fitting = variables.filter((one): one is JsonObject => isFor(one, here));
  const free = fitting.filter((one) => !(textAt(one, "key") in held));
  const write = (key: string, next: Json | undefined): void => document.edit({ label: stepOf(label), changes: [next === undefined ? { path: pathOf(path, key) } : { path: pathOf(path, key), value: next }], joins: pathOf(path, key) });
  return (
    <section className="stack rows" aria-label={label} data-document data-path={path}>
      <h3 className="form-subtitle">{label}</h3>
      <OddNote document={document} path={path} wanted="map" />
      {Object.entries(held).map(([key, one]) => {
        const variable = fitting.find((known) => textAt(known, "key") === key);
        const name = textAt(variable, "label") || key;
        return (
          <div key={key} className="world-value" data-path={pathOf(path, key)}>
            <ValueInput variable={variable} label={name} value={one} onChange={(next) => write(key, next ?? "")} />
            <IconButton icon="trash" size="small" label={say("common.removeNamed", { name })} onPress={() => write(key, undefined)} />
          </div>
        );
      })}
      {free.length === 0 ? <p className="field-help">{say(fitting.length === 0 ? "world.noVariables" : "world.allValues")}</p> : (
        <Menu
          label={say("world.addValue")} button={<Button icon="add" size="small" className="add-field">{say("world.addValue")}</Button>}
          groups={[{ id: "free", items: free.map((one) => ({ id: textAt(one, "key"), label: textAt(one, "label") || textAt(one, "key"), note: textAt(one, "description") || undefined })) }]}
          onAction={(key) => write(key, free.find((one) => textAt(one, "key") === key)?.default ?? "")}
        />
      )}
    </section>
  );
}

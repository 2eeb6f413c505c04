// What starts a trigger: a word that was typed, something that happened, a value, somebody being somewhere, or several of
// these together. One of them at a time, as the format has it; others that a file brings stay until one is chosen.
import type { Json, JsonObject } from "../../../bindings";
import { type Document, pathOf, useValue } from "../../../documents";
import { Button, Combo, IconButton, Select } from "../../../kit";
import { useMessages } from "../../../messages";
import { JsonField } from "../../../workbench/fields/JsonField";
import { stepOf } from "../../../workbench/fields/names";
import { Prose } from "../../../workbench/fields/Prose";
import { listNow, useDesk } from "../desk";
import { isMap, listAt, textAt } from "../model";
import { useOpened } from "../names";
import type { WorldField as Field } from "../wire";
import { RefField } from "./RefField";
import { ValueField } from "./ValuesField";

const KINDS = ["command", "event", "value", "is_at", "all", "any"] as const;
type ConditionKind = (typeof KINDS)[number];
const OPERATORS = ["==", "!=", "<", "<=", ">", ">="] as const;
/** Groups within groups. */
const DEEPEST = 3;

const BLANK: Record<ConditionKind, Json> = { command: "", event: "", value: { key: "", op: "==", to: "" }, is_at: { character: "", place: "" }, all: [{ event: "" }], any: [{ event: "" }] };

export function refTo(folders: string[], whole = false): Field {
  return { key: "", is: whole ? "reference" : "id", required: true, nullable: false, least: null, most: null, folders, words: [], absent: false, fields: [], item: null };
}

function kindOf(value: Json | undefined): ConditionKind | null {
  const found = isMap(value) ? KINDS.filter((kind) => value[kind] !== undefined) : [];
  return found.length === 1 ? found[0] ?? null : null;
}

export function ConditionField({ document, path, label, depth = 1 }: { document: Document; path: string; label: string; depth?: number }) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const kind = kindOf(value);
  const odd = value !== undefined && kind === null && !(isMap(value) && Object.keys(value).length === 0);
  const kinds = depth >= DEEPEST ? KINDS.filter((one) => one !== "all" && one !== "any") : KINDS;
  function choose(next: ConditionKind): void {
    const old = isMap(value) ? value : {};
    const group = next === "all" || next === "any" ? (kind === "all" || kind === "any" ? old[kind] ?? BLANK[next] : kind === null ? BLANK[next] : [old]) : BLANK[next];
    document.edit({ label: stepOf(label), changes: [{ path, value: { [next]: group } }] });
  }
  return (
    <div className="world-condition" role="group" aria-label={label} data-document data-path={path}>
      <Select label={label} look="field" className="pick" value={kind ?? ""} options={[...(kind === null ? [{ id: "", label: say("fields.unset") }] : []), ...kinds.map((id) => ({ id, label: say(`world.when.${id}`) }))]} onChange={(next) => next !== "" && choose(next as ConditionKind)} />
      {odd ? <JsonField document={document} path={path} label={say("world.whenOdd")} /> : kind === null ? null : <Inside document={document} path={pathOf(path, kind)} kind={kind} depth={depth} />}
    </div>
  );
}

function Inside({ document, path, kind, depth }: { document: Document; path: string; kind: ConditionKind; depth: number }) {
  const { say } = useMessages();
  const value = useValue(document, path);
  switch (kind) {
    case "command": return <ListWord document={document} path={path} label={say("world.field.word")} file="commands.json" word="word" note="description" />;
    case "event": return <Prose document={document} path={path} label={say("world.when.event")} hint={say("world.hint.event")} tokens={undefined} rows={1} keepEmpty />;
    case "value": return (
      <div className="auto-grid">
        <ListWord document={document} path={pathOf(path, "key")} label={say("world.field.variable")} file="variables.json" word="key" note="label" />
        <Subject document={document} base={path} />
        <Select label={say("world.field.op")} look="field" className="pick" value={textAt(value, "op")} options={OPERATORS.map((id) => ({ id, label: say(`world.op.${NAMES[id]}`) }))} onChange={(op) => document.edit({ label: stepOf(say("world.field.op")), changes: [{ path: pathOf(path, "op"), value: op }] })} />
        <ValueField document={document} path={pathOf(path, "to")} label={say("world.field.to")} base={path} />
      </div>
    );
    case "is_at": return (
      <div className="auto-grid">
        <RefField document={document} path={pathOf(path, "character")} label={say("world.field.character")} field={refTo(["characters"])} />
        <RefField document={document} path={pathOf(path, "place")} label={say("world.field.place")} field={refTo(["places"])} />
      </div>
    );
    default: return <Group document={document} path={path} rows={Array.isArray(value) ? value : []} depth={depth} />;
  }
}

const NAMES = { "==": "is", "!=": "isNot", "<": "below", "<=": "upTo", ">": "above", ">=": "from" } as const;

function Group({ document, path, rows, depth }: { document: Document; path: string; rows: readonly Json[]; depth: number }) {
  const { say } = useMessages();
  const write = (next: Json[]): void => document.edit({ label: stepOf(say("world.field.when")), changes: [{ path, value: next }] });
  return (
    <div className="form-card">
      {rows.map((_, at) => {
        const name = say("field.numbered", { name: say("world.one.condition"), number: at + 1 });
        return (
          <div key={at} className="world-condition-row">
            <ConditionField document={document} path={`${path}[${at}]`} label={name} depth={depth + 1} />
            <IconButton icon="close" size="small" isDisabled={rows.length < 2} label={say("common.removeNamed", { name })} onPress={() => write(rows.filter((__, index) => index !== at))} />
          </div>
        );
      })}
      <Button icon="add" size="small" className="add-field" onPress={() => write([...rows, { event: "" }])}>{say("world.addCondition")}</Button>
    </div>
  );
}

/** Whose value it is; nobody's for a variable of the world. */
export function Subject({ document, base }: { document: Document; base: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const variables = useDesk(desk, (state) => listNow(state, "variables.json"));
  const key = useValue(document, pathOf(base, "key"));
  const variable = variables.find((one) => textAt(one, "key") === key);
  const of = isMap(variable) ? textAt(variable, "of") : "";
  if (of === "" || of === "world") return null;
  return <RefField document={document} path={pathOf(base, "of")} label={say("world.field.subject")} field={refTo([of], true)} />;
}

/** A word of one of the world's lists: a command, the key of a variable. */
export function ListWord({ document, path, label, file, word, note }: { document: Document; path: string; label: string; file: "commands.json" | "variables.json"; word: string; note: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const rows = useDesk(desk, (state) => listNow(state, file));
  const value = useValue(document, path);
  const options = rows.flatMap((row) => (textAt(row, word) === "" ? [] : [{ id: textAt(row, word), label: textAt(row, word), note: textAt(row, note) }]));
  const text = typeof value === "string" && value !== "" ? value : null;
  const gone = text !== null && !options.some(({ id }) => id === text);
  return (
    <div data-document data-path={path}>
      <Combo label={label} value={text} options={options} openLabel={say("world.showAll", { field: label })} none={say("world.nothingNamed")} fault={gone ? say("world.notHere", { id: text }) : null} onChange={(next) => document.edit({ label: stepOf(label), changes: [{ path, value: next ?? "" }] })} />
    </div>
  );
}

/** What a condition says in a line, for a list of triggers. */
export function conditionWord(value: Json | undefined, say: ReturnType<typeof useMessages>["say"]): string {
  const kind = kindOf(value);
  if (kind === null || !isMap(value)) return "";
  const inner = value[kind];
  switch (kind) {
    case "command": return `/${typeof inner === "string" ? inner : ""}`;
    case "event": return typeof inner === "string" ? inner : "";
    case "value": return `${textAt(inner, "key")} ${textAt(inner, "op")} ${JSON.stringify(isMap(inner as JsonObject) ? (inner as JsonObject).to : null)}`;
    case "is_at": return say("world.when.is_at");
    default: return say("world.when.count", { kind, count: listAt(value, kind).length });
  }
}

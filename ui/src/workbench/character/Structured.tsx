// The persona as a table of attributes, and the same as text in its notation. The core writes and reads the notations.
// As long as the description is the text of the table, it follows the table in the same step.
import { useEffect, useState } from "react";
import type { Change, Json, JsonObject } from "../../bindings";
import { type Document, readPath, useText, useValue } from "../../documents";
import { asApiError, invoke } from "../../host";
import { Button, Icon, IconButton, Segmented, Select, TextArea } from "../../kit";
import { useMessages } from "../../messages";
import { WordChips } from "../fields/Chips";
import { KeyField } from "../fields/MapRows";
import { inSentence, stepOf } from "../fields/names";
import { OddNote } from "../fields/Odd";
import { fieldName, wordsAt } from "../fields/schema";
import { SortRows } from "../fields/SortRows";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { isMap } from "../scope/merge";
import { moved } from "../../kit/lists";

const PATH = "persona.structured";
const DESCRIPTION = "identity.description";
type View = "table" | "text";

function rowsOf(structured: Json | undefined): [string, Json][] {
  return isMap(structured) && isMap(structured.attributes) ? Object.entries(structured.attributes) : [];
}
const wordsOf = (list: Json): string[] => (Array.isArray(list) ? list.filter((word) => typeof word === "string") : typeof list === "string" ? [list] : []);
const textOf = (structured: JsonObject, name: string): Promise<string> => invoke("attributes_text", { structured, name });

export function Structured({ document }: { document: Document }) {
  const { say, language } = useMessages();
  const label = fieldName("character", PATH, language);
  const value = useValue(document, PATH);
  const description = useText(document, DESCRIPTION);
  const name = useText(document, "identity.name");
  const look = useScopeLook(document, PATH);
  const [view, setView] = useState<View>("table");
  const [fault, setFault] = useState<string | null>(null);
  const text = useWritten(value, name);
  const kind = isMap(value) && typeof value.kind === "string" ? value.kind : "attributes";

  /** Writes the table; a description that was its text becomes the new text in the same step. */
  async function write(next: JsonObject | undefined, step = stepOf(label)): Promise<void> {
    const changes: Change[] = [next === undefined ? { path: PATH } : { path: PATH, value: next }];
    try {
      const old = readPath(document.store.get().body, PATH);
      if (next !== undefined && isMap(old)) {
        const [before, after] = await Promise.all([textOf(old, name), textOf(next, name)]);
        if (before === readPath(document.store.get().body, DESCRIPTION)) changes.push({ path: DESCRIPTION, value: after });
      }
      setFault(null);
    } catch (thrown) {
      setFault(asApiError(thrown).message);
    }
    document.edit({ label: step, changes });
  }
  async function fromDescription(): Promise<void> {
    try {
      const found = await invoke("attributes_read", { text: description, kind: null, before: null });
      if (found === null) setFault(say("structured.noTable"));
      else await write(found.structured);
    } catch (thrown) {
      setFault(asApiError(thrown).message);
    }
  }
  if (value === undefined) {
    const written = /^\s*\[?\s*(?:character|char)\b/i.test(description) && /[{;]/.test(description);
    return (
      <div className="add-fields">
        <Button icon="add" size="small" aria-label={say("workbench.addField", { field: inSentence(label) })} onPress={() => void write({ kind: "wpp", attributes: {} })}>{label}</Button>
        {written ? <Button icon="reset" size="small" onPress={() => void fromDescription()}>{say("structured.fromDescription")}</Button> : null}
        {fault === null ? null : <span className="small said-warning" role="status">{fault}</span>}
      </div>
    );
  }
  const structured: JsonObject = isMap(value) ? value : { kind };
  const rows = rowsOf(value);
  const put = (next: [string, Json][]): void => void write({ ...structured, kind, attributes: Object.fromEntries(next) });
  const follows = text !== null && text === description;
  return (
    <section className={`stack form-list form-group ${look}`} aria-label={label} data-document data-help="structured" data-path={PATH}>
      <div className="line structured-head">
        <h3 className="form-subtitle">{label}</h3><ScopeTag document={document} path={PATH} label={label} />
        <span className="push line">
          <Select label={fieldName("character", `${PATH}.kind`, language)} hideLabel size="small" value={kind} options={wordsAt("character", `${PATH}.kind`, language)} onChange={(next) => void write({ ...structured, kind: next })} />
          <Segmented<View> label={say("structured.view")} size="small" value={view} options={[{ id: "table", label: say("structured.table") }, { id: "text", label: say("structured.text") }]} onChange={setView} />
          <IconButton icon="trash" size="small" label={say("common.removeNamed", { name: label })} onPress={() => void write(undefined)} />
        </span>
      </div>
      <OddNote document={document} path={PATH} wanted="map" />
      {view === "text" ? <TextView key={kind} document={document} kind={kind} structured={structured} text={text ?? ""} label={label} onRead={(next) => void write(next)} /> : (
        <div data-path={`${PATH}.attributes`} className="stack">
          <SortRows count={rows.length} name={(at) => rows[at]?.[0] ?? ""} onMove={(from, to) => put(moved(rows, from, to))} onRemove={(at) => put(rows.filter((_, index) => index !== at))}>
            {(at) => {
              const [key, list] = rows[at] ?? ["", []];
              return (
                <div className="attribute-row">
                  <KeyField key={key} name={key} label={say("structured.attribute")} taken={(next) => rows.some(([held]) => held === next)} onRename={(next) => put(rows.map((row, index) => (index === at ? [next, list] : row)))} />
                  <WordChips words={wordsOf(list)} label={key} onChange={(next) => put(rows.map((row, index) => (index === at ? [key, next] : row)))} />
                </div>
              );
            }}
          </SortRows>
          <Button icon="add" size="small" className="add-field" onPress={() => put([...rows, [freshKey(rows, say("structured.fresh")), []]])}>{say("structured.addAttribute")}</Button>
        </div>
      )}
      {fault === null ? null : <p className="small said-error" role="status">{fault}</p>}
      {text === null || kind === "text" || rows.length === 0 ? null : follows ? <p className="small secondary line"><Icon name="ok" size="small" />{say("structured.follows")}</p> : (
        <p className="small secondary line">
          <span>{say("structured.differs")}</span>
          <Button size="small" look="line" onPress={() => document.edit({ label: say("structured.step"), changes: [{ path: DESCRIPTION, value: text }] })}>{say("structured.toDescription")}</Button>
        </p>
      )}
    </section>
  );
}

function freshKey(rows: [string, Json][], word: string): string {
  let at = rows.length + 1;
  while (rows.some(([key]) => key === `${word} ${at}`)) at += 1;
  return `${word} ${at}`;
}

/** The text the table becomes; `null` until the core has written it. */
function useWritten(value: Json | undefined, name: string): string | null {
  const [text, setText] = useState<string | null>(null);
  const told = isMap(value) ? JSON.stringify(value) : null;
  useEffect(() => {
    if (told === null) return setText(null);
    let gone = false;
    textOf(JSON.parse(told) as JsonObject, name).then((written) => !gone && setText(written), () => !gone && setText(null));
    return () => {
      gone = true;
    };
  }, [told, name]);
  return text;
}

interface TextViewProps { document: Document; kind: string; structured: JsonObject; text: string; label: string; onRead: (structured: JsonObject) => void }

/** The notation as text. It is read when one leaves the field; what cannot be read stays there and says so. */
function TextView({ kind, structured, text, label, onRead }: TextViewProps) {
  const { say } = useMessages();
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState<{ text: string; bad: boolean } | null>(null);
  async function read(): Promise<void> {
    if (typed === null || typed === text) return setTyped(null);
    try {
      const found = await invoke("attributes_read", { text: typed, kind, before: structured });
      if (found === null) return setNote({ text: say("structured.noTable"), bad: true });
      setNote(found.exact ? null : { text: say("structured.spelling"), bad: false });
      setTyped(null);
      onRead(found.structured);
    } catch (thrown) {
      setNote({ text: asApiError(thrown).message, bad: true });
    }
  }
  if (kind === "text") return <p className="small secondary">{say("structured.plain")}</p>;
  return <TextArea label={label} hideLabel mono prose={false} rows={6} spellCheck={false} value={typed ?? text} onChange={setTyped} onBlur={() => void read()} fault={note?.bad === true ? note.text : null} help={note?.bad === false ? note.text : say("structured.readOnLeave")} />;
}

// The small files of a world: what is tracked, the words a player may type, what starts by itself, and ties as rows. A
// list at the side of the page, the row that is chosen as a form beside it.
import { useEffect, useState } from "react";
import type { Json, JsonObject } from "../../bindings";
import { type Document, useValue } from "../../documents";
import { Banner, Button, Icon, IconButton, Name, Roving } from "../../kit";
import { moved } from "../../kit/lists";
import { useMessages } from "../../messages";
import { JsonField } from "../../workbench/fields/JsonField";
import { conditionWord } from "./form/ConditionField";
import { freshRow } from "./form/RowsField";
import { VariableForm } from "./form/VariableForm";
import { WorldField } from "./form/WorldField";
import { SaveFault, useFile, usePointer } from "./DocumentPage";
import { useMarks } from "./marks";
import { isMap, LIST_OF, textAt, type WorldFile } from "./model";
import { useOpened } from "./names";
import { SaveLine } from "./SaveLine";
import { tableOf, type WorldField as Field, useSchema } from "./wire";

export type RowFile = Exclude<WorldFile, "relationships.json">;
/** What a row is called by. */
const NAMES: Record<RowFile, readonly string[]> = { "variables.json": ["label", "key"], "commands.json": ["word"], "triggers.json": ["name", "id"] };

function rowName(file: RowFile, row: Json | undefined): string {
  const name = NAMES[file].map((key) => textAt(row, key)).find((text) => text.trim() !== "") ?? "";
  return file === "commands.json" && name !== "" ? `/${name}` : name;
}

/** A new row that says something, so that the file keeps what was there. */
function freshOf(file: RowFile, fields: readonly Field[], rows: readonly Json[], name: string): JsonObject {
  const free = (stem: string, key: string): string => {
    const taken = new Set(rows.map((row) => textAt(row, key)));
    let word = stem;
    for (let number = 2; taken.has(word); number += 1) word = `${stem}${key === "key" ? "_" : "-"}${number}`;
    return word;
  };
  const blank = freshRow(fields, rows);
  if (file === "variables.json") return { ...blank, key: free("value", "key"), label: name, type: "flag", of: "world", default: false };
  if (file === "commands.json") return { ...blank, word: free("command", "word") };
  return { ...blank, id: free("trigger", "id"), name, when: { event: name }, effect: { kind: "beat", dispatch: "author", need: name } };
}

export function ListPage({ file, pointer }: { file: RowFile; pointer: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const { document, error } = useFile(desk, file);
  if (error !== null) return <div className="form-scroll"><div className="form"><Banner tone="error" title={error.message} hint={error.hint} /></div></div>;
  if (document === null) return null;
  return <Rows key={file} file={file} document={document} pointer={pointer} title={say(`world.file.${LIST_OF[file] as "variables" | "commands" | "triggers"}`)} />;
}

function Rows({ file, document, pointer, title }: { file: RowFile; document: Document; pointer: string; title: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const list = LIST_OF[file];
  const value = useValue(document, list);
  const rows: Json[] = Array.isArray(value) ? value : [];
  const named = Number(/^\/[a-z]+\/(\d+)/.exec(pointer)?.[1] ?? 0);
  const [chosen, choose] = useState(named);
  useEffect(() => choose(named), [pointer]);
  const at = Math.min(chosen, rows.length - 1);
  const fields = tableOf(useSchema(), file);
  useMarks(desk, document, file);
  usePointer(pointer, fields.length > 0);
  const write = (next: Json[], label: string): void => document.edit({ label, changes: [{ path: list, value: next }] });
  const word = list as "variables" | "commands" | "triggers";
  function add(): void {
    write([...rows, freshOf(file, fields, rows, say(`world.newRow.${word}`))], say(`world.addRow.${word}`));
    choose(rows.length);
  }
  function move(by: number): void {
    const to = at + by;
    if (to < 0 || to >= rows.length) return;
    write(moved(rows, at, to), say("world.step.move"));
    choose(to);
  }
  return (
    <div className="world-form">
      <div className="world-form-bar line">
        <h2 className="cut">{title}</h2><span className="small tertiary wide-only cut">{say(`world.fileHint.${word}`)}</span><span className="push" /><SaveLine document={document} />
        <Button size="small" look="line" icon="add" isDisabled={fields.length === 0} onPress={add}>{say(`world.addRow.${word}`)}</Button>
      </div>
      <SaveFault document={document} />
      {rows.length === 0 ? <p className="wakes-note secondary">{say(`world.noRows.${word}`)}</p> : (
        <div className="world-rows">
          <Roving role="group" label={title} className="world-rows-list">
            {rows.map((row, index) => (
              <button
                key={index} type="button" className="pane-item" aria-current={index === at ? "true" : undefined} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown" onClick={() => choose(index)}
                onKeyDown={(event) => {
                  if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
                  event.preventDefault();
                  move(event.key === "ArrowUp" ? -1 : 1);
                }}
              >
                <span className="stack cut"><Name text={rowName(file, row)} />{file === "triggers.json" ? <bdi className="small tertiary cut">{conditionWord(isMap(row) ? row.when : undefined, say)}</bdi> : null}</span>
              </button>
            ))}
          </Roving>
          <div className="form-scroll" data-pane-start>
            <div className="form" key={at}>
              <div className="title-row">
                <h3 className="form-title grow cut"><Name text={rowName(file, rows[at])} /></h3>
                <IconButton icon="up" size="small" label={say("common.moveUp")} isDisabled={at === 0} onPress={() => move(-1)} /><IconButton icon="down" size="small" label={say("common.moveDown")} isDisabled={at === rows.length - 1} onPress={() => move(1)} />
                <Button size="small" icon="trash" onPress={() => { write(rows.filter((_, index) => index !== at), say("world.step.removeRow")); choose(Math.max(0, at - 1)); }}>{say("common.remove")}</Button>
              </div>
              {!isMap(rows[at]) ? <JsonField document={document} path={`${list}[${at}]`} label={say("world.oddRow")} />
                : file === "variables.json" ? <VariableForm document={document} base={`${list}[${at}]`} fields={fields} />
                  : fields.map((field) => <WorldField key={field.key} document={document} table={file} base={`${list}[${at}]`} field={field} optional={!field.required && field.is === "long-text"} />)}
              {file === "commands.json" ? <CommandUsers word={textAt(rows[at], "word")} /> : null}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

/** Which triggers a command starts. */
function CommandUsers({ word }: { word: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const { document } = useFile(desk, "triggers.json");
  const value = document === null ? undefined : document.store.get().body.triggers;
  const users = (Array.isArray(value) ? value : []).filter((row) => word !== "" && JSON.stringify(isMap(row) ? row.when ?? null : null).includes(`"command":${JSON.stringify(word)}`));
  return <p className="field-help line"><Icon name={users.length === 0 ? "warning" : "link"} size="small" />{users.length === 0 ? say("world.commandUnused") : say("world.commandStarts", { names: users.map((row) => rowName("triggers.json", row)).join(say("fields.comma")) })}</p>;
}


// Fields that name another document: by its name, never by its id alone. What is not there yet is made on the spot, and
// what is not there any more says so.
import { type Document, useValue } from "../../../documents";
import { Button, Combo, Icon, IconButton, LabelRow, Name, Popover } from "../../../kit";
import { useMessages } from "../../../messages";
import { OddNote } from "../../../workbench/fields/Odd";
import { inSentence, stepOf } from "../../../workbench/fields/names";
import { FieldMark } from "../../../checks/Mark";
import { makeDocument } from "../acts";
import { type Folder, FOLDER_ICONS, isFolder, partsOfRef } from "../model";
import { type Named, optionsOf, shownName, useNames, useOpened } from "../names";
import { showDocument } from "../place";
import type { WorldField as Field } from "../wire";

export interface RefFieldProps { document: Document; path: string; label: string; field: Field; hint?: string; hideLabel?: boolean }

const isWhole = ({ is }: Field): boolean => is !== "id";

/** The document a value names; `null` when it is none of this world. */
function found(names: readonly Named[], folders: readonly string[], whole: boolean, value: string): Named | null {
  return names.find((one) => folders.includes(one.folder) && (whole ? one.document : one.id) === value) ?? null;
}

/** What the create option makes: a document of the only folder, or of the first. */
function useCreate(folders: readonly string[], whole: boolean, take: (value: string) => void) {
  const { say } = useMessages();
  const desk = useOpened();
  const folder = folders.find(isFolder);
  if (folder === undefined) return undefined;
  return {
    label: (text: string): string => say(`world.createNamed.${folder}`, { name: text }),
    run: (text: string): void => {
      void makeDocument(desk, folder, text).then((document) => document !== null && take(whole ? document : partsOfRef(document)?.id ?? document));
    },
  };
}

export function RefField({ document, path, label, field, hideLabel = false }: RefFieldProps) {
  const { say } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const value = useValue(document, path);
  const text = typeof value === "string" ? value : null;
  const whole = isWhole(field);
  const write = (next: string | null): void => document.edit({ label: stepOf(label), changes: [next === null ? { path } : { path, value: next }] });
  const create = useCreate(field.folders, whole, write);
  const there = text === null ? null : found(names, field.folders, whole, text);
  const gone = text !== null && there === null && field.is !== "subject";
  return (
    <div data-document data-path={path} className="world-ref">
      <Combo
        label={label} hideLabel={hideLabel} value={text} options={optionsOf(names, field.folders, whole)} onChange={write} openLabel={say("world.showAll", { field: inSentence(label) })}
        none={say("world.nothingNamed")} {...(create === undefined ? {} : { create })} fault={gone ? say("world.notHere", { id: text }) : null}
      />
      {there === null ? null : <IconButton icon="right" size="small" className="world-ref-go" label={say("world.openNamed", { name: shownName(there) })} onPress={() => showDocument(there.document)} />}
      <FieldMark document={document} path={path} />
      <OddNote document={document} path={path} wanted="text" />
    </div>
  );
}

export interface RefListProps { document: Document; path: string; label: string; item: Field; hint?: string }

export function RefList({ document, path, label, item, hint }: RefListProps) {
  const { say } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const value = useValue(document, path);
  const list = Array.isArray(value) ? value : [];
  const whole = isWhole(item);
  const write = (next: unknown[]): void => document.edit({ label: stepOf(label), changes: [next.length === 0 ? { path } : { path, value: next as string[] }] });
  const add = (id: string): void => {
    const now = document.store.get().body;
    if (!list.includes(id) && now !== undefined) write([...list, id]);
  };
  const create = useCreate(item.folders, whole, add);
  function move(at: number, by: number): void {
    const to = at + by;
    if (to < 0 || to >= list.length) return;
    const rest = list.filter((_, index) => index !== at);
    write([...rest.slice(0, to), list[at], ...rest.slice(to)]);
  }
  return (
    <div data-document data-path={path} role="group" aria-label={label}>
      <LabelRow label={label} hint={hint}><FieldMark document={document} path={path} /></LabelRow>
      {list.map((one, at) => {
        const text = typeof one === "string" ? one : JSON.stringify(one);
        const there = typeof one === "string" ? found(names, item.folders, whole, one) : null;
        const name = there === null ? text : shownName(there);
        return (
          <div key={at} className="linked-row">
            <Icon name={there === null ? "warning" : FOLDER_ICONS[there.folder as Folder]} size="small" className={there === null ? "said-warning" : ""} />
            <button
              type="button" className="link-open" disabled={there === null} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown" onClick={() => there !== null && showDocument(there.document)}
              onKeyDown={(event) => {
                const by = event.altKey ? (event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0) : 0;
                if (by === 0) return;
                event.preventDefault();
                move(at, by);
              }}
            >
              <Name text={name} />{there === null ? <span className="small said-warning nowrap">{say("world.gone")}</span> : null}
            </button>
            <IconButton icon="close" size="small" label={say("common.removeNamed", { name })} onPress={() => write(list.filter((_, index) => index !== at))} />
          </div>
        );
      })}
      <OddNote document={document} path={path} wanted="list" />
      <Popover label={say("workbench.addField", { field: inSentence(label) })} button={<Button icon="add" size="small" className="add-field">{say("workbench.addField", { field: inSentence(label) })}</Button>}>
        {(close) => (
          <div className="popover-form">
            <Combo
              label={label} value={null} options={optionsOf(names, item.folders, whole).filter(({ id }) => !list.includes(id))} openLabel={say("world.showAll", { field: inSentence(label) })} none={say("world.nothingNamed")}
              onChange={(id) => {
                if (id !== null) add(id);
                close();
              }}
              {...(create === undefined ? {} : { create: { ...create, run: (text: string) => { create.run(text); close(); } } })}
            />
          </div>
        )}
      </Popover>
    </div>
  );
}

// A document of a world on the page: its name, what is saved, its fields by the tables of Rust, and what stands against
// it. A field a finding or a problem names is brought into view.
import { useEffect, useMemo, useState } from "react";
import type { ApiError } from "../../bindings";
import { type Document, useDocument, useText } from "../../documents";
import { asApiError } from "../../host";
import { Banner, Button, Icon, IconButton, Menu, Name } from "../../kit";
import { useMessages } from "../../messages";
import { useGoto } from "../../workbench/goto";
import { leave, makePlayable } from "./acts";
import type { Desk } from "./desk";
import { WorldField } from "./form/WorldField";
import { useMarks } from "./marks";
import { FOLDER_ICONS, nameKey, partsOfRef } from "./model";
import { useOpened } from "./names";
import { showPointer, showView } from "./place";
import { SaveLine } from "./SaveLine";
import { tableOf, useSchema } from "./wire";

/** A file of the world as a document, once it is read. */
export function useFile(desk: Desk, file: string): { document: Document | null; error: ApiError | null } {
  const [read, set] = useState<{ file: string; document: Document | null; error: ApiError | null }>({ file, document: desk.opened(file) ?? null, error: null });
  useEffect(() => {
    let gone = false;
    desk.document(file).then((document) => !gone && set({ file, document, error: null }), (thrown: unknown) => !gone && set({ file, document: null, error: asApiError(thrown) }));
    return () => {
      gone = true;
    };
  }, [desk, file]);
  return read.file === file ? read : { document: desk.opened(file) ?? null, error: null };
}

/** Follows a pointer of the route into the form, once the form is there. */
export function usePointer(pointer: string, ready: boolean): void {
  useEffect(() => {
    if (ready) showPointer(pointer);
  }, [pointer, ready]);
  useGoto(stay);
}
const stay = (): void => undefined;

export function DocumentPage({ document: reference, pointer }: { document: string; pointer: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const { document, error } = useFile(desk, reference);
  usePointer(pointer, document !== null);
  if (error !== null) return <div className="form-scroll"><div className="form"><Banner tone="error" title={error.message} hint={error.hint}><Button look="line" size="small" onPress={() => showView(null)}>{say("world.toOverview")}</Button></Banner></div></div>;
  if (document === null) return null;
  return <Form key={reference} document={document} reference={reference} />;
}

/** Fields that are boxes though they are empty: what one looks for first in each kind. */
const ALWAYS = new Set(["summary", "description", "text", "start", "parent", "base", "held_by", "at", "kind", "scope", "portrait", "picture", "tags", "playable", "portable", "secret"]);

function Form({ document, reference }: { document: Document; reference: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const schema = useSchema();
  const parts = partsOfRef(reference);
  const folder = parts?.folder ?? "characters";
  const name = useText(document, nameKey(folder));
  const playable = useDocument(document, ({ body }) => body.playable === true);
  const known = useDocument(document, ({ body }) => Object.keys(body).join("\n"));
  useMarks(desk, document, reference);
  const fields = tableOf(schema, reference);
  const unread = useMemo(() => known.split("\n").filter((key) => key !== "" && schema !== null && !fields.some((field) => field.key === key)), [known, fields, schema]);
  return (
    <div className="world-form">
      <div className="world-form-bar line">
        <Icon name={FOLDER_ICONS[folder]} /><h2 className="cut"><Name text={name} /></h2><span className="small tertiary nowrap">{say(`world.folderOne.${folder}`)}</span>
        <span className="push" />
        <SaveLine document={document} />
        {folder === "characters" && !playable ? <Button size="small" look="line" onPress={() => void makePlayable(desk, reference)}>{say("world.makePlayable")}</Button> : null}
        <Menu
          label={say("workbench.actsOf", { name })} placement="bottom end" button={<IconButton icon="more" label={say("workbench.actsOf", { name })} />}
          groups={[{ id: "see", items: [...(folder === "characters" ? [{ id: "ties", label: say("world.showInTies"), icon: "graph" as const }] : []), ...(folder === "places" ? [{ id: "map", label: say("world.showInMap"), icon: "map" as const }] : [])] }, { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true }] }]}
          onAction={(act) => (act === "remove" ? leave(desk, reference) : showView(`${act}:${reference}`))}
        />
      </div>
      <div className="form-scroll" data-pane-start>
        <div className="form" data-help="world-document">
          <SaveFault document={document} />
          {fields.map((field) => (field.is === "own" ? null : <WorldField key={field.key} document={document} table={folder} base="" field={field} optional={!field.required && !ALWAYS.has(field.key) && field.is !== "flag" && field.is !== "choice"} />))}
          {unread.length === 0 ? null : <p className="field-help line"><Icon name="info" size="small" />{say("world.unread", { count: unread.length, keys: unread.join(say("fields.comma")) })}</p>}
        </div>
      </div>
    </div>
  );
}

/** Why the file was not written; what was typed stays here. */
export function SaveFault({ document }: { document: Document }) {
  const { say } = useMessages();
  const save = useDocument(document, (state) => state.save);
  if (save.state !== "failed") return null;
  return <Banner tone="error" title={say("world.notSaved", { reason: save.error.message })} hint={save.error.hint}><Button size="small" look="line" onPress={() => void document.save("save")}>{say("common.tryAgain")}</Button></Banner>;
}

// What single apps have and no body can say: a panel for each app whose keys are there or that was added by hand, and
// the fields of the row an editor shows.
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { NativePanel as Panel } from "../bindings";
import { type Document, useDocument } from "../documents";
import { Banner, EmptyState, Icon, IconButton, Menu, SearchField, Select, toast } from "../kit";
import { useMessages } from "../messages";
import { undoOfLast } from "../workbench/undo";
import { showRaw } from "../workbench/raw/place";
import { addApp, removeApp } from "./acts";
import { FieldSections } from "./FieldSections";
import { NativeRow } from "./NativeRow";
import { openNative, panelId, useChosenApp, useNativePanels } from "./state";
import "./native.css";

/** Fields above which a search is offered. */
const SEARCH_ABOVE = 8;

export function NativePanel({ document }: { document: Document }) {
  const { say } = useMessages();
  const { data, error } = useNativePanels(document);
  const chosen = useChosenApp(document);
  const readOnly = useDocument(document, ({ entity }) => entity.readOnly);
  const [search, setSearch] = useState("");
  if (data === null) return error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />;
  const { panels, offers } = data;
  const panel = panels.find((one) => panelId(one) === chosen) ?? panels[0];
  const add = offers.length === 0 || readOnly ? null : (
    <Menu
      label={say("native.add")} placement="bottom end"
      button={<AriaButton className="button button-plain button-small" aria-label={say("native.add")}><Icon name="add" size="small" />{say("native.addShort")}</AriaButton>}
      groups={[{ id: "offers", items: offers.map(({ format, title, fields }) => ({ id: format, label: title, note: say("native.fields", { count: fields }) })) }]}
      onAction={(id) => {
        const offer = offers.find(({ format }) => format === id);
        if (offer === undefined) return;
        addApp(document, offer);
        openNative(document, offer.format);
      }}
    />
  );
  if (panel === undefined) return <EmptyState title={say("native.none")} hint={say("native.noneHint")}>{add}</EmptyState>;
  function remove(of: Panel): void {
    removeApp(document, of);
    toast({ icon: "trash", text: say("native.removed", { app: of.title }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  return (
    <>
      <div className="native-head" data-help="native">
        {panels.length === 1 ? <span className="medium cut grow" title={panel.title}>{panel.title}</span> : (
          <Select
            label={say("native.app")} hideLabel size="small" className="native-pick grow" value={panelId(panel)} onChange={(id) => openNative(document, id)}
            options={panels.map((one) => ({ id: panelId(one), label: one.title, note: originOf(one, say) }))}
          />
        )}
        {add}
        <IconButton icon="braces" size="small" label={say("native.original", { app: panel.originalTitle })} onPress={() => showRaw(document, panel.original, "")} />
        {panel.origin === "added" && !readOnly ? <IconButton icon="trash" size="small" label={say("native.remove", { app: panel.title })} onPress={() => remove(panel)} /> : null}
      </div>
      <div className="pane-scroll native-scroll" data-help="native" key={panelId(panel)}>
        <p className="small secondary native-note">{noteOf(panel, say)}</p>
        {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
        {panel.fields.length <= SEARCH_ABOVE ? null : <SearchField label={say("native.search")} placeholder={say("native.search")} value={search} onChange={setSearch} clearLabel={say("common.clear")} className="native-search" />}
        <fieldset className="native-set" disabled={readOnly}>
          {panel.lists.length === 0 ? null : <NativeRow document={document} original={panel.original} />}
          <FieldSections document={document} panel={panel} search={panel.fields.length <= SEARCH_ABOVE ? "" : search} />
        </fieldset>
      </div>
    </>
  );
}

type Say = ReturnType<typeof useMessages>["say"];

function originOf(panel: Panel, say: Say): string {
  if (panel.origin === "added") return say("native.fromHand");
  if (panel.original !== panel.format) return say("native.fromGuest", { app: panel.originalTitle });
  return say(panel.origin === "source" ? "native.fromSource" : "native.fromForeign");
}

function noteOf(panel: Panel, say: Say): string {
  if (panel.origin === "added") return say("native.noteHand", { app: panel.title });
  if (panel.original !== panel.format) return say("native.noteGuest", { app: panel.title, other: panel.originalTitle });
  return say("native.note", { app: panel.title });
}

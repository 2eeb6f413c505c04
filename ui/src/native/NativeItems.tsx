// The apps with fields of their own, as lines of an outline.
import type { Document } from "../documents";
import { useMessages } from "../messages";
import { SideItem } from "../workbench/SideItem";
import { useDocument } from "../documents";
import { nowOf } from "./edits";
import { openNative, panelId, useNativePanels } from "./state";

export function NativeItems({ document }: { document: Document }) {
  const { say, number } = useMessages();
  const { data } = useNativePanels(document);
  const native = useDocument(document, (state) => state.native);
  if (data === null || data.panels.length === 0) return null;
  return (
    <>
      <p className="pane-group">{say("native.outline")}</p>
      {data.panels.map((panel) => {
        const there = panel.fields.filter((field) => field.large || nowOf(field, native[panel.original] ?? [])?.value !== undefined).length;
        return <SideItem key={panelId(panel)} icon="side" label={panel.title} count={panel.origin === "added" ? say("native.handShort") : there === 0 ? "" : number(there)} on={false} onPress={() => openNative(document, panelId(panel))} />;
      })}
    </>
  );
}

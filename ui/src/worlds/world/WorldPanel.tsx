// An opened world: whether a story can begin, the tree of its documents and its pages at the side, one of them in the
// middle, and what is chosen told at the right.
import { useEffect, useLayoutEffect, useRef } from "react";
import { registerCommands } from "../../commands";
import { host } from "../../host";
import { Banner, Button, PagePane, PaneRow, SidePane } from "../../kit";
import { useMessages } from "../../messages";
import { useNavigation } from "../../navigation";
import { hasOwnUndo } from "../../shell/commands";
import { SideItem } from "../../workbench/SideItem";
import type { WorldPanelProps } from "../panels";
import { DocumentPage } from "./DocumentPage";
import { type Desk, deskOf, listNow, useDesk } from "./desk";
import { slotName } from "./form/labels";
import { MapPage, TiesPage } from "./graph/GraphPage";
import { WorldInspector } from "./inspector/WorldInspector";
import { ListPage } from "./ListPage";
import { LIST_OF } from "./model";
import { DeskProvider } from "./names";
import { Overview } from "./overview/Overview";
import { PicturesPage } from "./pictures/PicturesPage";
import { documentOf, showDocument, showView, type View, viewOf } from "./place";
import { PromptPage } from "./PromptPage";
import { Readiness } from "./Readiness";
import { Tree } from "./tree/Tree";
import { UnreadablePage } from "./UnreadablePage";
import { promptFile } from "./wire";
import "../../workbench/workbench.css";
import "../../workbench/fields/fields.css";
import "../../workbench/inspector.css";
import "../../workbench/pick/pick.css";
import "../../workbench/lorebook/graph/graph.css";
import "../../library/Inspector.css";
import "./world.css";

export function WorldPanel({ world, at }: WorldPanelProps) {
  const { say } = useMessages();
  const desk = deskOf(world);
  const error = useDesk(desk, (state) => state.error);
  const open = useDesk(desk, (state) => state.open !== null);
  useEffect(() => {
    void desk.load();
    const stop = host().onClosing(() => desk.flush());
    return () => {
      stop();
      void desk.flush();
    };
  }, [desk]);
  useEffect(() => {
    // Another window or the command line may have written meanwhile.
    const back = (): void => { if (document.visibilityState === "visible") void desk.load(); };
    window.addEventListener("focus", back);
    return () => window.removeEventListener("focus", back);
  }, [desk]);
  useLayoutEffect(() => registerCommands([
    { id: "entity.undo", title: "world.undo", icon: "undo", keys: ["Mod+Z"], spares: hasOwnUndo, when: () => (desk.store.get().done.length === 0 ? "commands.off.noStep" : true), run: () => desk.undo() },
    { id: "entity.redo", title: "world.redo", icon: "redo", keys: ["Mod+Shift+Z", "Mod+Y"], spares: hasOwnUndo, when: () => (desk.store.get().undone.length === 0 ? "commands.off.noRedo" : true), run: () => desk.redo() },
    { id: "entity.save", title: "commands.save", icon: "history", keys: ["Mod+S"], run: () => desk.flush() },
  ]), [desk]);
  if (error !== null && !open) return <PaneRow><PagePane label={say("pane.page")}><Banner tone="error" title={error.message} hint={error.hint}><Button look="line" size="small" onPress={() => void desk.load()}>{say("common.tryAgain")}</Button></Banner></PagePane></PaneRow>;
  return <DeskProvider value={desk}>{open ? <Opened desk={desk} view={viewOf(at)} /> : <PaneRow><PagePane label={say("pane.page")}>{null}</PagePane></PaneRow>}</DeskProvider>;
}

function Opened({ desk, view }: { desk: Desk; view: View }) {
  const { say } = useMessages();
  const shown = useNavigation((state) => state.list);
  const last = useRef<string | null>(null);
  const document = documentOf(view) ?? (view.kind === "ties" || view.kind === "map" ? last.current : null);
  if (documentOf(view) !== null) last.current = documentOf(view);
  const graph = view.kind === "ties" || view.kind === "map";
  return (
    <>
      <Readiness />
      <PaneRow>
        {shown ? (
          <SidePane id="world-tree" side="left" label={say("world.documents")}>
            <Tree chosen={view.kind === "unreadable" ? `file:${view.file}` : document} onShow={(one) => (graph ? showView(`${view.kind}:${one}`) : showDocument(one))} />
            <Pages desk={desk} view={view} />
          </SidePane>
        ) : null}
        <PagePane label={say("pane.page")}><Page view={view} chosen={document} /></PagePane>
        {document === null ? null : <WorldInspector document={document} page={graph ? "graph" : view.kind === "document" ? "form" : "other"} />}
      </PaneRow>
    </>
  );
}

function Page({ view, chosen }: { view: View; chosen: string | null }) {
  switch (view.kind) {
    case "overview": return <Overview />;
    case "pictures": return <PicturesPage />;
    case "ties": return <TiesPage chosen={chosen} />;
    case "map": return <MapPage chosen={chosen} />;
    case "document": return <DocumentPage document={view.document} pointer={view.pointer} />;
    case "list": return view.file === "relationships.json" ? <TiesPage chosen={chosen} /> : <ListPage file={view.file} pointer={view.pointer} />;
    case "prompt": return <PromptPage file={view.file} />;
    case "unreadable": return <UnreadablePage file={view.file} />;
  }
}

/** Pages of the world as a whole, below the tree. */
function Pages({ desk, view }: { desk: Desk; view: View }) {
  const { say, number } = useMessages();
  const open = useDesk(desk, (state) => state.open);
  const live = useDesk(desk, (state) => state.live);
  const count = (file: "variables.json" | "commands.json" | "triggers.json" | "relationships.json"): string => number(listNow({ open, live }, file).length);
  const prompts = new Set([...(open?.slots ?? []).flatMap(({ slot }) => (open?.languages ?? []).map((language) => promptFile(language, slot)))]);
  const shownPrompts = [...prompts].filter((file) => view.kind === "prompt" || (open?.prompts ?? []).some((one) => promptFile(one.language, one.slot) === file && one.text !== ""));
  const broken = (open?.unreadable ?? []).filter(({ file }) => !/^(?:characters|places|factions|things|lore|plots)\//.test(file));
  return (
    <nav className="lore-foot world-pages" aria-label={say("world.pages")}>
      <SideItem icon="worlds" label={say("world.overview")} count="" on={view.kind === "overview"} onPress={() => showView(null)} />
      <SideItem icon="graph" label={say("world.ties")} count={count("relationships.json")} on={view.kind === "ties"} onPress={() => showView("ties")} />
      <SideItem icon="map" label={say("world.map")} count="" on={view.kind === "map"} onPress={() => showView("map")} />
      {(["variables.json", "commands.json", "triggers.json"] as const).map((file) => <SideItem key={file} icon="list" label={say(`world.file.${LIST_OF[file] as "variables" | "commands" | "triggers"}`)} count={count(file)} on={view.kind === "list" && view.file === file} onPress={() => showView(file)} />)}
      <SideItem icon="image" label={say("world.pictures")} count={number(open?.pictures.length ?? 0)} on={view.kind === "pictures"} onPress={() => showView("pictures")} />
      <SideItem icon="quickreply" label={say("world.prompts")} count={number((open?.prompts ?? []).filter(({ text }) => text !== "").length)} on={false} onPress={() => showView(shownPrompts[0] ?? [...prompts][0] ?? null)} />
      {view.kind !== "prompt" ? null : [...prompts].map((file) => {
        const [, language = "", slot = ""] = file.split("/");
        return <SideItem key={file} label={say("world.promptIn", { slot: slotName(slot), language })} count="" on={view.kind === "prompt" && view.file === file} onPress={() => showView(file)} />;
      })}
      {broken.map(({ file }) => <SideItem key={file} icon="warning" label={file} count="" on={view.kind === "unreadable" && view.file === file} onPress={() => showView(`file:${file}`)} />)}
    </nav>
  );
}

// The pages of ties and of the map: picture or table, what is counted, which kinds are drawn, and adding a line. What is
// chosen is told at the side.
import { useMemo, useState } from "react";
import { Button, Icon, Menu, Segmented } from "../../../kit";
import { useMessages } from "../../../messages";
import { listNow, rowsNow, useDesk } from "../desk";
import { type Folder, FOLDER_ICONS, INFO, listAt } from "../model";
import { useOpened } from "../names";
import { showDocument, showView } from "../place";
import { Canvas } from "./Canvas";
import { TiesTable, WaysTable } from "./GraphTables";
import { mapGraph, tieGraph, type GraphEdge, type GraphNode } from "./model";
import { TieDialog, type TieWish } from "./TieDialog";
import { TIES } from "./ties";
import { WayDialog, type WayWish } from "./WayDialog";

type Look = "picture" | "table";
const TIED: readonly Folder[] = ["characters", "factions", "things"];
const looks: { ties: Look; map: Look } = { ties: "picture", map: "picture" };

function useLook(page: "ties" | "map"): [Look, (look: Look) => void] {
  const [look, setLook] = useState(looks[page]);
  return [look, (next) => {
    looks[page] = next;
    setLook(next);
  }];
}

function LookChoice({ look, onChange, picture }: { look: Look; onChange: (look: Look) => void; picture: string }) {
  const { say } = useMessages();
  return <Segmented label={say("world.look")} size="small" value={look} onChange={onChange} options={[{ id: "picture", label: picture, icon: "graph" }, { id: "table", label: say("world.table"), icon: "list" }]} />;
}

export function TiesPage({ chosen }: { chosen: string | null }) {
  const { say } = useMessages();
  const desk = useOpened();
  const [look, setLook] = useLook("ties");
  const [folders, setFolders] = useState<readonly Folder[]>(TIED);
  const [wish, want] = useState<TieWish | null>(null);
  const open = useDesk(desk, (state) => state.open);
  const live = useDesk(desk, (state) => state.live);
  const graph = useMemo(() => tieGraph({ rows: rowsNow({ open, live }), relationships: listNow({ open, live }, TIES), folders, chosen, words: { member: say("world.memberOf"), holds: say("world.holds") } }), [open, live, folders, chosen, say]);
  const people = graph.nodes.filter(({ folder }) => folder === "characters").length;
  const ties = graph.edges.filter(({ tone }) => tone !== "suggested");
  const suggested = graph.edges.length - ties.length;
  function tie(from: string, to: string): void {
    const [a, b] = [from, to].map((id) => (id.startsWith("characters/") ? id : null));
    if (a !== undefined && b !== undefined && a !== null && b !== null) want({ from: a, to: b });
    // Who holds a thing and who belongs to a faction is said by that document.
    else showDocument(from.startsWith("characters/") ? to : from);
  }
  function edit(edge: GraphEdge): void {
    if (edge.tone === "held") showDocument(edge.to, edge.to.startsWith("factions/") ? "/members" : "/held_by");
    else want({ from: edge.from, to: edge.to });
  }
  const nodeLabel = (node: GraphNode): string => say("world.nodeLabel", { kind: say(`world.folderOne.${node.folder}`), count: graph.edges.filter(({ from, to }) => from === node.id || to === node.id).length });
  return (
    <div className="world-graph" data-help="world-ties">
      <div className="world-graph-bar" role="toolbar" aria-label={say("world.ties")}>
        <LookChoice look={look} onChange={setLook} picture={say("world.ties")} />
        <span className="small tertiary wide-only cut">{say("world.tieCounts", { people, others: graph.nodes.length - people, ties: ties.length, suggested })}</span>
        <span className="push" />
        <Button size="small" icon="add" onPress={() => want({ from: chosen?.startsWith("characters/") === true ? chosen : null, to: null })}>{say("world.tieButton")}</Button>
        <Menu
          label={say("world.kinds")} placement="bottom end" button={<Button size="small">{folders.length === TIED.length ? say("world.allKinds") : say("world.someKinds", { count: folders.length })}<Icon name="down" size="small" /></Button>}
          groups={[{ id: "kinds", items: TIED.map((folder) => ({ id: folder, label: say(`world.folder.${folder}`), icon: folders.includes(folder) ? "tick" as const : FOLDER_ICONS[folder], off: folder === "characters" })) }]}
          onAction={(folder) => setFolders((old) => (old.includes(folder as Folder) ? old.filter((one) => one !== folder) : TIED.filter((one) => one === folder || old.includes(one))))}
        />
      </div>
      {graph.more === 0 || look === "table" ? null : <p className="world-note small secondary">{say("world.aroundOnly", { count: graph.more, name: graph.nodes.find(({ id }) => id === graph.around)?.label ?? "" })}</p>}
      {look === "table" ? <TiesTable onEdit={want} />
        : graph.nodes.length === 0 ? <p className="wakes-note small tertiary">{say("world.nobody")}</p>
          : <Canvas graph={graph} label={say("world.ties")} hint={say("world.tieHint")} shape="spread" chosen={chosen} nodeLabel={nodeLabel} onChoose={(id) => showView(`ties:${id}`)} onOpen={(id) => showDocument(id)} onTie={tie} onEdge={edit} />}
      {wish === null ? null : <TieDialog wish={wish} onClose={() => want(null)} />}
    </div>
  );
}

export function MapPage({ chosen }: { chosen: string | null }) {
  const { say } = useMessages();
  const desk = useOpened();
  const [look, setLook] = useLook("map");
  const [wish, want] = useState<WayWish | null>(null);
  const open = useDesk(desk, (state) => state.open);
  const live = useDesk(desk, (state) => state.live);
  const graph = useMemo(() => mapGraph({
    rows: rowsNow({ open, live }), starts: listAt(live[INFO] ?? open?.info, "start_places"), chosen,
    note: (count, parent) => (parent === null ? (count === 0 ? "" : say("world.peopleHere", { count })) : count === 0 ? say("world.placeIn", { name: parent }) : say("world.placeInWith", { name: parent, count })),
  }), [open, live, chosen, say]);
  const ends = graph.nodes.filter(({ mark }) => mark === "dead-end").length;
  const nodeLabel = (node: GraphNode): string => say("world.placeLabel", { mark: node.mark ?? "none", count: graph.edges.filter(({ from, to, both }) => from === node.id || (both && to === node.id)).length });
  return (
    <div className="world-graph" data-help="world-map">
      <div className="world-graph-bar" role="toolbar" aria-label={say("world.map")}>
        <LookChoice look={look} onChange={setLook} picture={say("world.map")} />
        <span className="small tertiary wide-only cut">{say("world.mapCounts", { places: graph.nodes.length, ways: graph.edges.length, ends })}</span>
        <span className="push" />
        <Button size="small" icon="add" onPress={() => want({ from: chosen?.startsWith("places/") === true ? chosen : null, to: null, at: null })}>{say("world.wayButton")}</Button>
      </div>
      {graph.more === 0 || look === "table" ? null : <p className="world-note small secondary">{say("world.aroundOnly", { count: graph.more, name: graph.nodes.find(({ id }) => id === graph.around)?.label ?? "" })}</p>}
      {look === "table" ? <WaysTable onEdit={want} />
        : graph.nodes.length === 0 ? <p className="wakes-note small tertiary">{say("world.nowhere")}</p>
          : <Canvas graph={graph} label={say("world.map")} hint={say("world.mapHint")} shape="layers" chosen={chosen} nodeLabel={nodeLabel} onChoose={(id) => showView(`map:${id}`)} onOpen={(id) => showDocument(id)} onTie={(from, to) => want({ from, to, at: null })} onEdge={({ from, to, at }) => want({ from, to, at: at[0] ?? null })} />}
      {wish === null ? null : <WayDialog wish={wish} onClose={() => want(null)} />}
    </div>
  );
}

// The panel of the wake graph: a picture or its table, of the whole book, of its folders, of one folder, or of what is
// around the entry on the page.
import { useMemo, useState } from "react";
import { type Document, useDocument } from "../../../documents";
import { Button, Checkbox, Dialog, Segmented, Select } from "../../../kit";
import { useMessages } from "../../../messages";
import { ENTRIES, FOLDERS, listOf, titleOf } from "../entries";
import { folderOf, foldersOf } from "../rows";
import { showEntries, useView } from "../state";
import { Drawing } from "./Drawing";
import { GraphTable } from "./GraphTable";
import { countOf, type Focus, graphOf, type GraphNode, MOST_NODES } from "./model";
import "./graph.css";

export function GraphPanel({ document }: { document: Document }) {
  const { say } = useMessages();
  const graph = useView(document, (view) => view.graph);
  const [large, setLarge] = useState(false);
  if (graph === null) return <p className="wakes-note small tertiary" role="status">{say("wakes.counting")}</p>;
  return (
    <div className="wakes" data-help="wakes">
      <Graphs document={document} onLarge={() => setLarge(true)} />
      {large ? <Dialog title={say("wakes.title")} open onClose={() => setLarge(false)} closeLabel={say("common.close")} size="page"><div className="wakes wakes-large"><Graphs document={document} onOpened={() => setLarge(false)} /></div></Dialog> : null}
    </div>
  );
}

function Graphs({ document, onLarge, onOpened }: { document: Document; onLarge?: () => void; onOpened?: () => void }) {
  const { say } = useMessages();
  const counted = useView(document, (view) => view.graph);
  const chosen = useView(document, (view) => (view.page === "entries" && view.chosen.length === 1 ? view.chosen[0] ?? null : null));
  const entries = useDocument(document, ({ body }) => listOf(body[ENTRIES]));
  const categories = useDocument(document, ({ body }) => listOf(body[FOLDERS]));
  const folders = useMemo(() => foldersOf(categories), [categories]);
  const tokens = useView(document, (view) => view.tokens);
  const [look, setLook] = useState<"picture" | "table">("picture");
  const [barred, setBarred] = useState(false);
  const [wanted, want] = useState<Focus | null>(null);
  const reaches = useMemo(() => (counted?.reaches ?? []).filter(({ from, to }) => from < entries.length && to < entries.length), [counted, entries.length]);
  const count = useMemo(() => countOf(reaches, barred), [reaches, barred]);
  const many = count > MOST_NODES;
  const focus: Focus = wanted ?? (many ? (folders.length > 0 ? { kind: "folders" } : { kind: "around", at: chosen ?? reaches[0]?.from ?? 0 }) : { kind: "all" });
  const at = focus.kind === "around" ? chosen ?? focus.at : null;
  const focusKey = JSON.stringify({ ...focus, at });
  const graph = useMemo(() => graphOf({
    reaches, barred, label: (place) => titleOf(entries[place], place, say), tokens: (place) => tokens.get(`entries[${place}].content`) ?? 0,
    folder: (place) => folderOf(entries[place], folders), folderName: (id) => folders.find((folder) => folder.id === id)?.name ?? say("wakes.noFolder"),
  }, JSON.parse(focusKey) as Focus), [reaches, barred, entries, folders, tokens, focusKey, say]);
  const rings = useMemo(() => new Set(graph.edges.filter(({ ring }) => ring).map(({ from }) => from)).size, [graph]);

  function open(node: GraphNode): void {
    if (node.at === null) want({ kind: "folder", id: node.folder });
    else {
      showEntries(document, [node.at]);
      onOpened?.();
    }
  }
  const NONE = "none";
  const options = [
    ...(many ? [] : [{ id: "all", label: say("wakes.fit") }]),
    ...(folders.length === 0 ? [] : [{ id: "folders", label: say("wakes.allFolders") }, ...folders.map(({ id, name }) => ({ id: `folder ${id}`, label: name.trim() === "" ? say("common.noName") : name })), { id: NONE, label: say("wakes.noFolder") }]),
    ...(chosen === null ? [] : [{ id: "around", label: say("wakes.around", { name: titleOf(entries[chosen], chosen, say) }) }]),
  ];
  const value = focus.kind === "folder" ? (focus.id === null ? NONE : `folder ${focus.id}`) : focus.kind;
  function choose(id: string): void {
    if (id === "all" || id === "folders") want({ kind: id });
    else if (id === "around") want({ kind: "around", at: chosen ?? 0 });
    else want({ kind: "folder", id: id === NONE ? null : id.slice("folder ".length) });
  }
  return (
    <>
      <div className="wakes-tools">
        <Segmented size="small" label={say("wakes.view")} value={look} onChange={setLook} options={[{ id: "picture", label: say("wakes.picture") }, { id: "table", label: say("wakes.table") }]} />
        {options.length < 2 ? null : <Select size="small" label={say("wakes.view")} hideLabel value={value} options={options} onChange={choose} className="grow" />}
        {onLarge === undefined ? null : <Button size="small" look="quiet" onPress={onLarge}>{say("wakes.large")}</Button>}
      </div>
      <div className="wakes-facts small secondary">
        <span>{say("wakes.summary", { nodes: graph.nodes.length, edges: graph.edges.length })}</span>
        {rings > 0 ? <span className="said-error">{say("wakes.rings", { count: ringCount(graph) })}</span> : null}
        <Checkbox label={say("wakes.barred")} on={barred} onChange={setBarred} />
      </div>
      {focus.kind === "folders" && many ? <p className="wakes-note small tertiary">{say("wakes.folders", { count })}</p> : null}
      {counted?.cut === true ? <p className="wakes-note small said-warning">{say("wakes.cut")}</p> : null}
      {graph.more > 0 && look === "picture" ? <p className="wakes-note small tertiary">{say("wakes.tooMany", { count: graph.nodes.length })}</p> : null}
      {graph.nodes.length === 0 ? <p className="wakes-note secondary">{say("wakes.none")}</p>
        : look === "table" ? <GraphTable document={document} entries={entries} graph={graph} /> : <Drawing key={focusKey} graph={graph} chosen={chosen === null ? null : String(chosen)} onOpen={open} />}
    </>
  );
}

/** Rings in a picture: groups of nodes that wake one another. */
function ringCount({ edges }: { edges: readonly { from: string; to: string; ring: boolean }[] }): number {
  const group = new Map<string, string>();
  const find = (id: string): string => {
    let root = id;
    while ((group.get(root) ?? root) !== root) root = group.get(root) ?? root;
    return root;
  };
  for (const { from, to, ring } of edges) if (ring) group.set(find(from), find(to)), group.set(find(to), find(to));
  return new Set([...group.keys()].map(find)).size;
}

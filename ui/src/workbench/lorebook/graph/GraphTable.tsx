// The same wakes as rows: who wakes whom, by which keys, and what bars it.
import type { Document } from "../../../documents";
import type { Json } from "../../../bindings";
import { Authored, VirtualList } from "../../../kit";
import { useMessages } from "../../../messages";
import { EntryLink } from "../EntryLink";
import type { Graph } from "./model";

const LIST = "wakes-table";

export function GraphTable({ document, entries, graph }: { document: Document; entries: readonly Json[]; graph: Graph }) {
  const { say } = useMessages();
  const labels = new Map(graph.nodes.map((node) => [node.id, node]));
  const cell = (id: string) => {
    const node = labels.get(id);
    return node === undefined || node.at === null ? <Authored text={node?.label ?? ""} cut /> : <EntryLink document={document} at={node.at} entries={entries} />;
  };
  return (
    <VirtualList
      id={LIST} label={say("wakes.table")} role="grid" count={graph.edges.length} rowSize={48} cursor={-1} onCursor={() => undefined}
      head={<div role="row" className="wakes-row wakes-row-head" aria-rowindex={1}><span role="columnheader">{say("wakes.from")}</span><span role="columnheader">{say("wakes.to")}</span><span role="columnheader">{say("wakes.by")}</span></div>}
    >
      {(index) => {
        const edge = graph.edges[index];
        if (edge === undefined) return <div key={index} />;
        const state = edge.barrier ?? (edge.ring ? "ring" : "open");
        return (
          <div key={`${edge.from}>${edge.to}`} role="row" aria-rowindex={index + 2} className="wakes-row">
            <span role="gridcell">{cell(edge.from)}</span>
            <span role="gridcell">{cell(edge.to)}</span>
            <span role="gridcell" className="stack"><Authored text={edge.keys.join(say("lore.listSign"))} cut /><span className={`small ${state === "ring" ? "said-error" : "tertiary"}`}>{say(`wakes.state.${state}`)}</span></span>
          </div>
        );
      }}
    </VirtualList>
  );
}

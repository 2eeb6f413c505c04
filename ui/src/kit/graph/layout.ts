// Where the nodes and lines of a graph lie: in layers from left to right, or spread out where no direction matters. Runs
// in a worker; a test calls it as it is.
import dagre from "@dagrejs/dagre";
import { spread } from "./spread";

export interface Box { id: string; width: number; height: number }
export interface LayoutAsk {
  nodes: Box[]; edges: { from: string; to: string }[];
  /** Layers when it is not said. */
  shape?: "layers" | "spread";
  /** Blank between layers, and between nodes of one layer; for lines without words when it is not said. */
  between?: number; apart?: number;
  /** The node in the middle of a graph that is spread out. */
  middle?: string | null;
}
export interface Placed extends Box { x: number; y: number }
export interface Line { from: string; to: string; points: { x: number; y: number }[] }
export interface Layout { nodes: Placed[]; edges: Line[]; width: number; height: number }

export function layout(ask: LayoutAsk): Layout {
  return ask.shape === "spread" ? spread(ask) : layered(ask);
}

function layered({ nodes, edges, between = 56, apart = 14 }: LayoutAsk): Layout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: apart, ranksep: between, marginx: 16, marginy: 16, ranker: nodes.length > 120 ? "longest-path" : "network-simplex" });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const { from, to } of edges) graph.setEdge(from, to);
  dagre.layout(graph);
  const size = graph.graph() as { width?: number; height?: number };
  return {
    nodes: nodes.map((box) => {
      const { x, y } = graph.node(box.id) as { x: number; y: number };
      return { ...box, x, y };
    }),
    edges: edges.map(({ from, to }) => ({ from, to, points: (graph.edge(from, to) as { points?: { x: number; y: number }[] }).points ?? [] })),
    width: size.width ?? 0, height: size.height ?? 0,
  };
}

// Where nodes and wakes lie: in layers from left to right, each node as wide as its text is long. Runs in a worker; a test
// calls it as it is.
import dagre from "@dagrejs/dagre";

export interface Box { id: string; width: number; height: number }
export interface LayoutAsk { nodes: Box[]; edges: { from: string; to: string }[] }
export interface Placed extends Box { x: number; y: number }
export interface Line { from: string; to: string; points: { x: number; y: number }[] }
export interface Layout { nodes: Placed[]; edges: Line[]; width: number; height: number }

export const NODE_HEIGHT = 30;
const LEAST = 96;
const MOST = 232;

/** The width of a node: its tokens, by the root, so that one long entry does not make the others nothing. */
export function widthOf(tokens: number, most: number): number {
  return Math.round(LEAST + (MOST - LEAST) * Math.sqrt(most <= 0 ? 0 : Math.min(1, tokens / most)));
}

export function layout({ nodes, edges }: LayoutAsk): Layout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 56, marginx: 16, marginy: 16, ranker: nodes.length > 120 ? "longest-path" : "network-simplex" });
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

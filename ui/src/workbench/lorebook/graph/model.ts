// The graph of wakes as it is drawn: which entries, which wakes, which of them go in a ring. Large books show their folders
// first, or what is around one entry.
import type { LoreReach } from "../../../bindings";

export interface GraphNode { id: string; at: number | null; folder: string | null; label: string; tokens: number; ring: boolean; out: number; into: number }
export interface GraphEdge { from: string; to: string; keys: string[]; barrier: LoreReach["barrier"]; ring: boolean }
export interface Graph { nodes: GraphNode[]; edges: GraphEdge[]; /** Entries that were left out of the picture. */ more: number }

/** More than this is no picture any more. */
export const MOST_NODES = 300;
/** How many steps from an entry its surroundings go. */
const AROUND = 2;

export interface Subject {
  reaches: readonly LoreReach[];
  /** Whether barred wakes are shown too. */
  barred: boolean;
  label: (at: number) => string;
  tokens: (at: number) => number;
  folder: (at: number) => string | null;
  folderName: (id: string | null) => string;
}

export type Focus = { kind: "all" } | { kind: "folders" } | { kind: "folder"; id: string | null } | { kind: "around"; at: number };

/** Numbers of the groups in which every node reaches every other; those of one node alone get none. */
export function ringsOf(pairs: readonly (readonly [number, number])[]): Map<number, number> {
  const next = new Map<number, number[]>();
  const nodes = new Set<number>();
  for (const [from, to] of pairs) {
    nodes.add(from).add(to);
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const held: number[] = [];
  const isHeld = new Set<number>();
  const rings = new Map<number, number>();
  let count = 0;
  let ring = 0;
  for (const start of nodes) {
    if (index.has(start)) continue;
    // A walk with a list of its own: a chain of thousands must not be a chain of calls.
    const walk: { node: number; child: number }[] = [{ node: start, child: 0 }];
    while (walk.length > 0) {
      const step = walk[walk.length - 1] as { node: number; child: number };
      const { node } = step;
      if (step.child === 0) {
        index.set(node, count);
        low.set(node, count);
        count += 1;
        held.push(node);
        isHeld.add(node);
      }
      const child = next.get(node)?.[step.child];
      step.child += 1;
      if (child !== undefined) {
        if (!index.has(child)) walk.push({ node: child, child: 0 });
        else if (isHeld.has(child)) low.set(node, Math.min(low.get(node) ?? 0, index.get(child) ?? 0));
        continue;
      }
      walk.pop();
      const parent = walk[walk.length - 1]?.node;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(node) ?? 0));
      if (low.get(node) !== index.get(node)) continue;
      const group = held.splice(held.lastIndexOf(node));
      for (const one of group) isHeld.delete(one);
      if (group.length > 1) for (const one of group) rings.set(one, ring);
      if (group.length > 1) ring += 1;
    }
  }
  return rings;
}

/** How many entries have a wake. */
export function countOf(reaches: readonly LoreReach[], barred: boolean): number {
  const ats = new Set<number>();
  for (const reach of reaches) if (barred || reach.barrier === null) ats.add(reach.from).add(reach.to);
  return ats.size;
}

function around(pairs: readonly LoreReach[], at: number): Set<number> {
  let edge = new Set([at]);
  const all = new Set([at]);
  for (let step = 0; step < AROUND; step += 1) {
    const next = new Set<number>();
    for (const { from, to } of pairs) {
      if (edge.has(from) && !all.has(to)) next.add(to);
      if (edge.has(to) && !all.has(from)) next.add(from);
    }
    for (const one of next) all.add(one);
    edge = next;
  }
  return all;
}

export function graphOf(subject: Subject, focus: Focus): Graph {
  const shown = subject.reaches.filter(({ barrier }) => subject.barred || barrier === null);
  const rings = ringsOf(subject.reaches.filter(({ barrier }) => barrier === null).map(({ from, to }) => [from, to]));
  if (focus.kind === "folders") return folderGraph(subject, shown, rings);
  const near = focus.kind === "around" ? around(shown, focus.at) : null;
  const isIn = (at: number): boolean => (near !== null ? near.has(at) : focus.kind === "folder" ? subject.folder(at) === focus.id : true);
  const wanted = shown.filter(({ from, to }) => (near !== null ? isIn(from) && isIn(to) : isIn(from) || isIn(to)));
  const degree = new Map<number, number>();
  for (const { from, to } of wanted) for (const at of [from, to]) degree.set(at, (degree.get(at) ?? 0) + 1);
  if (focus.kind === "around") degree.set(focus.at, Number.POSITIVE_INFINITY);
  const all = [...degree].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([at]) => at);
  const drawn = new Set(all.slice(0, MOST_NODES));
  const ring = (from: number, to: number): boolean => rings.has(from) && rings.get(from) === rings.get(to);
  const edges = new Map<string, GraphEdge>();
  for (const { from, to, key, barrier } of wanted) {
    if (!drawn.has(from) || !drawn.has(to)) continue;
    const known = edges.get(`${from} ${to}`);
    if (known === undefined) edges.set(`${from} ${to}`, { from: String(from), to: String(to), keys: [key], barrier, ring: barrier === null && ring(from, to) });
    else known.keys.push(key);
  }
  return { nodes: nodesOf([...drawn].sort((a, b) => a - b), [...edges.values()], subject, rings), edges: [...edges.values()], more: all.length - drawn.size };
}

function nodesOf(ats: readonly number[], edges: readonly GraphEdge[], subject: Subject, rings: ReadonlyMap<number, number>): GraphNode[] {
  const out = new Map<string, number>();
  const into = new Map<string, number>();
  for (const { from, to, barrier } of edges) {
    if (barrier !== null) continue;
    out.set(from, (out.get(from) ?? 0) + 1);
    into.set(to, (into.get(to) ?? 0) + 1);
  }
  return ats.map((at) => {
    const id = String(at);
    return { id, at, folder: subject.folder(at), label: subject.label(at), tokens: subject.tokens(at), ring: rings.has(at), out: out.get(id) ?? 0, into: into.get(id) ?? 0 };
  });
}

function folderGraph(subject: Subject, reaches: readonly LoreReach[], rings: ReadonlyMap<number, number>): Graph {
  const nodes = new Map<string, GraphNode>();
  const idOf = (at: number): string => subject.folder(at) ?? "";
  const counted = new Set<number>();
  const nodeOf = (at: number): GraphNode => {
    const id = idOf(at);
    const node = nodes.get(id) ?? { id: `folder ${id}`, at: null, folder: subject.folder(at), label: subject.folderName(subject.folder(at)), tokens: 0, ring: false, out: 0, into: 0 };
    nodes.set(id, node);
    if (!counted.has(at)) {
      counted.add(at);
      node.tokens += subject.tokens(at);
      node.ring ||= rings.has(at);
    }
    return node;
  };
  const edges = new Map<string, GraphEdge>();
  for (const { from, to, key, barrier } of reaches) {
    const [a, b] = [nodeOf(from), nodeOf(to)];
    if (a === b) continue;
    const known = edges.get(`${a.id}>${b.id}`);
    if (known === undefined) {
      edges.set(`${a.id}>${b.id}`, { from: a.id, to: b.id, keys: [key], barrier, ring: false });
      a.out += 1;
      b.into += 1;
    } else {
      known.keys.push(key);
      if (barrier === null) known.barrier = null;
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], more: 0 };
}

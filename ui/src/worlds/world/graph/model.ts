// Graphs of a world as they are drawn: who stands how to whom, which place leads where. Made of the rows of the world and
// its relationships; what a document says in another type than it should is no line.
import type { Json } from "../../../bindings";
import { type Folder, isMap, listAt, partsOfRef, pictureKey, textAt } from "../model";
import type { WorldDocumentRow } from "../wire";

export interface GraphNode {
  /** Reference of the document. */
  id: string; folder: Folder; label: string; picture: string | null;
  /** What a place is besides: nothing leads out, nothing leads there. */
  mark?: "dead-end" | "unreachable"; note?: string;
}
export interface GraphEdge {
  id: string; from: string; to: string; label: string;
  tone: "plain" | "hostile" | "suggested" | "held" | "hidden";
  /** An arrow at both ends. */
  both: boolean;
  /** Where it stands: numbers of relationships, or of ways. */
  at: readonly number[];
}
export interface WorldGraph { nodes: GraphNode[]; edges: GraphEdge[]; /** Nodes left out: only what is around the chosen one is drawn. */ more: number; /** Around which node, when not all are drawn. */ around: string | null }

/** More nodes than this are no picture any more; then what is around the chosen one is drawn. */
export const MOST_NODES = 150;
/** Suggestions drawn at most. */
const MOST_SUGGESTED = 24;
/** Below this sum of affection and trust a tie is hostile. */
const HOSTILE = 0;
const HOSTILE_WORDS = /\b(?:enem(?:y|ies)|rival|foe|nemesis|hates?|hostile|feud|blames?)\b|敌|仇|对手|憎|恨/iu;

function nodeOf({ document, name, facts }: WorldDocumentRow): GraphNode | null {
  const parts = partsOfRef(document);
  if (parts === null) return null;
  const key = pictureKey(parts.folder);
  const picture = key === null ? "" : textAt(facts, key);
  return { id: document, folder: parts.folder, label: name.trim() === "" ? parts.id : name, picture: picture === "" ? null : picture };
}

export function isHostile(row: Json): boolean {
  const feelings = isMap(row) && isMap(row.feelings) ? row.feelings : {};
  const number = (key: string): number => (typeof feelings[key] === "number" ? feelings[key] : 0);
  return number("affection") + number("trust") < HOSTILE || HOSTILE_WORDS.test(textAt(row, "kind"));
}

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Relationships as lines; two that say the same of each other are one with two arrows. */
function tiesOf(relationships: readonly Json[], known: ReadonlySet<string>): GraphEdge[] {
  const lines = new Map<string, GraphEdge>();
  for (const [at, row] of relationships.entries()) {
    const [from, to] = [`characters/${textAt(row, "from")}`, `characters/${textAt(row, "to")}`];
    if (from === to || !known.has(from) || !known.has(to)) continue;
    const kind = textAt(row, "kind");
    const tone = isHostile(row) ? "hostile" : "plain";
    const back = lines.get(`${to}>${from}`);
    if (back !== undefined && back.label === kind && back.tone === tone && !back.both) lines.set(back.id, { ...back, both: true, at: [...back.at, at] });
    else if (!lines.has(`${from}>${to}`)) lines.set(`${from}>${to}`, { id: `${from}>${to}`, from, to, label: kind, tone, both: false, at: [at] });
  }
  return [...lines.values()];
}

/** What documents say of each other: members of factions, what somebody holds. */
function heldOf(rows: readonly WorldDocumentRow[], known: ReadonlySet<string>, words: TieWords): GraphEdge[] {
  const lines: GraphEdge[] = [];
  const add = (from: string, to: string, label: string): void => {
    if (known.has(from) && known.has(to)) lines.push({ id: `${from}>${to}`, from, to, label, tone: "held", both: false, at: [] });
  };
  for (const { document, facts } of rows) {
    for (const member of listAt(facts, "members")) add(`characters/${textAt(member, "character")}`, document, textAt(member, "role") || words.member);
    if (document.startsWith("things/")) add(`characters/${textAt(facts, "held_by")}`, document, words.holds);
  }
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}

/** People named together by a faction or a lore entry, between whom nothing is said. */
function suggestedOf(rows: readonly WorldDocumentRow[], known: ReadonlySet<string>, ties: readonly GraphEdge[]): GraphEdge[] {
  const taken = new Set(ties.map(({ from, to }) => pairOf(from, to)));
  const found = new Map<string, GraphEdge>();
  for (const { document, name, facts } of rows) {
    const together = document.startsWith("factions/") ? listAt(facts, "members").map((member) => `characters/${textAt(member, "character")}`)
      : document.startsWith("lore/") ? listAt(facts, "about").filter((one): one is string => typeof one === "string" && one.startsWith("characters/")) : [];
    // A crowd named together says nothing of any two of it.
    if (together.length > 6) continue;
    for (const [at, from] of together.entries()) for (const to of together.slice(at + 1)) {
      const pair = pairOf(from, to);
      if (from === to || taken.has(pair) || !known.has(from) || !known.has(to) || found.size >= MOST_SUGGESTED) continue;
      if (!found.has(pair)) found.set(pair, { id: `${from}?${to}`, from, to, label: name, tone: "suggested", both: false, at: [] });
    }
  }
  return [...found.values()];
}

export interface TieWords { member: string; holds: string }
export interface TieAsk { rows: readonly WorldDocumentRow[]; relationships: readonly Json[]; folders: readonly Folder[]; chosen: string | null; words: TieWords }

export function tieGraph({ rows, relationships, folders, chosen, words }: TieAsk): WorldGraph {
  const all = rows.flatMap((row): GraphNode[] => {
    const node = nodeOf(row);
    return node === null || !folders.includes(node.folder) ? [] : [node];
  });
  const known = new Set(all.map(({ id }) => id));
  const ties = tiesOf(relationships, known);
  const held = heldOf(rows, known, words);
  const edges = [...ties, ...held, ...suggestedOf(rows, known, ties)];
  const met = new Set(edges.flatMap(({ from, to }) => [from, to]));
  // People are always there; the others when a line meets them.
  const nodes = all.filter(({ id, folder }) => folder === "characters" || met.has(id) || id === chosen);
  return near(nodes, edges, chosen);
}

/** All of it, or of very many what is one step from the chosen node. */
export function near(nodes: GraphNode[], edges: GraphEdge[], chosen: string | null): WorldGraph {
  if (nodes.length <= MOST_NODES) return { nodes, edges, more: 0, around: null };
  const degrees = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const most = nodes.reduce<GraphNode | undefined>((best, node) => (best === undefined || (degrees.get(node.id) ?? 0) > (degrees.get(best.id) ?? 0) ? node : best), undefined);
  const around = nodes.some(({ id }) => id === chosen) ? chosen : most?.id ?? null;
  const kept = new Set<string>(around === null ? [] : [around]);
  for (const { from, to } of edges) {
    if (from === around) kept.add(to);
    if (to === around) kept.add(from);
    if (kept.size >= MOST_NODES) break;
  }
  const shown = nodes.filter(({ id }) => kept.has(id));
  return { nodes: shown, edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)), more: nodes.length - shown.length, around };
}

/** Which places can be come to: from where stories and people begin, along ways; a place's bigger place with it. */
function reached(rows: readonly WorldDocumentRow[], starts: readonly Json[]): ReadonlySet<string> {
  const places = new Map(rows.filter(({ document }) => document.startsWith("places/")).map((row) => [row.document, row.facts]));
  const begun = [...starts, ...rows.filter(({ document }) => document.startsWith("characters/")).map(({ facts }) => facts.start ?? null)];
  const walk = begun.filter((id): id is string => typeof id === "string").map((id) => `places/${id}`);
  const seen = new Set<string>();
  for (let id = walk.pop(); id !== undefined; id = walk.pop()) {
    const facts = places.get(id);
    if (facts === undefined || seen.has(id)) continue;
    seen.add(id);
    for (const way of listAt(facts, "ways")) walk.push(`places/${textAt(way, "to")}`);
    if (textAt(facts, "parent") !== "") walk.push(`places/${textAt(facts, "parent")}`);
  }
  return seen;
}

export interface MapAsk { rows: readonly WorldDocumentRow[]; starts: readonly Json[]; chosen: string | null; note: (people: number, parent: string | null) => string }

export function mapGraph({ rows, starts, chosen, note }: MapAsk): WorldGraph {
  const places = rows.filter(({ document }) => document.startsWith("places/"));
  const seen = reached(rows, starts);
  const known = new Map(places.map((row) => [row.document, row]));
  const people = new Map<string, number>();
  for (const { document, facts } of rows) if (document.startsWith("characters/")) people.set(`places/${textAt(facts, "start")}`, (people.get(`places/${textAt(facts, "start")}`) ?? 0) + 1);
  const nodes = places.flatMap((row): GraphNode[] => {
    const node = nodeOf(row);
    if (node === null) return [];
    const out = listAt(row.facts, "ways").some((way) => known.has(`places/${textAt(way, "to")}`));
    const parent = known.get(`places/${textAt(row.facts, "parent")}`);
    const mark = places.length < 2 ? undefined : !seen.has(row.document) ? "unreachable" as const : out ? undefined : "dead-end" as const;
    return [{ ...node, note: note(people.get(row.document) ?? 0, parent === undefined ? null : parent.name), ...(mark === undefined ? {} : { mark }) }];
  });
  const lines = new Map<string, GraphEdge>();
  for (const { document, facts } of places) for (const [at, way] of listAt(facts, "ways").entries()) {
    const to = `places/${textAt(way, "to")}`;
    if (to === document || !known.has(to)) continue;
    const label = textAt(way, "name");
    const hidden = isMap(way) && way.hidden === true;
    const back = lines.get(`${to}>${document}`);
    const same = lines.get(`${document}>${to}`);
    if (same !== undefined) lines.set(same.id, { ...same, label: joined(same.label, label), at: [...same.at, at] });
    else if (back !== undefined) lines.set(back.id, { ...back, both: true, label: joined(back.label, label), tone: back.tone === "hidden" && hidden ? "hidden" : "plain" });
    else lines.set(`${document}>${to}`, { id: `${document}>${to}`, from: document, to, label, tone: hidden ? "hidden" : "plain", both: false, at: [at] });
  }
  return near(nodes, [...lines.values()], chosen);
}

function joined(one: string, other: string): string {
  return other === "" || one.split(" / ").includes(other) ? one : one === "" ? other : `${one} / ${other}`;
}

// What the studio in memory finds, replaces, shelves and compares: words as they are, without patterns.
import { told } from "./intake";
import type { ArgumentsOf, CommandName, EntityRow, FoundField, Json, JsonObject, ResultOf, Run, Shelf } from "../../bindings";

type Answers = { [K in CommandName]?: (args: ArgumentsOf<K>) => ResultOf<K> };
const NO_WRITING = new Set(["id", "ref", "role", "origin", "position"]);

function texts(value: Json, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item, at) => texts(item, `${path}[${at}]`));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => (NO_WRITING.has(key) || inner === undefined ? [] : texts(inner, path === "" ? key : `${path}.${key}`)));
}

function placesIn(text: string, words: string): number[] {
  const places: number[] = [];
  for (let at = text.toLowerCase().indexOf(words.toLowerCase()); at !== -1 && words !== ""; at = text.toLowerCase().indexOf(words.toLowerCase(), at + words.length)) places.push(at);
  return places;
}

function fieldsOf(body: Json, words: string, replacement: string | null): FoundField[] {
  return texts(body).flatMap(([path, text]) => {
    const places = placesIn(text, words);
    if (places.length === 0) return [];
    const shown = (from: number) => (replacement === null ? { before: null, after: null } : { before: text, after: text.slice(0, from) + replacement + text.slice(from + words.length) });
    return [{ path, label: path, count: places.length, places: places.map((from) => ({ from, to: from + words.length, ...shown(from) })) }];
  });
}

function rewritten(text: string, words: string, replacement: string, only: number | null): string {
  return placesIn(text, words).filter((_, at) => only === null || at === only).reduceRight((left, from) => left.slice(0, from) + replacement + left.slice(from + words.length), text);
}

export function comfortAnswers(rowOf: (address: string) => EntityRow): Answers {
  let shelves: Shelf[] = [];
  const bodyOf = (address: string): JsonObject => ({ name: rowOf(address).name, description: `${rowOf(address).name} knows the tide and the fog.` });
  const runOf = (addresses: string[], count: number): Run => ({
    pieces: addresses.map((address) => ({ address, name: rowOf(address).name, before: 37, after: 38, count })), total: addresses.length * count, failed: [],
  });
  return {
    find_body: ({ body, wanted }) => {
      const fields = fieldsOf(body, wanted.text, null);
      return { total: fields.reduce((sum, { count }) => sum + count, 0), fields, fault: null };
    },
    replace_body: ({ body, wanted, replacement, path, number }) => texts(body).filter(([at, text]) => (path ?? at) === at && placesIn(text, wanted.text).length > 0)
      .map(([at, text]) => ({ path: at, value: rewritten(text, wanted.text, replacement, number ?? null) })),
    find_library: ({ addresses, wanted, replacement }) => {
      const pieces = addresses.map((address) => ({ address, kind: rowOf(address).kind, name: rowOf(address).name, revision: 37, fields: fieldsOf(bodyOf(address), wanted.text, replacement) }))
        .map((piece) => ({ ...piece, total: piece.fields.reduce((sum, { count }) => sum + count, 0) })).filter(({ total }) => total > 0);
      return { total: pieces.reduce((sum, { total }) => sum + total, 0), looked: addresses.length, pieces, untold: 0, fault: null, failed: [] };
    },
    replace_library: ({ choice }) => runOf(choice.map(({ address }) => address), 1),
    run_undo: ({ pieces }) => runOf(pieces.map(({ address }) => address), 1),
    tags_change: ({ addresses, add, remove }) => runOf(addresses, add.length + remove.length),
    shelves: () => shelves,
    shelf_make: ({ name, search }) => (shelves = [...shelves, { id: `s${shelves.length}`, name, search: search ?? null, count: 0 }]),
    shelf_rename: ({ id, name }) => (shelves = shelves.map((shelf) => (shelf.id === id ? { ...shelf, name } : shelf))),
    shelf_remove: ({ id }) => (shelves = shelves.filter((shelf) => shelf.id !== id)),
    shelf_put: ({ id, add, remove }) => (shelves = shelves.map((shelf) => (shelf.id === id ? { ...shelf, count: Math.max(0, shelf.count + add.length - remove.length) } : shelf))),
    pieces_compare: ({ left, right }) => [{ path: "name", label: "Name", part: "body", unit: "value", of: null, before: told(rowOf(left).name), after: told(rowOf(right).name) }],
    drag_file: ({ address }) => ({ path: `/tmp/${address}.png`, name: "piece.png" }),
    entity_copy: ({ address }) => rowOf(address).name,
  };
}

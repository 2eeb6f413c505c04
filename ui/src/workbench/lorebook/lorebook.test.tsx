import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json, JsonObject, LoreTrial, OpenEntity } from "../../bindings";
import { createDocument, type Document } from "../../documents/document";
import { setHost } from "../../host";
import { type FakeHost, fakeHost } from "../../host/fake";
import { messages } from "../../messages";
import { entryActs } from "./acts";
import { Outcome } from "./bench/Outcome";
import { isLog, readLog } from "./bench/chat";
import { clipOf, readClip } from "./clipboard";
import { keyOf, keysIn, keyText, says } from "./entries";
import { graphOf, ringsOf, type Subject } from "./graph/model";
import { layout } from "../../kit/graph/layout";
import { foldersOf, rowsOf } from "./rows";
import { MORE_COUNT } from "./sentence/MoreSentences";
import { Sentences } from "./sentence/Sentences";
import { sharedOf } from "./target";

let host: FakeHost;
let entity: OpenEntity;
let document: Document;

const entry = (id: number, more: JsonObject = {}): JsonObject => ({ id: String(id), title: `Entry ${id}`, content: `Text ${id}`, triggers: [{ keyword: `key ${id}` }], secondaryTriggers: [], ...more });
function book(entries: Json[], more: JsonObject = {}): Document {
  document = createDocument({ ...entity, kind: "lorebook", body: { name: "Book", entries, ...more } });
  return document;
}
const rows = (): Json[] => document.store.get().body.entries as Json[];

beforeEach(async () => {
  host = fakeHost({ count: 1 });
  setHost(host);
  entity = await host.invoke("entity_open", { address: "character/piece-0" });
});
afterEach(() => {
  cleanup();
  document?.dispose();
});

describe("keys", () => {
  test("a key is written as it is read", () => {
    for (const text of ["fog", "/fog\\s?horns?/i", "/a,b/", "a/b", "//"]) expect(keyText(keyOf(text))).toBe(text);
  });
  test("commas divide words, not patterns", () => {
    expect(keysIn(" fog, bell，tide ")).toEqual(["fog", "bell", "tide"]);
    expect(keysIn("/a,b/")).toEqual(["/a,b/"]);
  });
});

describe("the list", () => {
  const folders = foldersOf([{ id: "law", name: "Law" }, { id: "inner", name: "Inner", parentId: "law" }, { id: "a", name: "A", parentId: "b" }, { id: "b", name: "B", parentId: "a" }, null]);
  const entries: Json[] = [entry(0, { categoryId: "inner" }), entry(1), entry(2, { categoryId: "law" }), entry(3, { categoryId: "gone" }), "odd", entry(4, { categoryId: "a" })];
  const shown = (closed: string[] = [], words = ""): string[] => rowsOf({ entries, folders, closed: new Set(closed), words }).map((row) => (row.kind === "folder" ? row.folder.name : String(row.at)));
  test("entries without a folder come first, inner folders below their outer one, rings of folders are listed", () => {
    expect(shown()).toEqual(["1", "3", "4", "Law", "2", "Inner", "0", "A", "5", "B"]);
    expect(shown(["law"])).toEqual(["1", "3", "4", "Law", "A", "5", "B"]);
  });
  test("a search leaves what says the words, with its folders", () => {
    expect(shown(["law"], "text 0")).toEqual(["Law", "Inner", "0"]);
    expect(says("odd", "o")).toBe(false);
  });
});

describe("acts", () => {
  const acts = () => entryActs(document, messages().say);
  test("each is one step; copies have ids of their own", () => {
    book([entry(0), entry(1)]);
    expect(acts().duplicate([0, 1])).toEqual([1, 3]);
    acts().add();
    expect(new Set(rows().map((row) => (row as JsonObject).id)).size).toBe(5);
    expect(document.store.get().line.steps).toHaveLength(2);
    document.undo();
    document.undo();
    expect(rows()).toHaveLength(2);
  });
  test("a block is moved and takes the folder it lands in", () => {
    book([entry(0), entry(1), entry(2), entry(3, { categoryId: "law" })], { categories: [{ id: "law", name: "Law" }] });
    expect(acts().move([0, 2], 4, "law")).toEqual([2, 3]);
    expect(rows().map((row) => (row as JsonObject).id)).toEqual(["1", "3", "0", "2"]);
    expect(rows().map((row) => (row as JsonObject).categoryId)).toEqual([undefined, "law", "law", "law"]);
  });
  test("a folder that goes leaves its entries where it lay", () => {
    book([entry(0, { categoryId: "in" })], { categories: [{ id: "out", name: "Out" }, { id: "in", name: "In", parentId: "out" }] });
    acts().removeFolder("in");
    expect((rows()[0] as JsonObject).categoryId).toBe("out");
    expect(document.store.get().body.categories).toEqual([{ id: "out", name: "Out" }]);
  });
  test("entries go to another book with their folder, as text that may be anything", () => {
    const clip = clipOf([entry(0, { categoryId: "law" }), null], [{ id: "law", name: "Law" }, { id: "x", name: "X" }]);
    const read = readClip(JSON.stringify(clip));
    book([entry(0)], { categories: [{ id: "other", name: "Law" }] });
    expect(acts().paste(read ?? { entries: [], folders: [] }, 0)).toEqual([1]);
    expect(rows()[1]).toMatchObject({ id: "1", title: "Entry 0", categoryId: "other" });
    for (const text of ["", "[]", "{\"ficha\":\"lorebook-entries\"}", "{\"ficha\":\"lorebook-entries\",\"entries\":[3]}", "lorebook-entries{"]) expect(readClip(text)).toBe(null);
    expect(readClip("{\"ficha\":\"lorebook-entries\",\"entries\":[{\"triggers\":7}]}")?.entries[0]).toEqual({ content: "", triggers: [], secondaryTriggers: [] });
  });
});

describe("sentences", () => {
  test("a value opens in its place and writes its field", () => {
    render(<Sentences target={{ document: book([entry(0, { scanDepth: 4 })]), ats: [0] }} />);
    fireEvent.click(screen.getByRole("button", { name: "Looks back: in the last 4 messages" }));
    fireEvent.change(screen.getByRole("spinbutton", { name: /Looks back/ }), { target: { value: "7" } });
    expect((rows()[0] as JsonObject).scanDepth).toBe(7);
    fireEvent.click(screen.getByRole("button", { name: "as far back as the book looks" }));
    expect("scanDepth" in (rows()[0] as JsonObject)).toBe(false);
  });
  test("several entries share a sentence; what differs is mixed, and one step writes all", () => {
    const many = Array.from({ length: 30 }, (_, at) => entry(at, { sticky: at % 2 }));
    render(<Sentences target={{ document: book(many), ats: many.map((_, at) => at) }} />);
    fireEvent.click(screen.getByRole("button", { name: "Stays: mixed" }));
    fireEvent.change(screen.getByRole("spinbutton", { name: /Stays/ }), { target: { value: "3" } });
    expect(rows().every((row) => (row as JsonObject).sticky === 3)).toBe(true);
    expect(document.store.get().line.steps).toHaveLength(1);
  });
  test("keys of several entries: those they share, and a new one for each", () => {
    render(<Sentences target={{ document: book([entry(0, { triggers: [{ keyword: "sea" }, { keyword: "bell" }] }), entry(1, { triggers: [{ keyword: "sea" }, "odd"] })]), ats: [0, 1] }} />);
    const keys = screen.getByRole("group", { name: "Keys" });
    expect(within(keys).getAllByRole("button").map((button) => button.textContent)).toEqual(["sea"]);
    const input = within(keys).getByRole("textbox");
    fireEvent.change(input, { target: { value: "tide" } });
    fireEvent.keyDown(input, { key: "Enter" });
    expect(rows().map((row) => ((row as JsonObject).triggers as Json[]).map(keyText))).toEqual([["sea", "bell", "tide"], ["sea", "odd", "tide"]]);
  });
  test("wrong types are shown as they are and stay", () => {
    const odd = entry(0, { sticky: "long", scanDepth: [1], position: 7, caseSensitive: "no", triggers: "sea", probability: {}, characterFilter: 3, groupName: 9 });
    render(<Sentences target={{ document: book([odd, "no entry"]), ats: [0] }} />);
    expect(screen.getByRole("button", { name: "Stays: \"long\"" })).toBeTruthy();
    expect(rows()[0]).toEqual(odd);
  });
  test("the rest unfolds, and its count is that of its values", () => {
    const { container } = render(<Sentences target={{ document: book([entry(0)]), ats: [0] }} />);
    fireEvent.click(screen.getByRole("button", { name: `${MORE_COUNT} more settings` }));
    expect(container.querySelectorAll(".lore-more .lore-value")).toHaveLength(MORE_COUNT);
  });
  test("absence and null are the same to several entries", () => {
    expect(sharedOf([{ a: null }, {}], [0, 1], "a").mixed).toBe(false);
    expect(sharedOf([{ a: 1 }, {}, 7], [0, 1, 2], "a").mixed).toBe(true);
  });
});

describe("the bench", () => {
  test("a log becomes messages; addresses and lines without a name do not", () => {
    expect(isLog("one line")).toBe(false);
    expect(readLog("Ola: Is that thunder?\r\nMarisol：不是。\nand more\nhttps://example.invalid: no\n\n", "user")).toEqual([
      { name: "Ola", text: "Is that thunder?" }, { name: "Marisol", text: "不是。\nand more\nhttps://example.invalid: no" },
    ]);
    expect(readLog("no name\nB: x", "user")).toEqual([{ name: "user", text: "no name" }, { name: "B", text: "x" }]);
  });
  test("each row says why, recursion stands below who woke it, and names lead to entries", () => {
    const place = { back: null, source: null, entry: null };
    const of = (at: number) => ({ book: 0, at, title: `Entry ${at}` });
    const trial: LoreTrial = {
      tokens: 12, entries: 3, steps: 2, overBudget: false, marks: [], faults: [{ entry: of(1), key: "/x/", slow: true, what: "slow" }],
      woke: [
        { entry: of(1), step: 2, why: "keys", key: "ring", secondary: [], place: { ...place, entry: of(0) }, tokens: 4, passed: null, stays: 0 },
        { entry: of(0), step: 1, why: "keys", key: "bell", secondary: ["sea"], place: { ...place, back: 2 }, tokens: 8, passed: 80, stays: 1 },
      ],
      nearly: [{ entry: of(2), stop: "noMatch", number: 0, group: null, winner: null, logic: null, said: "earlier", key: "tide", back: 6, reach: 4 }],
    };
    book([entry(0), entry(1), entry(2)]);
    render(<Outcome document={document} entries={rows()} trial={trial} />);
    const woke = within(screen.getByRole("region", { name: "Woke" })).getAllByRole("listitem").map((item) => item.textContent);
    expect(woke).toEqual(["Entry 08“bell”, 2 messages back · and “sea” · passed 80% with seed 7 · stays 1 more message", "Entry 14woken by Entry 0, step 2: “ring”"]);
    expect(screen.getByText("“tide” is said, but 6 messages back; looks at 4")).toBeTruthy();
    expect(screen.getByText(/too slow/)).toBeTruthy();
  });
});

describe("the graph", () => {
  const subject = (pairs: [number, number][], more: Partial<Subject> = {}): Subject => ({
    reaches: pairs.map(([from, to]) => ({ from, to, key: "k", barrier: null })), barred: false, label: String, tokens: () => 10, folder: (at) => (at % 2 === 0 ? "even" : null), folderName: (id) => id ?? "rest", ...more,
  });
  test("rings are found, in a chain of thousands too", () => {
    expect([...ringsOf([[0, 1], [1, 2], [2, 0], [2, 3]]).keys()].sort()).toEqual([0, 1, 2]);
    const chain = Array.from({ length: 20_000 }, (_, at): [number, number] => [at, at + 1]);
    expect(ringsOf(chain).size).toBe(0);
    expect(ringsOf([...chain, [20_000, 0]]).size).toBe(20_001);
  });
  test("folders first, then a folder with what it touches, then what is around one entry", () => {
    const pairs: [number, number][] = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]];
    expect(graphOf(subject(pairs), { kind: "folders" }).edges).toHaveLength(2);
    expect(graphOf(subject(pairs), { kind: "around", at: 0 }).nodes.map(({ at }) => at)).toEqual([0, 1, 2]);
    expect(graphOf(subject(pairs), { kind: "folder", id: "even" }).nodes).toHaveLength(6);
    const wide = Array.from({ length: 900 }, (_, at): [number, number] => [0, at + 1]);
    const cut = graphOf(subject(wide), { kind: "all" });
    expect([cut.nodes.length, cut.more]).toEqual([300, 601]);
  });
  test("layers go from left to right, and a ring does not keep it from ending", () => {
    const box = (id: string) => ({ id, width: 100, height: 30 });
    const made = layout({ nodes: ["a", "b", "c"].map(box), edges: [{ from: "a", to: "b" }, { from: "b", to: "c" }, { from: "c", to: "a" }] });
    const [a, b, c] = made.nodes;
    expect((a?.x ?? 0) < (b?.x ?? 0) && (b?.x ?? 0) < (c?.x ?? 0)).toBe(true);
    expect(made.edges.every(({ points }) => points.length > 1)).toBe(true);
  });
});

test("a keystroke in a book of 5,000 entries is one change and one render of what it touches", () => {
  book(Array.from({ length: 5_000 }, (_, at) => entry(at)));
  const from = performance.now();
  act(() => document.edit({ label: "type", changes: [{ path: "entries[4000].content", value: "x" }] }));
  const list = rowsOf({ entries: rows(), folders: [], closed: new Set(), words: "" });
  expect(list).toHaveLength(5_000);
  expect(performance.now() - from).toBeLessThan(500);
});

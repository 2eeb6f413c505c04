// Lists of rows and what is done with them, and the small rules of each kind that need no page.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json, JsonObject } from "../../bindings";
import { createDocument, type Document } from "../../documents/document";
import { setHost } from "../../host";
import { fakeHost } from "../../host/fake";
import { hasEndlessLine } from "../fields/LargeText";
import { flagsWith, unwrapped } from "../regex/rules";
import { plainLabel, renamedGroups, twinsIn } from "../pack/collections";
import { settled } from "../preset/prompts";
import { countedId, listActs, movedTo, randomId, renumbered } from "./acts";

let document: Document;
const steps = { add: "add", copy: "copy", remove: "remove", move: "move" };
const acts = () => listActs({ document, path: "rules", steps, order: "sortOrder", freshId: countedId });
const ids = (): unknown[] => acts().rows().map((row) => (row as JsonObject).id);
const orders = (): unknown[] => acts().rows().map((row) => (row as JsonObject).sortOrder);

beforeEach(async () => {
  const host = fakeHost({ count: 1 });
  setHost(host);
  const entity = await host.invoke("entity_open", { address: "character/piece-0" });
  const rules = ["a", "b", "c", "d"].map((id, at) => ({ id, find: id, replace: "", sortOrder: at * 10 }));
  document = createDocument({ ...entity, kind: "regex", body: { name: "Set", rules } });
});
afterEach(() => document.dispose());

test("several rows move together, keep their order, and their numbers follow the list", () => {
  expect(acts().move([0, 2], 4)).toBe(2);
  expect(ids()).toEqual(["b", "d", "a", "c"]);
  expect(orders()).toEqual([0, 10, 20, 30]);
  expect(document.store.get().line.steps).toHaveLength(1);
  document.undo();
  expect(ids()).toEqual(["a", "b", "c", "d"]);
});

test("a move to where the rows are is nothing", () => {
  expect(acts().move([1], 1)).toBeNull();
  expect(acts().move([1], 2)).toBeNull();
  expect(acts().move([1], 9)).toBeNull();
  expect(document.store.get().line.steps).toEqual([]);
});

test("copies stand behind their rows with ids of their own, a new row behind the open one with the next number", () => {
  expect(acts().duplicate([1, 3])).toBe(2);
  expect(ids().slice(0, 4)).toEqual(["a", "b", expect.stringMatching(/^\d+$/), "c"]);
  expect(new Set(ids()).size).toBe(6);
  expect(acts().add({ id: "", find: "", replace: "" })).toBe(6);
  expect(orders()).toEqual([...orders()].sort((a, b) => Number(a) - Number(b)));
});

test("rows without numbers get none, and equal numbers are dealt anew", () => {
  const bare: Json[] = [{ id: "a" }, { id: "b" }];
  expect(renumbered(bare, "sortOrder")).toEqual(bare);
  expect(renumbered([{ sortOrder: 5 }, { sortOrder: 5 }, 7], "sortOrder")).toEqual([{ sortOrder: 0 }, { sortOrder: 1 }, 7]);
  expect(renumbered([{ sortOrder: 9 }, { sortOrder: 2 }], "sortOrder")).toEqual([{ sortOrder: 2 }, { sortOrder: 9 }]);
});

test("removing takes all of them in one step; one key of several rows is one step too", () => {
  acts().remove([0, 3]);
  expect(ids()).toEqual(["b", "c"]);
  acts().set([0, 1], "enabled", false, "switch");
  expect(acts().rows().every((row) => (row as JsonObject).enabled === false)).toBe(true);
  expect(document.store.get().line.steps.map(({ label }) => label)).toEqual(["remove", "switch"]);
});

test("rows are taken to a gap of the list as it was", () => {
  expect(movedTo(["a", "b", "c", "d"], [3], 1)).toEqual({ rows: ["a", "d", "b", "c"], at: 1 });
  expect(movedTo(["a", "b", "c", "d"], [0, 1], 3)).toEqual({ rows: ["c", "a", "b", "d"], at: 1 });
});

test("a block that goes among others lies in their group", () => {
  const row = (id: string, groupId?: string): JsonObject => (groupId === undefined ? { id } : { id, groupId });
  const moved = row("x", "one");
  const among = (...rows: JsonObject[]): unknown[] => settled(rows, new Set<Json>([moved])).map((one) => (one as JsonObject).groupId);
  expect(among(row("a", "two"), moved, row("b", "two"))).toEqual(["two", "two", "two"]);
  expect(among(row("a", "one"), moved, row("b", "two"))[1]).toBe("one");
  expect(among(row("a"), moved, row("b"))[1]).toBeUndefined();
  expect(among(moved, row("b", "two"))[0]).toBe("two");
});

test("a pattern pasted with its slashes comes apart, and flags of an app stay", () => {
  expect(unwrapped("/fog\\/mist/gi")).toEqual({ find: "fog\\/mist", flags: "gi" });
  expect(unwrapped("a/b")).toBeNull();
  expect(flagsWith("gu<cbs>", "i", true)).toBe("gui<cbs>");
  expect(flagsWith("gu<cbs>", "g", false)).toBe("u<cbs>");
  expect(flagsWith("", "g", true)).toBe("g");
});

test("labels are compared as the apps do, and groups keep their order under another name", () => {
  expect(plainLabel(" expression_Very-Happy.PNG ")).toBe("very happy");
  expect([...twinsIn([{ label: "joy.png" }, { label: "fear" }, { label: "Joy" }, null])]).toEqual([0]);
  expect(Object.keys(renamedGroups({ a: 1, b: 2, c: 3 }, "b", "z"))).toEqual(["a", "z", "c"]);
});

test("random ids have the usual spelling", () => {
  expect(randomId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a text with a line without end is told from one with many lines", () => {
  expect(hasEndlessLine("a".repeat(30_000))).toBe(true);
  expect(hasEndlessLine(`${"a\n".repeat(30_000)}b`)).toBe(false);
  expect(hasEndlessLine(`short\n${"a".repeat(20_001)}\nshort\n${"b\n".repeat(20_000)}`)).toBe(true);
});

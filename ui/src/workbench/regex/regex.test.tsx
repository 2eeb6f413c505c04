// Regex sets: rules handed from set to set, the bench, a pattern pasted with its slashes.
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Json, JsonObject, OpenEntity, RegexRow } from "../../bindings";
import { documentAt, readPath } from "../../documents";
import { createDocument, type Document } from "../../documents/document";
import { ApiFailure, setHost } from "../../host";
import { type FakeHost, fakeHost } from "../../host/fake";
import { benchOf } from "./bench";
import { BenchPanel } from "./BenchPanel";
import { RulePage } from "./RulePage";
import { linkSet, placesOf, transfer } from "./transfer";

let host: FakeHost;
let pieces: Map<string, OpenEntity>;
let document: Document | null = null;
const LABELS = { give: "give", take: "take", link: "link", back: "back" };

const rule = (id: string, more: JsonObject = {}): JsonObject => ({ id, label: id.toUpperCase(), find: id, replace: "", ...more });
const bodyOf = (address: string): JsonObject => pieces.get(address)?.body as JsonObject;
const finds = (address: string): unknown[] => ((bodyOf(address).rules ?? []) as JsonObject[]).map((row) => row.find);

beforeEach(async () => {
  host = fakeHost({ count: 1 });
  setHost(host);
  const base = await host.invoke("entity_open", { address: "character/piece-0" });
  const piece = (address: string, body: JsonObject): [string, OpenEntity] => [address, { ...base, address, id: address.split("/")[1] ?? "", kind: address.split("/")[0] as never, body, name: String(body.name), revision: 1, draft: null, originals: [], nativeEdits: {} }];
  pieces = new Map([
    piece("regex/mine", { name: "Mine", rules: [rule("a", { sortOrder: 3 }), rule("b", { sortOrder: 5 }), rule("c", { sortOrder: 9 })] }),
    piece("regex/theirs", { name: "Theirs", rules: [rule("a"), rule("z")] }),
    piece("character/card", { name: "Card", behaviorRefs: [{ type: "entity", id: "theirs" }, { type: "name", name: "elsewhere" }] }),
    piece("preset/bare", { name: "Bare" }),
  ]);
  host.answers.entity_open = ({ address }) => {
    const found = pieces.get(address);
    if (found === undefined) throw new ApiFailure({ code: "not-found", message: address, hint: null, place: null });
    return found;
  };
  host.answers.entity_save = ({ address, changes }) => {
    const found = pieces.get(address) as OpenEntity;
    let body: JsonObject = found.body;
    for (const { path, value } of changes) {
      const { [path]: _, ...rest } = body;
      body = value === undefined ? rest : { ...rest, [path]: value };
    }
    const next = { ...found, body, revision: found.revision + 1 };
    pieces.set(address, next);
    return next;
  };
  host.answers.entity_new = ({ kind, name }) => {
    const made = { ...base, address: `${kind}/new`, id: "new", kind, body: { name }, name, revision: 1, draft: null };
    pieces.set(made.address, made);
    return made;
  };
  host.answers.library_remove = ({ addresses }) => {
    for (const address of addresses) pieces.delete(address);
    return { removed: addresses, items: [] } as never;
  };
});
afterEach(() => {
  cleanup();
  document?.dispose();
  document = null;
  vi.useRealTimers();
});

test("moved rules leave their set and stand in the other; both are saved, and one undo puts both back", async () => {
  const before = [finds("regex/mine"), finds("regex/theirs")];
  const done = await transfer("regex/mine", [0, 2], { set: "regex/theirs" }, true, LABELS);
  expect(finds("regex/mine")).toEqual(["b"]);
  expect(finds("regex/theirs")).toEqual(["a", "z", "a", "c"]);
  const ids = (bodyOf("regex/theirs").rules as JsonObject[]).map((row) => row.id);
  expect(new Set(ids).size).toBe(4);
  expect(ids).toContain("c");
  expect([pieces.get("regex/mine")?.revision, pieces.get("regex/theirs")?.revision]).toEqual([2, 2]);
  expect(documentAt("regex/theirs")).toBeNull();
  await done.undo();
  expect([finds("regex/mine"), finds("regex/theirs")]).toEqual(before);
});

test("copied rules stay, and their copies have ids of their own", async () => {
  await transfer("regex/theirs", [1], { set: "regex/mine" }, false, LABELS);
  expect(finds("regex/theirs")).toEqual(["a", "z"]);
  const last = (bodyOf("regex/mine").rules as JsonObject[])[3] as JsonObject;
  expect([last.find, last.id === "z"]).toEqual(["z", false]);
});

test("a preset without rules gets a set of its own, which goes again with the undo", async () => {
  const done = await transfer("regex/mine", [1], { holder: "preset/bare", name: "Rules of Bare" }, false, LABELS);
  expect(done.to).toBe("regex/new");
  expect(finds("regex/new")).toEqual(["b"]);
  expect(bodyOf("preset/bare").behaviorRefs).toEqual([{ type: "entity", id: "new" }]);
  await done.undo();
  expect(pieces.has("regex/new")).toBe(false);
  expect(bodyOf("preset/bare").behaviorRefs).toBeUndefined();
});

test("when the second save fails the first is taken back", async () => {
  const save = host.answers.entity_save as NonNullable<typeof host.answers.entity_save>;
  host.answers.entity_save = (args) => {
    if (args.address === "regex/mine") throw new ApiFailure({ code: "io", message: "the disk is full", hint: null, place: null });
    return save(args);
  };
  await expect(transfer("regex/mine", [0], { set: "regex/theirs" }, true, LABELS)).rejects.toThrow("the disk is full");
  expect(finds("regex/theirs")).toEqual(["a", "z"]);
  expect(finds("regex/mine")).toEqual(["a", "b", "c"]);
});

test("the sets of a card are those it links to and that are here", async () => {
  expect((await placesOf("character/card", "character")).map(({ address }) => address)).toEqual(["regex/theirs"]);
  expect(await placesOf("preset/bare", "preset")).toEqual([]);
});

test("linking a set to a card is saved there and can be taken back", async () => {
  const undo = await linkSet("preset/bare", "mine", true, "link");
  expect(bodyOf("preset/bare").behaviorRefs).toEqual([{ type: "entity", id: "mine" }]);
  await undo();
  expect(bodyOf("preset/bare").behaviorRefs).toBeUndefined();
});

const row = (more: Partial<RegexRow>): RegexRow => ({ rule: "", skipped: null, fault: null, matches: 0, text: null, ...more });

test("the bench marks what changed, names what is too slow, and folds what did nothing", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const entity = pieces.get("regex/mine") as OpenEntity;
  document = createDocument({ ...entity, body: { name: "Mine", rules: [rule("fog"), rule("slow"), rule("off", { enabled: false }), rule("bad")] } });
  host.answers.regex_run = ({ text }) => ({
    milliseconds: 3, text: text.replace("fog", "mist"),
    rules: [row({ matches: 1, text: text.replace("fog", "mist") }), row({ skipped: "too-slow" }), row({ skipped: "off" }), row({ skipped: "fault", fault: "this is no pattern" })],
  });
  render(<BenchPanel document={document} />);
  expect(screen.getByText("Paste a message to see what the rules make of it.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Sample/), { target: { value: "thick fog" } });
  await act(async () => { await vi.advanceTimersByTimeAsync(400); });
  const result = screen.getByRole("region", { name: "Result" });
  expect(result.querySelector(".bench-text del")?.textContent).toBe("fog");
  expect(result.querySelector(".bench-text ins")?.textContent).toBe("mist");
  expect(screen.getByText("too slow")).toBeTruthy();
  expect(screen.getByText("this is no pattern")).toBeTruthy();
  expect(screen.getByText("1 rule did nothing")).toBeTruthy();
  expect(host.calls.filter(({ command }) => command === "regex_run")).toHaveLength(1);
});

test("a pattern pasted with slashes is taken apart in one step", () => {
  const entity = pieces.get("regex/mine") as OpenEntity;
  document = createDocument({ ...entity, body: { name: "Mine", rules: [rule("a", { find: "/fo+g/gi", flags: "" })] } });
  benchOf(document.address).set({ run: null });
  render(<RulePage document={document} at={0} count={1} onMove={() => undefined} onDuplicate={() => undefined} onRemove={() => undefined} onGive={() => undefined} />);
  act(() => void fireEvent.click(screen.getByRole("button", { name: "Take them off" })));
  const read = (key: string): Json | undefined => readPath(document?.store.get().body, `rules[0].${key}`);
  expect([read("find"), read("flags")]).toEqual(["fo+g", "gi"]);
  act(() => void fireEvent.click(screen.getByRole("button", { name: "i · any case" })));
  expect(read("flags")).toBe("g");
  act(() => document?.undo());
  act(() => document?.undo());
  expect(read("find")).toBe("/fo+g/gi");
});

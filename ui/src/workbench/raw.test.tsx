import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PatchOp } from "../bindings";
import { createDocument, type Document } from "../documents/document";
import { setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { useRawEditing } from "./raw/editing";
import { dedented, isDense, laidOut } from "./raw/layout";
import { smallest } from "./raw/RawEditor";

const SOURCE = '{\n  "a": 1\n}';
let host: FakeHost;
let document: Document;
const ops = (): PatchOp[] => document.store.get().native.sillytavern ?? [];

beforeEach(async () => {
  host = fakeHost({ count: 1 });
  setHost(host);
  host.answers.raw_apply = ({ format, ops: made }) => ({
    format, source: SOURCE, text: made.length === 0 ? SOURCE : '{\n  "a": 2\n}', edits: made, bytes: SOURCE.length, json: true, faults: [],
  });
  host.answers.raw_check = ({ text }) => (text.endsWith("}") ? [] : [{ line: 3, column: 1, message: "A brace is missing.", tolerated: false }]);
  host.answers.raw_edit = ({ text }) => ({ ops: text.includes("2") ? [{ op: "replace", path: "/a", value: 2 }] : [], spellingOnly: !text.includes("2") });
  document = createDocument(await host.invoke("entity_open", { address: "character/piece-0" }));
});
afterEach(() => {
  cleanup();
  document.dispose();
});

async function editing() {
  const hook = renderHook(() => useRawEditing(document, "sillytavern", "SillyTavern"));
  await waitFor(() => expect(hook.result.current.text.text).toBe(SOURCE));
  return hook;
}

describe("a typed original", () => {
  test("that is no JSON reaches neither the piece nor the core", async () => {
    const { result } = await editing();
    act(() => result.current.type('{\n  "a": 2\n'));
    await waitFor(() => expect(result.current.state.state).toBe("invalid"));
    expect(result.current.state).toMatchObject({ problem: { line: 3 } });
    expect(host.calls.filter(({ command }) => command === "raw_edit")).toHaveLength(0);
    expect(document.store.get().line.steps).toHaveLength(0);
  });
  test("becomes one step, and undo brings the text back", async () => {
    const { result } = await editing();
    act(() => result.current.type('{\n  "a": 2\n}'));
    await waitFor(() => expect(ops()).toEqual([{ op: "replace", path: "/a", value: 2 }]));
    expect(document.store.get().line.steps).toHaveLength(1);
    const before = result.current.text;
    act(() => document.undo());
    // The text reads as it did at first, and is still a new one for an editor that holds what was typed.
    await waitFor(() => expect(result.current.text).not.toBe(before));
    expect(result.current.text.text).toBe(SOURCE);
    expect(ops()).toEqual([]);
  });
  test("that differs in spelling only is said and not kept", async () => {
    const { result } = await editing();
    act(() => result.current.type('{"a": 1}'));
    await waitFor(() => expect(result.current.state).toEqual({ state: "valid", spellingOnly: true }));
    expect(document.store.get().line.steps).toHaveLength(0);
  });
  test("is reset edit by edit", async () => {
    const { result } = await editing();
    act(() => result.current.type('{\n  "a": 2\n}'));
    await waitFor(() => expect(ops()).toHaveLength(1));
    act(() => result.current.reset(0));
    expect(ops()).toEqual([]);
    await waitFor(() => expect(result.current.text.text).toBe(SOURCE));
  });
});

describe("laying out", () => {
  const dense = '{"a":[1.50,{"b":"x, {y}: \\"z\\\\"}],"c":{},"d":[ ],"e":1e400}';
  test("changes blanks between tokens only", () => {
    const open = laidOut(dense) ?? "";
    expect(open.split("\n").length).toBeGreaterThan(6);
    expect(open).toContain("1.50");
    expect(open).toContain('"x, {y}: \\"z\\\\"');
    expect(laidOut(open)).toBe(open);
  });
  test("leaves alone what is no JSON", () => {
    expect(laidOut('{"a')).toBeNull();
    expect(laidOut("]")).toBeNull();
    expect(laidOut("<svg>")).toBeNull();
  });
  test("moves a part of a larger text to the left, and no other", () => {
    expect(dedented('{\n    "a": "  x",\n      "b": 1\n    }')).toBe('{\n"a": "  x",\n  "b": 1\n}');
    const plain = '{\n  "a": 1\n}';
    expect(dedented(plain)).toBe(plain);
    const odd = '{\n"a": 1\n  }';
    expect(dedented(odd)).toBe(odd);
  });
  test("is for texts in one line", () => {
    expect(isDense(`{"a":"${"x".repeat(400)}"}`)).toBe(true);
    expect(isDense(SOURCE)).toBe(false);
  });
});

test("a text from outside comes in with the smallest change", () => {
  expect(smallest("one two three", "one 2 three")).toEqual({ from: 4, to: 7, insert: "2" });
  expect(smallest("aaa", "aa")).toEqual({ from: 2, to: 3, insert: "" });
  expect(smallest("same", "same")).toBeNull();
});

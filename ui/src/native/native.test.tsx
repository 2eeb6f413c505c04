import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json, NativeFieldRow, NativePanel as Panel, NativePanels, PatchOp, WidgetWord } from "../bindings";
import { createDocument, type Document } from "../documents/document";
import { setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { NativePanel } from "./NativePanel";
import { sectionsOf } from "./FieldSections";
import { withCell } from "./TableField";

const said = (text: string) => ({ en: text, zh: text });
function field(key: string, word: WidgetWord, value: Json | undefined, more: Partial<NativeFieldRow> = {}): NativeFieldRow {
  return {
    key, pointer: key, group: "", label: said(key.split("/").at(-1) ?? key), help: said("Help."), widget: { word, choices: ["before", "after"], columns: [{ key: "0", label: said("Name"), number: false }, { key: "1", label: said("Weight"), number: true }], kind: null },
    private: false, value: value ?? null, present: value !== undefined, bytes: 10, large: false, missing: [], ...more,
  };
}
const panel = (fields: NativeFieldRow[], more: Partial<Panel> = {}): Panel => ({ format: "sillytavern", title: "SillyTavern", platform: "sillytavern", original: "sillytavern", originalTitle: "SillyTavern", origin: "source", fields, lists: [], ...more });

let host: FakeHost;
let document: Document;
const ops = (format = "sillytavern"): PatchOp[] => document.store.get().native[format] ?? [];

async function shown(answer: NativePanels): Promise<void> {
  host.answers.native_panels = () => answer;
  document = createDocument(await host.invoke("entity_open", { address: "character/piece-0" }));
  render(<NativePanel document={document} />);
  await screen.findByText(/^(These go to|Written here)|No app/);
}

beforeEach(() => {
  host = fakeHost({ count: 1 });
  setHost(host);
});
afterEach(() => {
  cleanup();
  document.dispose();
});

describe("a field", () => {
  test("writes where its key is, shows what the source has, and is reset", async () => {
    await shown({ panels: [panel([field("/data/extensions/fav", "toggle", false), field("/data/extensions/note", "line", "plain voice")])], offers: [] });
    fireEvent.change(screen.getByRole("textbox", { name: "note" }), { target: { value: "weathered voice" } });
    expect(ops()).toEqual([{ op: "replace", path: "/data/extensions/note", value: "weathered voice" }]);
    expect(screen.getByText("Source:").textContent).toContain("plain");
    fireEvent.click(screen.getByRole("switch", { name: "fav" }));
    expect(ops()).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: "Reset note" }));
    expect(ops()).toEqual([{ op: "replace", path: "/data/extensions/fav", value: true }]);
    act(() => document.undo());
    expect(ops()).toHaveLength(2);
  });
  test("of a wrong kind is shown as found, goes to the original, and may begin anew", async () => {
    await shown({ panels: [panel([field("/a", "number", "four"), field("/b", "list", { x: 1 }), field("/c", "toggle", "maybe"), field("/d", "line", ["x"]), field("/e", "table", "rows")])], offers: [] });
    expect(screen.getAllByText(/is shown as it was found/)).toHaveLength(5);
    expect(screen.getByText("four")).toBeTruthy();
    fireEvent.click(screen.getAllByRole("button", { name: "Start anew" })[0] as HTMLElement);
    expect(ops()).toEqual([{ op: "replace", path: "/a", value: 0 }]);
    expect(screen.getAllByText(/is shown as it was found/)).toHaveLength(4);
  });
  test("of null is not set, and its new value takes the place", async () => {
    await shown({ panels: [panel([field("/c", "line", null, { present: true }), field("/t", "toggle", null, { present: true })])], offers: [] });
    expect(screen.queryByText(/is shown as it was found/)).toBeNull();
    fireEvent.change(screen.getByRole("textbox", { name: "c" }), { target: { value: "x" } });
    expect(ops()).toEqual([{ op: "replace", path: "/c", value: "x" }]);
  });
  test("that is too large is said with its size and left to the original", async () => {
    await shown({ panels: [panel([field("/a", "text", null, { present: true, large: true, bytes: 2_100_000 })])], offers: [] });
    expect(screen.getByText(/2\.1 MB/)).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });
  test("a number that is none yet goes nowhere", async () => {
    await shown({ panels: [panel([field("/n", "number", 4)])], offers: [] });
    const box = screen.getByRole("textbox", { name: "n" });
    fireEvent.change(box, { target: { value: "4.5e" } });
    expect(ops()).toEqual([]);
    expect(screen.getByText("This is no number. The last one is in use.")).toBeTruthy();
    fireEvent.change(box, { target: { value: "4.5" } });
    expect(ops()).toEqual([{ op: "replace", path: "/n", value: 4.5 }]);
  });
  test("of JSON reaches nothing while it is none", async () => {
    await shown({ panels: [panel([field("/j", "json", { a: 1 })])], offers: [] });
    host.answers.raw_check = ({ text }) => (text.endsWith("}") ? [] : [{ line: 1, column: 7, message: "A brace is missing.", tolerated: false }]);
    const box = screen.getByRole("textbox", { name: "j" });
    fireEvent.change(box, { target: { value: '{"a":2' } });
    await screen.findByText("Line 1: A brace is missing. The last valid text is in use.");
    expect(ops()).toEqual([]);
    fireEvent.change(box, { target: { value: '{"a":2}' } });
    await waitFor(() => expect(ops()).toEqual([{ op: "replace", path: "/j", value: { a: 2 } }]));
  });
  test("lists and tables keep the shape of their rows", async () => {
    await shown({ panels: [panel([field("/l", "list", ["a", 2]), field("/t", "table", [["x", 1, "more"]])])], offers: [] });
    fireEvent.change(screen.getByRole("textbox", { name: "l, 2" }), { target: { value: "3" } });
    expect(ops()).toEqual([{ op: "replace", path: "/l", value: ["a", 3] }]);
    fireEvent.change(screen.getByRole("textbox", { name: "Weight, row 1" }), { target: { value: "7" } });
    expect(ops()[1]).toEqual({ op: "replace", path: "/t", value: [["x", 7, "more"]] });
    expect(withCell({ seq: "a", extra: 1 }, { key: "bias", label: said("b"), number: true }, "x")).toEqual({ seq: "a", extra: 1, bias: "x" });
  });
});

describe("an app", () => {
  test("is added as one step, and removed with undo", async () => {
    const added = panel([field("/data/extensions/ttsVoice", "line", undefined)], { format: "lumiverse", title: "Lumiverse", original: "lumiverse", origin: "added" });
    host.answers.native_panels = ({ native }) => (native.some(({ format, ops: some }) => format === "lumiverse" && some.length > 0) ? { panels: [added], offers: [] } : { panels: [], offers: [{ format: "lumiverse", title: "Lumiverse", fields: 9 }] });
    document = createDocument(await host.invoke("entity_open", { address: "character/piece-0" }));
    render(<NativePanel document={document} />);
    fireEvent.click(await screen.findByRole("button", { name: "Write fields for another app" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Lumiverse" }));
    await screen.findByText(/^Written here for Lumiverse/);
    fireEvent.change(screen.getByRole("textbox", { name: "ttsVoice" }), { target: { value: "alto" } });
    expect(ops("lumiverse")).toEqual([{ op: "add", path: "", value: {} }, { op: "add", path: "/data/extensions/ttsVoice", value: "alto" }]);
    fireEvent.click(screen.getByRole("button", { name: "Remove the fields written for Lumiverse" }));
    expect(ops("lumiverse")).toEqual([]);
    act(() => document.undo());
    expect(ops("lumiverse")).toHaveLength(2);
  });
  test("with many fields has sections and a search that looks into names, help and keys", () => {
    const many = Array.from({ length: 14 }, (_, at) => field(`/f${at}`, at % 2 === 0 ? "number" : "text", at));
    const say = (id: string) => id;
    expect(sectionsOf([...many, field("/imageSettings/width", "number", 1, { group: "imageSettings" })], "", say).map(({ fields }) => fields.length)).toEqual([7, 7, 1]);
    expect(sectionsOf(many, "F1 help", say).flatMap(({ fields }) => fields.map(({ key }) => key))).toEqual(["/f1", "/f10", "/f11", "/f12", "/f13"]);
    expect(sectionsOf(many, "nowhere", say)).toEqual([]);
  });
});

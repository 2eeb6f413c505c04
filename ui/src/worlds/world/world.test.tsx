// The opened world: forms that hold whatever a file brings, graphs of what documents say, words a document took over.
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JsonObject, LibraryPage, NarrationPreset, OpenedWorld, WorldField as Field, WorldFieldIs } from "../../bindings";
import { ToastRegion } from "../../kit";
import { spread } from "../../kit/graph/spread";
import { ApiFailure, setHost } from "../../host";
import { type FakeHost, fakeHost } from "../../host/fake";
import { deskOf, forgetDesks } from "./desk";
import { WorldChecks } from "./checks/WorldChecks";
import { WorldField } from "./form/WorldField";
import { mapGraph, tieGraph } from "./graph/model";
import { quoteOf } from "./inspector/used";
import { DeskProvider } from "./names";
import { pathOfPointer, placeOf } from "./model";
import { PresetDialog } from "./preset/PresetDialog";
import { PromptPage } from "./PromptPage";
import { Readiness } from "./Readiness";

const row = (document: string, name: string, facts: JsonObject = {}) => ({ document, name, facts: { name, ...facts } });
const OPEN: OpenedWorld = {
  id: "quay", name: "Quay", readiness: "needs-player", problems: [], newer: false, card: false, info: { name: "Quay", start_places: ["pier"] }, unreadable: [], lists: {}, prompts: [], slots: [], languages: ["en"], pictures: [], stray: [],
  rows: [row("characters/orla", "Orla"), row("characters/tam", "Tam"), row("places/pier", "Pier", { ways: [{ to: "mill", name: "towpath" }, 7] }), row("places/mill", "Mill")],
};
let host: FakeHost;
beforeEach(() => {
  host = fakeHost({ count: 1 });
  setHost(host);
  forgetDesks();
  host.answers.world_open = () => OPEN;
  host.answers.world_document = () => ({ name: "Orla" });
});
afterEach(cleanup);

const field = (key: string, is: WorldFieldIs, more: Partial<Field> = {}): Field => ({ key, is, required: false, nullable: false, least: null, most: null, folders: [], words: [], absent: false, fields: [], item: null, ...more });
const WRONG = [null, 7, "word", true, [], [1, { a: [] }], { deep: { er: 1 } }];
const FIELDS = [
  field("a", "text"), field("a", "long-text"), field("a", "flag"), field("a", "number"), field("a", "choice", { words: ["x"] }), field("a", "id", { folders: ["places"] }), field("a", "image"), field("a", "values"), field("a", "condition"),
  field("a", "object", { fields: [field("from", "number")] }), field("effect", "object", { fields: [field("kind", "choice", { words: ["beat"] })] }),
  field("a", "list", { item: field("", "reference", { folders: ["lore"] }) }), field("a", "list", { item: field("", "name") }), field("a", "list", { item: field("", "long-text") }), field("a", "list", { item: field("", "object", { fields: [field("to", "id", { folders: ["places"] })] }) }), field("a", "list", { item: field("", "list", { item: field("", "id", { folders: ["places"] }) }) }),
];

test.each(FIELDS.map((one) => [`${one.is} ${one.item?.is ?? ""}`, one] as const))("a value of another type never breaks a form: %s", async (_, one) => {
  const desk = deskOf("quay");
  await desk.load();
  for (const value of WRONG) {
    host.answers.world_document = () => ({ name: "Orla", [one.key]: value });
    const document = await desk.document("characters/orla");
    const { unmount } = render(<DeskProvider value={desk}><WorldField document={document} table="characters" base="" field={one} /></DeskProvider>);
    expect(document.store.get().body[one.key]).toEqual(value);
    unmount();
    desk.close("characters/orla");
  }
});

test("what is typed is written shortly after, and undo walks over all files", async () => {
  vi.useFakeTimers();
  const written: string[] = [];
  host.answers.world_set = ({ document }) => { written.push(document); return { document, picture: null, readiness: "ready", problems: [] }; };
  const desk = deskOf("quay");
  await desk.load();
  const orla = await desk.document("characters/orla");
  const tam = await desk.document("characters/tam");
  act(() => orla.edit({ label: "one", changes: [{ path: "summary", value: "Keeper." }] }));
  act(() => tam.edit({ label: "two", changes: [{ path: "summary", value: "Apprentice." }] }));
  await vi.advanceTimersByTimeAsync(900);
  expect(written).toEqual(["characters/orla", "characters/tam"]);
  expect(desk.store.get().open?.readiness).toBe("ready");
  desk.undo();
  expect([orla.store.get().body.summary, tam.store.get().body.summary]).toEqual(["Keeper.", undefined]);
  desk.undo();
  expect(orla.store.get().body.summary).toBeUndefined();
  desk.redo();
  expect(orla.store.get().body.summary).toBe("Keeper.");
  await desk.flush();
  vi.useRealTimers();
});

test("a world that needs a player gets one by one press", async () => {
  host.answers.world_player = ({ name }) => ({ document: name == null ? "characters/orla" : "characters/new", picture: null, readiness: "ready", problems: [] });
  const desk = deskOf("quay");
  await desk.load();
  render(<DeskProvider value={desk}><Readiness /></DeskProvider>);
  await act(async () => { fireEvent.click(screen.getByRole("button", { name: "Add a player" })); await Promise.resolve(); });
  expect(host.calls.filter(({ command }) => command === "world_player").map(({ args }) => args)).toEqual([{ world: "quay", name: "The player" }]);
});

test("ties: hostile by feelings, one line with two arrows where both say the same, suggested where nothing is said", () => {
  const rows = [...OPEN.rows, row("characters/vane", "Vane"), row("factions/board", "Board", { members: [{ character: "tam" }, { character: "vane" }, "x"] })];
  const graph = tieGraph({
    rows, relationships: [{ from: "orla", to: "tam", kind: "knows" }, { from: "tam", to: "orla", kind: "knows" }, { from: "orla", to: "vane", kind: "met", feelings: { trust: -5 } }, 9, { from: "orla", to: "orla", kind: "self" }],
    folders: ["characters", "factions"], chosen: null, words: { member: "belongs to", holds: "holds" },
  });
  expect(graph.edges.map(({ id, tone, both }) => [id, tone, both])).toEqual([
    ["characters/orla>characters/tam", "plain", true], ["characters/orla>characters/vane", "hostile", false], ["characters/tam>factions/board", "held", false], ["characters/vane>factions/board", "held", false], ["characters/tam?characters/vane", "suggested", false],
  ]);
});

test("of more than 150 nodes only what is around the chosen one is drawn", () => {
  const rows = Array.from({ length: 200 }, (_, at) => row(`characters/p${at}`, `P${at}`));
  const graph = tieGraph({ rows, relationships: [{ from: "p3", to: "p9", kind: "knows" }], folders: ["characters"], chosen: "characters/p3", words: { member: "", holds: "" } });
  expect([graph.nodes.map(({ id }) => id), graph.more, graph.around]).toEqual([["characters/p3", "characters/p9"], 198, "characters/p3"]);
});

test("map: a place nothing leads out of is marked", () => {
  const graph = mapGraph({ rows: OPEN.rows, starts: ["pier"], chosen: null, note: () => "" });
  expect(graph.nodes.map(({ id, mark }) => [id, mark])).toEqual([["places/pier", undefined], ["places/mill", "dead-end"]]);
  expect(graph.edges.map(({ label, both }) => [label, both])).toEqual([["towpath", false]]);
});

test("a layout that spreads is the same each time, and no node lies over another", () => {
  const ask = { shape: "spread" as const, nodes: Array.from({ length: 40 }, (_, at) => ({ id: `n${at}`, width: 90, height: 60 })), edges: Array.from({ length: 39 }, (_, at) => ({ from: "n0", to: `n${at + 1}` })) };
  const made = spread(ask);
  expect(spread(ask)).toEqual(made);
  for (const [at, a] of made.nodes.entries()) for (const b of made.nodes.slice(at + 1)) expect(Math.abs(a.x - b.x) >= 89 || Math.abs(a.y - b.y) >= 59).toBe(true);
});

test("a quote marks the words that stand in the document", () => {
  const quote = quoteOf("Rain fell. She writes the log in two hands: one for the Board. Then night.", "Keeper. She writes the log in two hands, they say.");
  expect(quote.parts.filter(({ used }) => used).map(({ text }) => text)).toEqual(["She writes the log in two hands"]);
  expect(quoteOf("灯塔的看守人每晚都写两本日志。", "她每晚都写两本日志").parts.some(({ used }) => used)).toBe(true);
});

test("places of problems are paths of the form", () => {
  expect(placeOf("characters/orla.json#/knowledge/ways/0/1")).toEqual({ file: "characters/orla", pointer: "/knowledge/ways/0/1" });
  expect(pathOfPointer("/knowledge/ways/0/1")).toBe("knowledge.ways[0][1]");
});

test("fields of a world are marked by its problems, and nobody asks for the checks of a piece", async () => {
  host.answers.world_open = () => ({ ...OPEN, slots: [{ slot: "style", most: 4000, placeholders: [] }], prompts: [{ language: "en", slot: "style", text: "Plain." }], problems: [{ code: "text-too-long", place: "prompts/en/roleplay/style.md", message: "Too long.", hint: null, document: null }] });
  const desk = deskOf("quay");
  await desk.load();
  await act(async () => { render(<DeskProvider value={desk}><PromptPage file="prompts/en/style" /></DeskProvider>); await Promise.resolve(); });
  await screen.findByText("Too long.");
  expect(host.calls.filter(({ command }) => command === "checks_body")).toEqual([]);
});

test("a deep run is off beside the run by code, and says why", async () => {
  host.answers.check_world_results = () => ({ world: "quay", at: null, version: "current", deep: "code", readiness: "ready", counts: { errors: 0, warnings: 0, hints: 0, fresh: 0, hushed: 0 }, new: [], gone: [], checks: [] }) as never;
  await act(async () => { render(<WorldChecks world="quay" at={null} />); await Promise.resolve(); });
  const deep = screen.getByRole("button", { name: "Run deep" });
  expect((deep as HTMLButtonElement).disabled).toBe(true);
  expect(document.getElementById(deep.getAttribute("aria-describedby") ?? "")?.textContent).toBe("No language model is set.");
  expect((screen.getByRole("button", { name: "Run" }) as HTMLButtonElement).disabled).toBe(false);
});

const PRESET: NarrationPreset = {
  name: "Slow tide", replacesStyle: true, sampling: [{ name: "temperature", value: "0.8" }],
  prompts: [{ id: "main", name: "Main", text: "Tell it slowly.", chars: 15, ticked: true }, { id: "jail", name: "Odd", text: "<img src=x onerror=alert(1)>", chars: 9000, ticked: false }],
};

test("a preset of the library is taken over with the ticked prompts, and undo brings the style back", async () => {
  let style = "Plain.";
  let waits: NarrationPreset | null = null;
  host.answers.world_open = () => ({ ...OPEN, languages: ["en"], slots: [{ slot: "style", most: 5000, placeholders: [] }], prompts: [{ language: "en", slot: "style", text: style }], info: { name: "Quay", sampling: { top_p: 1 } } });
  host.answers.preset_waiting = () => waits;
  host.answers.preset_open = () => (waits = PRESET);
  let refuse = true;
  host.answers.preset_apply = () => {
    if (refuse) throw new ApiFailure({ code: "busy", message: "The world is being written to.", hint: null, place: null });
    style = "Tell it slowly.";
    return { id: "quay", prompts: 1, sampling: 1, trashed: "1" };
  };
  host.answers.world_prompt = ({ text }) => { style = text; return { document: null, picture: null, readiness: "ready", problems: [] }; };
  host.answers.world_own_field = () => ({ document: null, picture: null, readiness: "ready", problems: [] });
  const found = host.answers.library_query?.({ query: { text: "", kinds: [], tags: [], creator: null, sort: "updated", descending: true, offset: 0, limit: 5 } });
  host.answers.library_query = () => ({ ...found, entities: (found?.entities ?? []).map((one) => ({ ...one, kind: "preset" })) }) as LibraryPage;
  const desk = deskOf("quay");
  await desk.load();
  const page = await desk.document("prompts/en/style");
  const closed = vi.fn();
  render(<><DeskProvider value={desk}><PresetDialog onClose={closed} /></DeskProvider><ToastRegion label="Messages" dismissLabel="Dismiss" /></>);
  fireEvent.click((await within(await screen.findByRole("group", { name: "Found pieces" })).findAllByRole("button"))[0] as HTMLElement);
  await screen.findByText(/goes to its trash/);
  expect(screen.getByText("temperature 0.8")).toBeTruthy();
  expect(document.querySelector("img[src=x]")).toBeNull();
  const apply = screen.getByRole("button", { name: "Apply" }) as HTMLButtonElement;
  fireEvent.click(screen.getByRole("checkbox", { name: "Odd" }));
  expect(apply.disabled).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: "Odd" }));
  fireEvent.click(apply);
  await screen.findByText("The world is being written to.");
  expect(closed).not.toHaveBeenCalled();
  refuse = false;
  fireEvent.click(apply);
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(host.calls.filter(({ command }) => command === "preset_apply").at(-1)?.args).toEqual({ world: "quay", ticked: ["main"] });
  expect(page.store.get().body.text).toBe("Tell it slowly.");
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(page.store.get().body.text).toBe("Plain."));
  expect(host.calls.filter(({ command }) => command === "world_own_field").map(({ args }) => args)).toEqual([{ world: "quay", field: "sampling", value: { top_p: 1 } }]);
});

test("a preset that waits is shown at once, and can be sent away for another", async () => {
  host.answers.preset_waiting = () => PRESET;
  host.answers.preset_dismiss = () => null;
  const desk = deskOf("quay");
  await desk.load();
  render(<DeskProvider value={desk}><PresetDialog onClose={() => undefined} /></DeskProvider>);
  await screen.findByRole("checkbox", { name: "Main" });
  fireEvent.click(screen.getByRole("button", { name: "Choose another" }));
  await screen.findByText(/Choose a preset of the library/);
  expect(host.calls.some(({ command }) => command === "preset_dismiss")).toBe(true);
});

import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WorldFinding } from "../bindings";
import { forgetAnswers } from "../data/queries";
import { ApiFailure, setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { makePreview, makeWorld } from "../host/fake/worlds";
import { navigation } from "../navigation";
import { beginMake, closeMake, make, openCard } from "./importing/acts";
import { Making } from "./importing/Making";
import { choicesFor, choose, making } from "./importing/state";
import { importArchive, restoreWorld, trashWorld } from "./list/acts";
import { list } from "./list/state";
import { route } from "./route";
import { reviews } from "./review/acts";
import { updating } from "./update/acts";
import { WorldsPlace } from "./WorldsPlace";

let host: FakeHost;
const asked = (command: string): object[] => host.calls.filter((call) => call.command === command).map(({ args }) => args);
const GIVEN = { paths: ["/cards/saltglass-ferry.png"] };

beforeEach(() => {
  localStorage.clear();
  host = fakeHost({ count: 3 });
  setHost(host);
  forgetAnswers();
  navigation.set({ place: "worlds", list: true, inspector: true });
  route.set({ world: null, panel: "world", at: null });
  list.set({ page: "worlds", chosen: null, naming: false, fault: null, refused: null });
  making.set({ making: null });
  reviews.set({ reviews: {}, chosen: {}, fault: null });
  updating.set({ chosen: null, asked: null, fault: null });
});
afterEach(cleanup);

async function made(review: boolean): Promise<void> {
  await openCard(GIVEN);
  making.set((state) => ({ making: state.making === null ? null : { ...state.making, review } }));
  await make();
}

test("a page without worlds says what one is and leads to the first", async () => {
  render(<WorldsPlace />);
  await userEvent.click(await screen.findByRole("button", { name: "Make a world from a card" }));
  expect(making.get().making).toMatchObject({ preview: null });
});

test("a world that is taken away can be put back", async () => {
  await host.invoke("world_new", { name: "Brannoc", language: "en" });
  render(<WorldsPlace />);
  await screen.findByText("1 world");
  const [row] = await host.invoke("world_list", {});
  await act(() => trashWorld(row as NonNullable<typeof row>));
  await userEvent.click(await screen.findByRole("button", { name: "1 world in the trash" }));
  await userEvent.click(await screen.findByRole("button", { name: "Put back" }));
  await waitFor(() => expect(screen.getByText("1 world")).toBeTruthy());
});

test("what failed stays above the list until it is dismissed", async () => {
  host.answers.world_restore = () => {
    throw new ApiFailure({ code: "io", message: "The disk is full.", hint: null, place: null });
  };
  render(<WorldsPlace />);
  await act(() => restoreWorld("x"));
  expect(screen.getByText("The disk is full.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("The disk is full.")).toBeNull();
});

test("a world file over a limit can be taken in with the limit raised for it, asked first", async () => {
  host.answers.world_import = ({ raise }) => {
    if (raise !== true) throw new ApiFailure({ code: "limit", message: "The archive has 9,000 entries; the limit is 4,096.", hint: null, place: null, limit: { name: "zip-entries", value: 4096, needed: 9000, raiseTo: 9000 } });
    return { ...makeWorld("harbour"), skipped: [] };
  };
  render(<WorldsPlace />);
  await act(() => importArchive({ paths: ["/worlds/harbour.world.zip"] }));
  await userEvent.click(screen.getByRole("button", { name: "Raise the limit for this file…" }));
  expect(asked("world_import")).toHaveLength(1);
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Open it with higher limits" }));
  await waitFor(() => expect(asked("world_import")).toEqual([{ path: "/worlds/harbour.world.zip" }, { path: "/worlds/harbour.world.zip", raise: true }]));
  await waitFor(() => expect(screen.queryByText("The archive has 9,000 entries; the limit is 4,096.")).toBeNull());
});

// W-004
test("the dialog shows what a card holds; its text is text, and no address is asked", async () => {
  await openCard(GIVEN);
  render(<Making />);
  const dialog = await screen.findByRole("dialog", { name: "Make a world from a card" });
  for (const words of ["chara_card_v3 in PNG, saltglass-ferry.png", "2 regular-expression scripts", "3 EJS blocks", "macro random ×4", "2 regular-expression scripts stay with the card."]) expect(within(dialog).getByText(words)).toBeTruthy();
  expect(within(dialog).getByText("The card points to 2 addresses that may be pictures. None was fetched.")).toBeTruthy();
  expect(within(dialog).getByText("33 of 34 on")).toBeTruthy();
  expect(document.querySelectorAll("img[src^='https'], script[src]")).toHaveLength(0);
});

// W-005
test("an entry that the card has off starts off, and the opening is the first that is not blank", () => {
  expect(choicesFor(makePreview())).toMatchObject({ worldName: "The Saltglass Ferry", entriesOff: [8], opening: 0, pictures: false, language: "en" });
});

// W-009
test("without a model is chosen, and with a model is off and says why", async () => {
  await openCard(GIVEN);
  render(<Making />);
  const how = await screen.findByRole("radiogroup", { name: "How" });
  expect(within(how).getByRole("radio", { name: /^Without a model/ })).toHaveProperty("checked", true);
  const withModel = within(how).getByRole("radio", { name: /^With a model/ });
  expect(withModel).toHaveProperty("disabled", true);
  expect(within(how).getByText("No language model is set up. This version makes worlds without one.")).toBeTruthy();
});

test("pictures are fetched only when they are asked for", async () => {
  await openCard(GIVEN);
  render(<Making />);
  await userEvent.click(await screen.findByRole("switch", { name: "Fetch them when the world is made" }));
  await act(() => make());
  expect(asked("import_start")[0]).toMatchObject({ choices: { pictures: true } });
});

test("a world needs a name before it is made", async () => {
  await openCard(GIVEN);
  render(<Making />);
  await screen.findByRole("dialog");
  act(() => choose({ worldName: "  " }));
  expect(screen.getByRole("button", { name: /^Make the world/ })).toHaveProperty("disabled", true);
  await act(() => make());
  expect(asked("import_start")).toHaveLength(0);
});

// W-003
test("a card that is not used is let go, and so is one that came too late", async () => {
  await openCard(GIVEN);
  closeMake();
  expect(asked("card_close")).toEqual([{ upload: "upload-1" }]);
  const late = openCard(GIVEN);
  beginMake();
  await late;
  await waitFor(() => expect(asked("card_close")).toHaveLength(2));
  expect(making.get().making?.preview).toBeNull();
});

test("a file that cannot be read says so in the dialog", async () => {
  host.answers.card_open = () => {
    throw new ApiFailure({ code: "limit", message: "The file has 100,000,001 bytes; the limit is 100,000,000.", hint: null, place: null });
  };
  await openCard(GIVEN);
  render(<Making />);
  expect(await screen.findByText("The file has 100,000,001 bytes; the limit is 100,000,000.")).toBeTruthy();
});

// W-341
test("a newer card of an unedited world is offered as its update", async () => {
  host.answers.card_open = () => makePreview({ targets: [{ world: "ferry", name: "The Saltglass Ferry", sameName: true, edited: "no", waiting: true }], update: "ferry" });
  host.answers.world_list = () => [makeWorld("ferry", { update: "waiting" })];
  await openCard(GIVEN);
  render(<Making />);
  expect(await screen.findByRole("radio", { name: /^An update of The Saltglass Ferry/ })).toHaveProperty("checked", true);
  expect(screen.getByText("Another newer card waits there and is replaced by this one.")).toBeTruthy();
  await act(() => make());
  expect(asked("update_start")[0]).toMatchObject({ world: "ferry", replace: true });
  expect(route.get()).toMatchObject({ world: "ferry", panel: "update" });
});

test("an update starts from what is off in its world, a new world from what is off in the card", async () => {
  host.answers.card_open = () => makePreview({ targets: [{ world: "ferry", name: "The Saltglass Ferry", sameName: true, edited: "no", waiting: false }], update: "ferry" });
  host.answers.update_choices = () => ({ worldName: "The Saltglass Ferry", entriesOff: [2, 3, 8], opening: 2, pictures: false, language: "en" });
  await openCard(GIVEN);
  render(<Making />);
  expect(await screen.findByText("31 of 34 on")).toBeTruthy();
  expect(asked("update_choices")).toEqual([{ world: "ferry", upload: "upload-1" }]);
  await userEvent.click(screen.getByRole("radio", { name: /^A new world/ }));
  expect(await screen.findByText("33 of 34 on")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: /^An update of The Saltglass Ferry/ }));
  expect(await screen.findByText("31 of 34 on")).toBeTruthy();
  await act(() => make());
  expect(asked("update_start")[0]).toMatchObject({ world: "ferry", choices: { entriesOff: [2, 3, 8], opening: 2 } });
});

// W-210
test("in the review a document becomes another kind, and an alias a document of its own; both have a way back", async () => {
  await made(true);
  render(<WorldsPlace />);
  await screen.findByRole("heading", { name: "Vesna Marrow" });
  await userEvent.click(screen.getByRole("button", { name: "Split off an alias" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "the ferrywoman" }));
  await screen.findByText("the ferrywoman becomes a document of its own.");
  await userEvent.click(screen.getByRole("button", { name: /Kind$/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Faction" }));
  await screen.findByText(/^Another kind: Faction\./);
  const bare = { ref: "characters/vesna-marrow", into: null, name: null, kind: null, doc: null };
  const split = { ...bare, do: "split-alias", name: "the ferrywoman" };
  expect(asked("import_review_set").at(-1)).toMatchObject({ choices: [split, { ...bare, do: "change-kind", kind: "faction" }] });
  await userEvent.click(screen.getByRole("button", { name: /Kind$/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Character" }));
  await waitFor(() => expect(asked("import_review_set").at(-1)).toMatchObject({ choices: [split] }));
  await userEvent.click(await screen.findByRole("button", { name: "Leave the ferrywoman as an alias" }));
  await waitFor(() => expect(asked("import_review_set").at(-1)).toMatchObject({ choices: [] }));
});

test("nothing is asked of the newer card once its update is over", async () => {
  await updateWaits();
  render(<WorldsPlace />);
  await screen.findByText("3 of 3 open");
  const before = asked("card_diff").length;
  await userEvent.click(screen.getByRole("button", { name: "Let it go" }));
  await screen.findByText("Is there a newer card?");
  expect(asked("card_diff")).toHaveLength(before);
});

// W-210
test("a document is left out, brought back, renamed and edited; nothing is written before it is approved", async () => {
  await made(true);
  render(<WorldsPlace />);
  await screen.findByRole("heading", { name: "Vesna Marrow" });
  expect(screen.getByText("4 documents, all kept")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Leave out" }));
  await screen.findByText("3 kept, 1 left out or merged");
  expect(asked("import_review_set").at(-1)).toMatchObject({ choices: [{ do: "drop", ref: "characters/vesna-marrow" }] });
  await userEvent.click(screen.getByRole("radio", { name: "Keep" }));
  await screen.findByText("4 documents, all kept");
  await userEvent.click(screen.getByRole("button", { name: "Rename" }));
  await userEvent.clear(screen.getByRole("textbox", { name: "New name" }));
  await userEvent.keyboard("Vesna the Grey{Enter}");
  await screen.findByRole("heading", { name: "Vesna the Grey" });
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  await userEvent.type(screen.getByRole("textbox", { name: /description/i }), " She is late.");
  await userEvent.click(screen.getByRole("button", { name: "Take over" }));
  await waitFor(() => expect(asked("import_review_set").at(-1)).toMatchObject({ choices: [{ do: "edit", doc: { description: "Vesna Marrow keeps the ferry. She is late." } }, { do: "rename", name: "Vesna the Grey" }] }));
  expect(asked("import_finish")).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: /^Approve and write/ }));
  await screen.findByText(/^Everything is here but somebody to play/);
  expect(asked("import_finish")).toHaveLength(1);
});

test("a document stands beside its pieces with its words marked, and the strip filters by outcome", async () => {
  await made(true);
  render(<WorldsPlace />);
  const beside = await screen.findByRole("complementary", { name: "Made from" });
  expect(beside.querySelector("mark")?.textContent).toBe("Vesna Marrow keeps the ferry.");
  expect(beside.querySelector("script")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Guidance/ }));
  expect(await screen.findByRole("heading", { name: "System prompt" })).toBeTruthy();
});

test("without review the world is there at once and says that it needs a player", async () => {
  await made(false);
  render(<WorldsPlace />);
  expect(await screen.findByText(/^Everything is here but somebody to play/)).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Play this character" }));
  expect(await screen.findByText("A story can begin here.")).toBeTruthy();
  expect(asked("world_player")).toEqual([{ world: "saltglass", document: "characters/vesna-marrow" }]);
  expect(screen.getByRole("list", { name: "Steps of the import" }).textContent).toContain("Read7 pieces");
});

// W-218
test("a draft lists its problems and is kept or goes to the trash", async () => {
  await made(false);
  host.answers.import_status = ((before) => (args) => ({ ...(before as NonNullable<typeof before>)(args), phase: "repair" as const, problems: [{ code: "held-and-placed", place: "things/bell.json#/at", document: "things/bell", message: "Bell is held and placed at once.", hint: "Take one of the two away." }] }))(host.answers.import_status);
  forgetAnswers();
  render(<WorldsPlace />);
  await screen.findByText("Bell is held and placed at once.");
  await userEvent.click(screen.getByRole("button", { name: "Keep as it is" }));
  await waitFor(() => expect(asked("draft_act")).toEqual([{ world: "saltglass", act: "keep" }]));
  await userEvent.click(screen.getByRole("button", { name: "Go there" }));
  expect(route.get()).toMatchObject({ panel: "world", at: "things/bell#/at" });
});

async function updateWaits(): Promise<void> {
  await made(false);
  await host.invoke("update_start", { world: "saltglass", upload: "upload-2", choices: choicesFor(makePreview()), replace: false });
  route.set({ world: "saltglass", panel: "update", at: null });
  forgetAnswers();
}

// W-350
test("finishing an update asks once about changes that were not settled", async () => {
  await updateWaits();
  render(<WorldsPlace />);
  await screen.findByText("3 of 3 open");
  await userEvent.click(screen.getByRole("radio", { name: "Dismissed" }));
  await screen.findByText("2 of 3 open");
  await userEvent.click(screen.getByRole("button", { name: "Finish the update" }));
  await screen.findByText("2 changes are neither carried nor dismissed.");
  await userEvent.click(screen.getByRole("button", { name: "Finish all the same" }));
  await screen.findByRole("button", { name: "Undo the update" });
  await userEvent.click(screen.getByRole("button", { name: "Undo the update" }));
  await screen.findByText("Is there a newer card?");
  expect(asked("update_undo")).toHaveLength(1);
});

// W-357
test("before it is finished, the world is checked against the newer card, and what is found leads to its place", async () => {
  const finding = (more: Partial<WorldFinding>): WorldFinding => ({ key: "k", check: "c", code: "c", severity: "warning", where: "lore/the-glass-tide#/text", document: "lore/the-glass-tide", pointer: "/text", title: "", message: "The number twice is not in the card.", hint: null, fresh: true, ...more });
  const check = { id: "c", kit: "fidelity", mode: "code", title: "Numbers", skipped: null, at: "2026-11-30T10:00:00Z", seconds: 0 };
  host.answers.check_world_run = ({ world }) => ({
    world, at: "2026-11-30T10:00:00Z", version: "new", deep: "code", readiness: "ready", counts: { error: 0, warning: 2, info: 0 }, new: [], gone: [],
    checks: [{ ...check, findings: [finding({}), finding({ key: "p", where: "piece:entry:3", document: null, pointer: "", message: "Nothing came of this piece." })] }, { ...check, id: "d", findings: [], skipped: { reason: "no-model", why: "No model.", at: "2026-11-30T10:00:00Z" } }],
  });
  await updateWaits();
  render(<WorldsPlace />);
  await userEvent.click(await screen.findByRole("button", { name: "Check against it" }));
  const dialog = await screen.findByRole("dialog", { name: "The world against the newer card" });
  expect(asked("check_world_run")).toEqual([{ world: "saltglass", kits: [], deep: "code", version: "new", language: "en" }]);
  expect(within(dialog).getByText("1 check did not run")).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: /Nothing came of this piece/ }));
  expect(route.get()).toMatchObject({ world: "saltglass", panel: "card", at: "piece:entry:3" });
  await waitFor(() => expect(asked("card_read")).toContainEqual(expect.objectContaining({ version: "new", piece: "entry:3" })));
});

// W-348
test("a change is carried by editing the document beside it", async () => {
  await updateWaits();
  render(<WorldsPlace />);
  const beside = await screen.findByRole("complementary", { name: "What it concerns" });
  await userEvent.click(await within(beside).findByRole("button", { name: "Edit" }));
  const field = within(beside).getByDisplayValue("Twice a year the tide is glass.");
  await userEvent.clear(field);
  await userEvent.type(field, "Once a year the tide is glass.");
  await userEvent.click(within(beside).getByRole("button", { name: "Take over" }));
  await waitFor(() => expect(asked("world_set")[0]).toMatchObject({ document: "lore/the-glass-tide", doc: { text: "Once a year the tide is glass." } }));
  await waitFor(() => expect(asked("update_mark")).toContainEqual({ world: "saltglass", change: "changed:entry:1", mark: "carried" }));
});

// W-349
test("what only a dropped piece made is proposed for removal", async () => {
  await updateWaits();
  render(<WorldsPlace />);
  await screen.findByText("3 of 3 open");
  act(() => updating.set({ chosen: "dropped:entry:2" }));
  await screen.findByText("Only this piece made it: without the piece it can go.");
  await userEvent.click(screen.getByRole("button", { name: "Take it away" }));
  await waitFor(() => expect(asked("world_remove")).toEqual([{ world: "saltglass", document: "lore/toll-rules" }]));
});

// T-63
test("the card is read as text: no picture, no link, no markup of it", async () => {
  await made(false);
  route.set({ world: "saltglass", panel: "card", at: "piece:entry:1" });
  forgetAnswers();
  render(<WorldsPlace />);
  expect(await screen.findByText(/Text of entry:1\. <img src=/)).toBeTruthy();
  expect(document.querySelectorAll("main img, main a[href], main script, main iframe")).toHaveLength(0);
  expect(screen.getByText("The world’s files are what counts; the card is evidence.")).toBeTruthy();
});

// T-61
test("origin is opened from elsewhere with its subject", async () => {
  await made(false);
  route.set({ world: "saltglass", panel: "card", at: "origin:lore/the-glass-tide" });
  forgetAnswers();
  render(<WorldsPlace />);
  expect(await screen.findByText("Built from 1 piece")).toBeTruthy();
  expect(asked("card_origin")).toEqual([{ world: "saltglass", subject: "lore/the-glass-tide" }]);
});

// T-24
test("a query of one Latin letter is not asked", async () => {
  await made(false);
  route.set({ world: "saltglass", panel: "card", at: null });
  forgetAnswers();
  render(<WorldsPlace />);
  await userEvent.click(await screen.findByRole("radio", { name: "Search" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Find words in the card" }), "t");
  expect(asked("card_search")).toHaveLength(0);
  await userEvent.type(screen.getByRole("textbox", { name: "Find words in the card" }), "i");
  expect(await screen.findByText("1 place, 1 shown")).toBeTruthy();
});

// T-64
test("without the card the panel says what is off", async () => {
  await made(false);
  host.answers.card_overview = () => {
    throw new ApiFailure({ code: "not-found", message: "The card was removed.", hint: null, place: null });
  };
  host.answers.update_status = () => ({ fromCard: false, mark: "none", fileName: null, version: null, versionBefore: null, startedAt: null, finishedAt: null });
  route.set({ world: "saltglass", panel: "card", at: null });
  forgetAnswers();
  render(<WorldsPlace />);
  expect(await screen.findByText(/Looking into the card, checks against it/)).toBeTruthy();
});

import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetAnswers } from "../data/queries";
import { ApiFailure, setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { makePreview } from "../host/fake/worlds";
import { navigation } from "../navigation";
import { beginMake, closeMake, make, openCard } from "./importing/acts";
import { Making } from "./importing/Making";
import { choicesFor, choose, making } from "./importing/state";
import { restoreWorld, trashWorld } from "./list/acts";
import { list } from "./list/state";
import { route } from "./route";
import { reviews } from "./review/acts";
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
  list.set({ page: "worlds", chosen: null, naming: false, fault: null });
  making.set({ making: null });
  reviews.set({ reviews: {}, chosen: {}, fault: null });
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
  await screen.findByRole("button", { name: "Choose a player" });
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

import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Fragment, type ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CardPieceRow } from "../../bindings";
import { forgetAnswers } from "../../data/queries";
import { setHost } from "../../host";
import { type FakeHost, fakeHost } from "../../host/fake";
import { navigation } from "../../navigation";
import { CardPanel } from "./CardPanel";
import { card } from "./state";

// Without a layout nothing is in view; here every row is drawn.
vi.mock("virtua", () => ({
  Virtualizer: ({ data, children }: { data: ArrayLike<undefined>; children: (one: undefined, at: number) => ReactElement }) => Array.from({ length: data.length }, (_, at) => <Fragment key={at}>{children(undefined, at)}</Fragment>),
}));

let host: FakeHost;
const piece = (id: string, title: string, more: Partial<CardPieceRow> = {}): CardPieceRow => ({
  id, origin: "entry", title, chars: 400, parts: 1, constant: false, keys: [], off: false, roles: ["world"], settledBy: "structure", outcome: "converted", madeInto: [], ...more,
});
const PIECES = [
  piece("field:description", "Description", { origin: "field", roles: ["character"] }), piece("opening", "Opening", { origin: "greeting", roles: [], outcome: "carried" }),
  piece("entry:1", "Glass tide", { keys: ["flood"] }), piece("entry:2", "Toll rules", { outcome: "read" }), piece("entry:3", "Old notes", { off: true, outcome: "omitted", roles: [] }),
];
const ALL = PIECES.map(({ title }) => title);

beforeEach(() => {
  localStorage.clear();
  host = fakeHost({ count: 1 });
  setHost(host);
  const overview = host.answers.card_overview;
  host.answers.card_overview = (args) => ({ ...(overview?.(args) as NonNullable<ReturnType<NonNullable<typeof overview>>>), pieces: PIECES, totals: { carried: 1, converted: 2, guidance: 0, read: 1, omitted: 1, awaiting: 0 } });
  forgetAnswers();
  navigation.set({ place: "worlds", list: true, inspector: true });
  card.set({ world: "", view: "overview", version: "current", piece: null, from: 0, raw: false, outcome: null, role: null, origin: null, off: false, text: "" });
});
afterEach(cleanup);

const list = (): HTMLElement => screen.getByRole("listbox", { name: "Pieces of the card" });
const titles = (): string[] => {
  const rows = screen.queryByRole("listbox", { name: "Pieces of the card" });
  return rows === null ? [] : within(rows).getAllByRole("option").map((row) => ALL.find((title) => row.textContent?.includes(title) === true) ?? "");
};
const shows = (wanted: string[]): Promise<void> => waitFor(() => expect(titles()).toEqual(wanted));
async function choose(menu: RegExp, option: string): Promise<void> {
  await userEvent.click(screen.getByRole("button", { name: menu }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

// T-60
test("the pieces of a card are filtered by outcome, role, kind, off and text", async () => {
  render(<CardPanel world="saltglass" at={null} />);
  await screen.findByRole("listbox", { name: "Pieces of the card" });
  await shows(ALL);
  const outcomes = within(screen.getByRole("group", { name: "What became of the card’s pieces" }));
  await userEvent.click(outcomes.getByRole("button", { name: /^Background/ }));
  await shows(["Toll rules"]);
  await userEvent.click(outcomes.getByRole("button", { name: /^Background/ }));
  await choose(/Taken as/, "character");
  await shows(["Description"]);
  await choose(/Taken as/, "All roles");
  await choose(/Kind of piece/, "Openings");
  await shows(["Opening"]);
  await choose(/Kind of piece/, "All kinds");
  await userEvent.click(screen.getByRole("switch", { name: "Off only" }));
  await shows(["Old notes"]);
  await userEvent.click(screen.getByRole("switch", { name: "Off only" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Title, key or number" }), "FLOOD");
  await shows(["Glass tide"]);
  await userEvent.type(screen.getByRole("textbox", { name: "Title, key or number" }), "x");
  expect(await screen.findByText("No piece fits these filters.")).toBeTruthy();
});

// T-60
test("arrows go through the pieces, Enter goes into the one that is read, Escape comes back, / searches", async () => {
  render(<CardPanel world="saltglass" at={null} />);
  await screen.findByRole("listbox", { name: "Pieces of the card" });
  act(() => list().focus());
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await screen.findByRole("heading", { name: "Opening" });
  await userEvent.keyboard("{ArrowUp}");
  await screen.findByRole("heading", { name: "Description" });
  await userEvent.keyboard("{Enter}");
  const reading = document.activeElement as HTMLElement;
  expect(reading.getAttribute("aria-label")).toBe("A piece of the card");
  expect(within(reading).getByRole("heading", { name: "Description" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(list());
  await userEvent.keyboard("/");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Title, key or number" }));
  await userEvent.keyboard("toll");
  await shows(["Toll rules"]);
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(list());
});

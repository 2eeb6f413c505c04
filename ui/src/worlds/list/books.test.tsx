import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WorldBookRow } from "../../bindings";
import { forgetAnswers } from "../../data/queries";
import { ApiFailure, setHost } from "../../host";
import { type FakeHost, fakeHost } from "../../host/fake";
import { makeWorld } from "../../host/fake/worlds";
import { ToastRegion } from "../../kit";
import { navigation } from "../../navigation";
import { route } from "../route";
import { WorldsPlace } from "../WorldsPlace";
import { makeWorldBooks } from "./books";
import { list } from "./state";

let host: FakeHost;
const asked = (command: string): object[] => host.calls.filter((call) => call.command === command).map(({ args }) => args);

beforeEach(() => {
  localStorage.clear();
  host = fakeHost({ count: 3 });
  setHost(host);
  forgetAnswers();
  navigation.set({ place: "worlds", list: true, inspector: true });
  route.set({ world: null, panel: "world", at: null });
  list.set({ page: "worlds", chosen: null, naming: false, fault: null, refused: null });
});
afterEach(cleanup);

test("world books are made of lorebooks, one that is refused is named, and worlds take and leave them", async () => {
  const books: WorldBookRow[] = [];
  let used: string[] = ["old"];
  host.answers.lorebook_import = ({ from }) => {
    if (from === "lorebook/off") throw new ApiFailure({ code: "cannot-express", message: "No entry of lorebook/off is switched on.", hint: null, place: null });
    const row = { id: "tides", name: "Tides", language: "en", entries: 4, usedBy: [] };
    books.push(row);
    return { row, leftOut: [{ title: "Off", off: true }], notes: [] };
  };
  host.answers.world_books = () => books.map((book) => ({ ...book, usedBy: used.includes(book.id) ? ["saltglass"] : [] }));
  host.answers.world_open = () => ({ info: { lorebooks: used } }) as never;
  host.answers.world_own_field = ({ value }) => {
    used = value === null ? [] : (value as string[]);
    return { document: null, picture: null, readiness: "ready", problems: [] };
  };
  host.answers.world_list = () => [makeWorld("saltglass", { name: "Saltglass" })];
  const user = userEvent.setup();
  render(<><WorldsPlace /><ToastRegion label="Messages" dismissLabel="Dismiss" /></>);
  await act(() => makeWorldBooks(["lorebook/off", "lorebook/tides"]));
  expect(asked("lorebook_import")).toEqual([{ from: "lorebook/off" }, { from: "lorebook/tides" }]);
  await screen.findByText("No entry of lorebook/off is switched on. Made the world book “Tides”, 4 entries; 1 entry that is off or empty stayed behind.");
  await user.click(screen.getByRole("button", { name: "Show" }));
  const rows = await screen.findByRole("list", { name: "World books" });
  await within(rows).findByText("No world uses it");
  await user.click(within(rows).getByRole("button", { name: "Worlds that use Tides" }));
  await user.click(await screen.findByRole("checkbox", { name: "Saltglass" }));
  await waitFor(() => expect(used).toEqual(["old", "tides"]));
  await waitFor(() => expect((screen.getByRole("checkbox", { name: "Saltglass" }) as HTMLInputElement).checked).toBe(true));
  await user.click(screen.getByRole("checkbox", { name: "Saltglass" }));
  await waitFor(() => expect(used).toEqual(["old"]));
});

import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { registerCommands } from "../commands";
import { forgetAnswers } from "../data/queries";
import { ApiFailure, setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { navigation } from "../navigation";
import { useSections } from "../navigation";
import { Palette } from "./Palette";

function Parts({ show }: { show: () => void }) {
  useSections(() => [{ id: "1", title: "Fog signal", show }]);
  return null;
}

let host: FakeHost;
let stop: () => void;
const ran = vi.fn();
beforeEach(() => {
  host = fakeHost({ count: 19 });
  setHost(host);
  forgetAnswers();
  stop = registerCommands([
    { id: "files.add", title: "commands.addFiles", keys: ["Mod+O"], run: ran },
    { id: "tab.close", title: "commands.closeTab", when: () => "commands.off.noTab", run: ran },
  ]);
  act(() => navigation.set({ palette: true, tabs: [], tab: null }));
  render(<Palette />);
});
afterEach(() => {
  stop();
  ran.mockReset();
  act(() => navigation.set({ palette: false }));
});
const rows = (): string[] => screen.getAllByRole("option").map((row) => row.textContent ?? "");

test("shows the last pieces and likely commands before anything is typed", async () => {
  await waitFor(() => expect(rows()).toHaveLength(6));
  expect(rows()[0]).toContain("Ottilie Brandt");
  expect(rows()[5]).toContain("Ctrl O");
});
test("finds a command, runs it on Enter and goes away", async () => {
  await userEvent.type(screen.getByRole("combobox"), ">add f{Enter}");
  expect(ran).toHaveBeenCalledOnce();
  expect(navigation.get().palette).toBe(false);
});
test("says why a command is off, and does not run it", async () => {
  await userEvent.type(screen.getByRole("combobox"), ">close");
  expect(rows()[0]).toContain("Nothing is open.");
  await userEvent.type(screen.getByRole("combobox"), "{Enter}");
  expect(ran).not.toHaveBeenCalled();
});
test("opens a piece that was found", async () => {
  await userEvent.type(screen.getByRole("combobox"), "@maren");
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining("Maren Holt")]));
  await userEvent.type(screen.getByRole("combobox"), "{Enter}");
  expect(navigation.get().tab).toBe("character/piece-5");
});
test("lists commands alone when the index is away", async () => {
  host.answers.library_query = () => {
    throw new ApiFailure({ code: "busy", message: "Busy.", hint: null, place: null });
  };
  await userEvent.type(screen.getByRole("combobox"), "add");
  expect(await screen.findByText(/index does not answer/)).toBeTruthy();
  expect(rows()).toHaveLength(1);
});
test("finds parts of the open piece, and sections of the settings", async () => {
  const shown = vi.fn();
  const { unmount } = render(<Parts show={shown} />);
  act(() => navigation.set({ place: "workbench" }));
  await userEvent.type(screen.getByRole("combobox"), "fog signal");
  expect(rows()[0]).toContain("Fog signal");
  await userEvent.type(screen.getByRole("combobox"), "{Enter}");
  expect(shown).toHaveBeenCalledOnce();
  unmount();
  act(() => navigation.set({ palette: true, place: "library" }));
  await userEvent.type(screen.getByRole("combobox"), "tokenizer{Backspace>9/}keys");
  await waitFor(() => expect(rows().some((row) => row.includes("Keys"))).toBe(true));
});

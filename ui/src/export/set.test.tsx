import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { ApiFailure } from "../host/types";
import { BatchSheet } from "./BatchSheet";

const TWO = ["character/piece-0", "lorebook/piece-9"];
// A whole dialog with its lists is drawn for each; a machine at work needs its time.
vi.setConfig({ testTimeout: 30_000 });
let host: FakeHost;
beforeEach(() => {
  host = fakeHost({ count: 19 });
  setHost(host);
});

async function together(): Promise<void> {
  render(<BatchSheet addresses={TWO} onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole("button", { name: /App/ }));
  await userEvent.click(await screen.findByRole("option", { name: /One Ficha file for all/ }));
}

test("several pieces are measured and written as one file under the name it was given", async () => {
  await together();
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "File name" });
  await waitFor(() => expect(name.value).toBe("Ottilie Brandt.ficha"));
  // As one, and no piece by itself.
  expect(host.calls.filter(({ command }) => command === "export_measure")).toEqual([]);
  await userEvent.clear(name);
  await userEvent.type(name, "harbour.ficha");
  await userEvent.click(screen.getByRole("button", { name: "Write 1 file" }));
  await waitFor(() => expect(host.calls.find(({ command }) => command === "export_set_write")?.args).toMatchObject({ addresses: TWO, path: expect.stringMatching(/harbour\.ficha$/) as string, overwrite: false }));
});

test("a file that is there is told, and can be written again", async () => {
  await together();
  const good = host.answers.export_set_write;
  host.answers.export_set_write = () => { throw new ApiFailure({ code: "conflict", message: "harbour.ficha is there already.", hint: null, place: null }); };
  await userEvent.click(await screen.findByRole("button", { name: "Write 1 file" }));
  expect(await screen.findByText("harbour.ficha is there already.")).toBeTruthy();
  if (good !== undefined) host.answers.export_set_write = good;
  await userEvent.click(screen.getByRole("button", { name: "Write 1 file" }));
  await waitFor(() => expect(screen.queryByText("harbour.ficha is there already.")).toBeNull());
});

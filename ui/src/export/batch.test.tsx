import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { listenToJobs } from "../data/jobs";
import { setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { BatchSheet } from "./BatchSheet";

const THREE = ["character/piece-0", "character/piece-1", "character/piece-2"];
// A whole dialog with its lists is drawn for each; a machine at work needs its time.
vi.setConfig({ testTimeout: 30_000 });
let host: FakeHost;
beforeEach(() => {
  host = fakeHost({ count: 19 });
  setHost(host);
});

async function chosen(): Promise<void> {
  render(<BatchSheet addresses={THREE} onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole("button", { name: /App/ }));
  await userEvent.click(await screen.findByRole("option", { name: /^Risu/ }));
}

test("a batch is measured as one, named, and written by one job", async () => {
  await chosen();
  expect(await screen.findByRole("img", { name: "90 carried, 6 changed, 3 lost, 0 left behind" })).toBeTruthy();
  const write = await screen.findByRole<HTMLButtonElement>("button", { name: "Write 3 files" });
  await waitFor(() => expect(write.disabled).toBe(false));
  await userEvent.click(write);
  await waitFor(() => expect(host.calls.find(({ command }) => command === "batch_run")?.args).toMatchObject({ wish: { addresses: THREE, format: "risu", pattern: "{name}", collision: "number" } }));
  expect(await screen.findByText("3 files written.")).toBeTruthy();
  expect(screen.getByText("/home/ada/Documents/ficha-batch-result.json")).toBeTruthy();
});

test("a folder that cannot be written is named and nothing can be started", async () => {
  host.answers.batch_plan = ({ wish }) => ({ rows: wish.addresses.map((address) => ({ address, fileName: "a.json", numbered: false, there: false, done: false })), obstacle: { code: "io", message: "Read-only file system.", hint: null, place: null } });
  await chosen();
  expect(await screen.findByText("/home/ada/Documents cannot be written.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Write 3 files" }).disabled).toBe(true);
});

test("a run that was stopped says what was not reached and goes on", async () => {
  const stop = listenToJobs();
  host.answers.batch_run = ({ wish }) => ({ rows: [{ address: wish.addresses[0] ?? "", output: "/home/ada/Documents/a.json", earlier: false, skipped: false, counts: null, bytes: 3, error: null }], written: 1, earlier: 0, skipped: 0, failed: 0, left: 2, resultFile: null, stopped: { code: "io", message: "No space is left.", hint: null, place: null } });
  await chosen();
  const write = await screen.findByRole<HTMLButtonElement>("button", { name: "Write 3 files" });
  await waitFor(() => expect(write.disabled).toBe(false));
  await userEvent.click(write);
  expect(await screen.findByText("1 file written, 2 not reached.")).toBeTruthy();
  expect(screen.getByText(/No space is left\./)).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Go on with 2 files" })).toBeTruthy();
  stop();
});

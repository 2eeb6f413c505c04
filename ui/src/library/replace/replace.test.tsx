import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Run } from "../../bindings";
import { setHost } from "../../host";
import { type FakeHost, fakeHost } from "../../host/fake";
import { Report } from "./Report";
import { beginReplace, chosenOf, keyOf, look, replace, runReplace, setLeft } from "./state";

let host: FakeHost;
beforeEach(() => {
  host = fakeHost({ count: 6 });
  setHost(host);
  beginReplace(["character/piece-0", "character/piece-5"]);
  replace.set({ wanted: { text: "knows", exact: false, wholeWord: false, pattern: false }, replacement: "minds" });
});
afterEach(cleanup);

test("looks through the pieces and counts what the run would change", async () => {
  await look();
  expect(replace.get().found?.pieces.map(({ total }) => total)).toEqual([1, 1]);
  expect(replace.get().found?.pieces[0]?.fields[0]?.places[0]?.after).toContain("minds the tide");
  expect(chosenOf(replace.get())).toEqual({ places: 2, pieces: 2 });
});
test("a field that is left out is not in the run", async () => {
  await look();
  setLeft([keyOf("character/piece-0", "description")], true);
  expect(chosenOf(replace.get())).toEqual({ places: 1, pieces: 1 });
  await runReplace();
  const call = host.calls.find(({ command }) => command === "replace_library");
  expect((call?.args as { choice: unknown[] }).choice).toEqual([{ address: "character/piece-5", revision: 37, paths: null }]);
  expect(replace.get().run?.pieces).toHaveLength(1);
});
test("an answer that comes late does not replace a newer one", async () => {
  const first = look();
  replace.set({ wanted: { text: "fog", exact: false, wholeWord: false, pattern: false } });
  await look();
  await first;
  expect(replace.get().found?.pieces[0]?.fields[0]?.places[0]?.after).toContain("the tide and the minds");
});
test("the report names what was left alone, and takes the whole run back", async () => {
  const run: Run = {
    pieces: [{ address: "character/piece-0", name: "Ottilie", before: 37, after: 38, count: 4 }], total: 4,
    failed: [{ address: "lorebook/x", name: "", error: { code: "conflict", message: "It has edits that no revision holds yet.", hint: "Open it and save it first.", place: null } }],
  };
  render(<Report run={run} />);
  expect(screen.getByText("4 places replaced in 1 piece, one revision each.")).toBeTruthy();
  expect(screen.getByText(/no revision holds yet/)).toBeTruthy();
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Undo the whole run" }));
    await Promise.resolve();
  });
  await waitFor(() => expect(screen.getByText("1 piece is as it was.")).toBeTruthy());
  expect(host.calls.find(({ command }) => command === "run_undo")?.args).toMatchObject({ pieces: run.pieces });
});

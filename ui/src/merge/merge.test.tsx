import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { ComparisonRow } from "../bindings";
import { createDocument, type Document } from "../documents/document";
import { setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { compared } from "../host/fake/intake";
import { ApiFailure } from "../host/types";
import { chooseAll, chosenFields, NO_CHOICES, sideOf, tallyOf, undecided } from "./choices";
import { MergeDialog } from "./MergeDialog";

const ROWS: ComparisonRow[] = [
  compared("identity.name", "Name", { mine: "Mine", source: "Old", theirs: "Old" }, "mine"),
  compared("persona.scenario", "Scenario", { mine: "Old", source: "Old", theirs: "New" }, "theirs"),
  compared("greetings.firstMessage", "First message", { mine: "a B c", source: "a b c", theirs: "A b c", joined: "A B c" }, "both"),
];

describe("choices", () => {
  test("what one side alone edited needs none", () => {
    expect(ROWS.map((row) => sideOf(row, NO_CHOICES))).toEqual(["mine", "theirs", null]);
    expect(undecided(ROWS, NO_CHOICES).map(({ path }) => path)).toEqual(["greetings.firstMessage"]);
  });
  test("the rest goes to one side, and everything when nothing waits", () => {
    const rest = chooseAll(ROWS, NO_CHOICES, "theirs", false);
    expect(chosenFields(rest)).toEqual([{ path: "greetings.firstMessage", side: "theirs" }]);
    expect(tallyOf(ROWS, rest)).toEqual({ waiting: 0, mine: 1, theirs: 2, joined: 0 });
    expect(tallyOf(ROWS, chooseAll(ROWS, rest, "mine", true))).toEqual({ waiting: 0, mine: 3, theirs: 0, joined: 0 });
  });
});

describe("the merge view", () => {
  let host: FakeHost;
  let document: Document;
  beforeEach(async () => {
    host = fakeHost({ count: 3 });
    setHost(host);
    host.answers.entity_merge_view = () => ({ revision: 38, at: "2026-01-01T10:00:00Z", why: "found", rows: ROWS });
    document = createDocument(await host.invoke("entity_open", { address: "character/piece-0" }));
    document.edit({ label: "edit", changes: [{ path: "identity.name", value: "Mine" }] });
    await document.noticeRevision(38);
  });
  test("nothing is saved before every double edit has a choice", async () => {
    let closed = false;
    render(<MergeDialog document={document} onClose={() => { closed = true; }} />);
    const save = await screen.findByRole<HTMLButtonElement>("button", { name: "Save as one revision" });
    expect(await screen.findByText("1 field needs a choice.")).toBeTruthy();
    expect(save.disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "The rest from: The other" }));
    await waitFor(() => expect(save.disabled).toBe(false));
    await userEvent.click(save);
    await waitFor(() => expect(closed).toBe(true));
    expect(host.calls.find(({ command }) => command === "entity_merge_save")?.args).toMatchObject({ baseRevision: 37, theirRevision: 38, chosen: [{ path: "greetings.firstMessage", side: "theirs" }] });
    expect(document.store.get().conflict).toBeNull();
  });
  test("saved elsewhere once more: it is compared anew and says so", async () => {
    render(<MergeDialog document={document} onClose={() => undefined} />);
    await userEvent.click(await screen.findByRole("button", { name: "The rest from: Yours" }));
    host.answers.entity_merge_save = () => { throw new ApiFailure({ code: "conflict", message: "Revision 39 is on disk.", hint: null, place: null }); };
    await userEvent.click(screen.getByRole("button", { name: "Save as one revision" }));
    expect(await screen.findByText("Revision 39 is on disk.")).toBeTruthy();
    await waitFor(() => expect(host.calls.filter(({ command }) => command === "entity_merge_view")).toHaveLength(2));
  });
});

import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CheckRun, FindingRow } from "../bindings";
import { createDocument, type Document } from "../documents/document";
import { ApiFailure, setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { navigation } from "../navigation";
import { sureFix } from "./acts";
import { ChecksPage } from "./ChecksPage";
import { FindingList } from "./FindingList";
import { isUnder, tallyOf } from "./findings";
import { FieldMark } from "./Mark";
import { apart } from "./mend";
import { checks, groupsOf, runChecks } from "./run";

const ADDRESS = "character/piece-0";

function row(over: Partial<FindingRow> = {}): FindingRow {
  return {
    key: "greeting-twin:/greetings", check: "greetings", code: "greeting-twin", severity: "warning", address: ADDRESS, path: "greetings.alternateGreetings[0].text", place: "Greeting 1 › Text",
    row: null, title: "Two greetings are the same", message: "Word for word the same as First message.", hint: "Take one of them out.", fresh: false, hushed: false,
    evidence: { before: "It says: ", span: "The stair\nis dark.", after: " Mind it.", from: 9, to: 27 },
    fixes: [{ label: "Take the greeting out", sure: true, changes: [{ path: "greetings.alternateGreetings[0]" }] }], ...over,
  };
}
const misspelt = row({
  key: "m", code: "macro-misspelt", severity: "error", path: "identity.description", place: "Description", title: "Macro is misspelt", fresh: true,
  fixes: [{ label: "Write “char”", sure: false, changes: [{ path: "identity.description", value: "{{char}}" }] }, { label: "Leave it empty", sure: false, changes: [{ path: "identity.description" }] }],
});

function ran(findings: FindingRow[], over: Partial<CheckRun> = {}): CheckRun {
  const of = (severity: string): number => findings.filter((one) => one.severity === severity && !one.hushed).length;
  return {
    at: "2026-01-02T14:06:00Z", milliseconds: 84, pieces: [{ address: ADDRESS, kind: "character", name: "Marisol", revision: 37, checkedBefore: null, revisionBefore: null }], lookedAt: 1, unreadable: [],
    findings, counts: { errors: of("error"), warnings: of("warning"), hints: of("info"), fresh: findings.filter((one) => one.fresh).length, hushed: findings.filter((one) => one.hushed).length },
    gone: [{ address: ADDRESS, title: "Key given twice", code: "key-twice" }], ran: [{ id: "greetings", kit: "card", mode: "code", needsCard: false, needsModel: false, title: "Greetings", about: "Greetings that are the same.", kinds: ["character"] }],
    skipped: [{ check: "target", title: "What an app ignores", reason: "no-target", why: "No app was chosen.", pieces: 1 }], compared: true, ...over,
  };
}

let host: FakeHost;
let document: Document;
beforeEach(async () => {
  host = fakeHost({ count: 1 });
  setHost(host);
  host.answers.checks_body = () => [misspelt, row(), row({ key: "h", hushed: true, title: "Hushed one" })];
  host.answers.checks_run = () => ran([misspelt, row()]);
  host.answers.checks_hush = () => [];
  document = createDocument(await host.invoke("entity_open", { address: ADDRESS }));
  navigation.set({ place: "checks", tab: null, tabs: [], inspector: true });
  checks.set({ subject: null, run: null, job: null, error: null, severities: ["error", "warning", "info"], freshOnly: false, hushedToo: false, folded: new Set(), chosen: null });
});
afterEach(() => {
  cleanup();
  document.dispose();
});

test("findings of an open piece are listed and mended as one step that can be undone", async () => {
  render(<FindingList document={document} />);
  const list = await screen.findByRole("list", { name: "Findings" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  expect(within(list).queryByText("Hushed one")).toBeNull();
  const before = document.store.get().body;
  await userEvent.click(screen.getByRole("button", { name: "Leave it empty" }));
  expect(document.store.get().line.steps.at(-1)?.label).toBe("mend: Macro is misspelt");
  act(() => document.undo());
  expect(document.store.get().body).toEqual(before);
});
test("only those below a path are shown, and an answer that failed is said", async () => {
  const { unmount } = render(<FindingList document={document} path="greetings" />);
  await screen.findByText("Two greetings are the same");
  expect(screen.queryByText("Macro is misspelt")).toBeNull();
  unmount();
  host.answers.checks_body = () => {
    throw new ApiFailure({ code: "io", message: "The disk is gone.", hint: null, place: null });
  };
  render(<FindingList document={document} />);
  expect(await screen.findByText("The disk is gone.")).toBeTruthy();
});
test("one question is asked for all who look, and again after the piece changed", async () => {
  render(<><FindingList document={document} /><FieldMark document={document} path="identity.description" /><FieldMark document={document} path="identity.name" /></>);
  expect(await screen.findByRole("button", { name: "1 finding in this field" })).toBeTruthy();
  const asked = (): number => host.calls.filter(({ command }) => command === "checks_body").length;
  expect(asked()).toBe(1);
  act(() => document.edit({ label: "name", changes: [{ path: "identity.name", value: "X" }] }));
  await waitFor(() => expect(asked()).toBe(2), { timeout: 3000 });
});
test("the page shows what was found, filters it, and names what did not run", async () => {
  render(<ChecksPage />);
  await act(() => runChecks({ addresses: [ADDRESS], whole: false }));
  // Rows are drawn where they are in view, and here nothing has a size.
  expect(screen.getByRole("grid", { name: "Findings" }).textContent).toContain("Errors");
  expect(screen.getByText(/^Ran .* on revision 37, 84 ms$/)).toBeTruthy();
  expect(screen.getByText("1 new since the last run, 1 gone")).toBeTruthy();
  expect(screen.getByText("1 check did not run.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "1 error" }));
  expect(groupsOf(checks.get()).map((group) => group.severity)).toEqual(["warning"]);
});
test("a finding that is chosen shows its evidence as text and its choices; hushing it takes it out of the counts", async () => {
  render(<ChecksPage />);
  await act(() => runChecks({ addresses: [ADDRESS], whole: false }));
  act(() => checks.set({ chosen: `${ADDRESS} m identity.description` }));
  const detail = screen.getByRole("complementary", { name: "Finding" });
  expect(within(detail).getAllByRole("radio")).toHaveLength(2);
  expect(within(detail).getByText("macro-misspelt")).toBeTruthy();
  await userEvent.click(within(detail).getByRole("button", { name: "Hush" }));
  expect(host.calls.at(-1)).toMatchObject({ command: "checks_hush", args: { key: "m", hush: true } });
  await waitFor(() => expect(checks.get().run?.counts).toMatchObject({ errors: 0, warnings: 1, hushed: 1 }));
});
test("nothing found lists what ran, and a run that failed says why", async () => {
  host.answers.checks_run = () => ran([], { gone: [] });
  render(<ChecksPage />);
  await act(() => runChecks({ addresses: [ADDRESS], whole: false }));
  expect(screen.getByRole("heading", { name: "Nothing found by 1 check." })).toBeTruthy();
  expect(screen.getByText("Greetings that are the same.")).toBeTruthy();
  host.answers.checks_run = () => {
    throw new ApiFailure({ code: "busy", message: "The library is busy.", hint: null, place: null });
  };
  await act(() => runChecks());
  expect(screen.getByText("The library is busy.")).toBeTruthy();
});
test("very many are grouped by what they say, folded", () => {
  const many = Array.from({ length: 80 }, (_, at) => row({ key: `k${at}`, path: `greetings.alternateGreetings[${at}].text` }));
  const groups = groupsOf({ ...checks.get(), run: ran([misspelt, ...many]) });
  expect(groups.map(({ title, rows }) => [title, rows.length])).toEqual([["Macro is misspelt", 1], ["Two greetings are the same", 80]]);
});
test("only one certain answer is made without looking, and fixes that touch each other wait for the next round", () => {
  expect(sureFix(row())?.label).toBe("Take the greeting out");
  expect(sureFix(misspelt)).toBeNull();
  const [remove] = row().fixes;
  const other = { label: "b", sure: true, changes: [{ path: "greetings.alternateGreetings[1].text", value: "x" }] };
  const field = { label: "c", sure: true, changes: [{ path: "identity.description", value: "x" }] };
  expect(apart([remove!, other, field]).map(({ label }) => label)).toEqual(["Take the greeting out", "c"]);
  expect(apart([other, remove!, field]).map(({ label }) => label)).toEqual(["b", "c"]);
});
test("places lie under their paths, and silenced findings are not counted", () => {
  expect([isUnder("greetings[0].text", "greetings"), isUnder("greetingsToo", "greetings"), isUnder("a.b", "a.b"), isUnder("a", "")]).toEqual([true, false, true, true]);
  expect(tallyOf([misspelt, row(), row({ hushed: true })])).toMatchObject({ error: 1, warning: 1, all: 2, worst: "error" });
});

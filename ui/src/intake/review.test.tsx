import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { ApiError, LimitReached, StagedRow } from "../bindings";
import { setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { setLanguage } from "../messages";
import { keep, raiseLimit, standing } from "./acts";
import { heldFile, hold } from "./held";
import { IntakeDetail } from "./IntakeDetail";
import { RaiseQuestion } from "./RaiseLimit";
import { UnlockQuestion } from "./Unlock";
import { loadStaged, rowsFor, staged } from "./staged";

let host: FakeHost;
beforeEach(async () => {
  host = fakeHost({ count: 19 });
  setHost(host);
  staged.set({ rows: [], chosen: null, filter: "all", decided: new Set(), failures: new Map(), error: null, raising: null, unlocking: null });
  await loadStaged();
});
const rowOf = (id: string) => staged.get().rows.find((row) => row.id === id) ?? null;

describe("what can be kept", () => {
  test("doubtful files wait, refused and unread ones take no part", () => {
    const { now, waiting } = standing(staged.get().rows, new Set());
    expect(waiting.map(({ id }) => id)).toEqual(["s1", "s5"]);
    expect(now.map(({ id }) => id)).toEqual(["s2", "s3", "s4", "s6", "s7"]);
    expect(rowsFor(staged.get().rows, "refused", new Set()).map(({ id }) => id)).toEqual(["s8"]);
  });
  test("keeping sends only those, and what waits stays", async () => {
    const { now } = standing(staged.get().rows, staged.get().decided);
    await keep(now);
    expect(host.calls.find(({ command }) => command === "intake_keep")?.args).toMatchObject({ ids: ["s2", "s3", "s4", "s6", "s7"] });
    expect(staged.get().rows.map(({ id }) => id)).toEqual(["s1", "s5", "s8", "s9"]);
  });
});

describe("the chosen file", () => {
  test("says what it is and why, what came along, and asks about the one that is there", async () => {
    render(<IntakeDetail row={rowOf("s1")} />);
    expect(await screen.findByText(/Because the picture holds a ccv3 chunk/)).toBeTruthy();
    expect(screen.getByText("The Harbour at Wick Sound, 84 entries")).toBeTruthy();
    expect(screen.getByText("4 addresses elsewhere, not fetched")).toBeTruthy();
    const fields = screen.getByRole("region", { name: /field by field/ });
    expect(within(fields).getByText("1 field was edited on both sides. Yours stays unless you choose otherwise.")).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: /Keep both/ }));
    await waitFor(() => expect(rowOf("s1")?.decision).toBe("keep"));
    expect(staged.get().decided.has("s1")).toBe(true);
  });
  test("a refused file names the limit and the place", () => {
    render(<IntakeDetail row={rowOf("s8")} />);
    expect(screen.getByText(/unpacks to 41 GB; the limit is 96 MB/)).toBeTruthy();
    expect(screen.getByText(/textures\/sky\.bin/)).toBeTruthy();
  });
  test("cards that disagree can be chosen, and a repair undone", async () => {
    render(<IntakeDetail row={rowOf("s4")} />);
    await userEvent.click(await screen.findByRole("button", { name: "Take it as it is" }));
    await waitFor(() => expect(host.calls.some(({ command }) => command === "intake_undo_repair")).toBe(true));
  });
});

describe("an encrypted file", () => {
  test("is opened by its password; another one is said at the field", async () => {
    const error: ApiError = { code: "locked", message: "The file is encrypted with a password.", hint: null, place: null };
    staged.set(({ rows }) => ({ rows: rows.map((one) => (one.id === "s8" ? { ...one, error } : one)) }));
    render(<><IntakeDetail row={rowOf("s8")} /><UnlockQuestion /></>);
    await userEvent.click(screen.getByRole("button", { name: "Give the password…" }));
    const field = screen.getByLabelText("Password");
    await userEvent.type(field, "tide{Enter}");
    expect(await screen.findByText("The password is another one.")).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, "saltmere{Enter}");
    await waitFor(() => expect(rowOf("s8")?.state).toBe("new"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a limit", () => {
  const reached = (limit: LimitReached) => {
    const row = rowOf("s8") as StagedRow;
    const error = row.error as ApiError;
    staged.set(({ rows }) => ({ rows: rows.map((one) => (one.id === "s8" ? { ...row, error: { ...error, limit } } : one)) }));
  };
  test("that cannot be raised far enough is not offered", () => {
    render(<IntakeDetail row={rowOf("s8")} />);
    expect(screen.queryByRole("button", { name: /Raise the limit/ })).toBeNull();
  });
  test("is raised for the file after a question that names the number and the cost", async () => {
    reached({ name: "file-bytes", value: 100_663_296, needed: 157_286_400, raiseTo: 157_286_400 });
    render(<><IntakeDetail row={rowOf("s8")} /><RaiseQuestion /></>);
    await userEvent.click(screen.getByRole("button", { name: "Raise the limit for this file…" }));
    const question = screen.getByRole("alertdialog", { name: "Raise a limit for this file?" });
    expect(question.textContent).toContain("The limit on the size of a file is 101 MB; this file needs 157 MB.");
    expect(question.textContent).toContain("copied to the library's disk");
    await userEvent.click(screen.getByRole("button", { name: "Raise it to 157 MB" }));
    await waitFor(() => expect(host.calls.find(({ command }) => command === "intake_raise")?.args).toMatchObject({ id: "s8", limit: "file-bytes", value: 157_286_400 }));
    // It reaches a second limit then, which is asked about by itself.
    await waitFor(() => expect(rowOf("s8")?.error?.limit?.name).toBe("zip-total"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    act(() => staged.set({ raising: "s8" }));
    await userEvent.click(screen.getByRole("button", { name: "Raise it to 300 MB" }));
    await waitFor(() => expect(rowOf("s8")?.state).toBe("new"));
  });
  test("of unknown need says what is tried, in Chinese too", () => {
    reached({ name: "json-values", value: 500_000, needed: null, raiseTo: 2_000_000 });
    act(() => setLanguage("zh"));
    render(<RaiseQuestion />);
    act(() => staged.set({ raising: "s8" }));
    expect(screen.getByRole("alertdialog").textContent).toContain("将以 2,000,000 再试");
    act(() => setLanguage("en"));
  });
  test("a file the page still holds is sent when its limit is raised", async () => {
    const file = new File(["x"], "harbour-pack.zip");
    reached({ name: "file-bytes", value: 100_663_296, needed: 157_286_400, raiseTo: 157_286_400 });
    hold("s8", file);
    const sent: Record<string, string>[] = [];
    host.upload = (_route, given, parameters) => {
      sent.push({ ...parameters, file: given.name });
      return Promise.resolve({ ...rowOf("s8"), state: "new", error: null } as never);
    };
    await raiseLimit(rowOf("s8") as StagedRow);
    expect(sent).toMatchObject([{ id: "s8", raise: "file-bytes=157286400", file: "harbour-pack.zip" }]);
    expect(rowOf("s8")?.state).toBe("new");
    expect(heldFile("s8")).toBeUndefined();
  });
});

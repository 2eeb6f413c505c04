import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { keep, standing } from "./acts";
import { IntakeDetail } from "./IntakeDetail";
import { loadStaged, rowsFor, staged } from "./staged";

let host: FakeHost;
beforeEach(async () => {
  host = fakeHost({ count: 19 });
  setHost(host);
  staged.set({ rows: [], chosen: null, filter: "all", decided: new Set(), failures: new Map(), error: null });
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
    expect(screen.getByRole("table", { name: /field by field/ }).querySelectorAll("tbody tr")).toHaveLength(5);
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

import { render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Note, StagedDetail, StagedRow } from "../bindings";
import { Pieces, saidOfPieces } from "./Pieces";

const row = { id: "s1", fileName: "account.lvbak", state: "new" } as StagedRow;
const note = (code: string, severity: Note["severity"], text: string): Note => ({ code, severity, text, place: { entry: null, pointer: null, offset: null } });

function archive(loose: boolean): StagedDetail {
  return {
    row,
    notes: [
      note("holds-private-data", "info", "The archive holds secrets."),
      note("dangling-asset", "warning", "The picture gone.png is not in the archive."),
      note("row-failed", "error", "“wide” was left out."),
    ],
    brought: [
      { kind: "character", name: "Mirren Vale", count: 0, loose: false, notes: [] },
      { kind: "persona", name: "Isolde Marrow", count: 0, loose, notes: [1] },
    ],
  } as unknown as StagedDetail;
}

describe("a file of several pieces", () => {
  test("has a row for each, with what was said of it, and names the rows that become nothing", () => {
    render(<Pieces detail={archive(true)} />);
    const rows = within(screen.getByRole("list")).getAllByRole("listitem");
    expect(rows.map((one) => one.textContent)).toEqual([expect.stringContaining("Mirren Vale"), expect.stringContaining("Isolde Marrow")]);
    expect(within(rows[1] as HTMLElement).getByText(/gone\.png/)).toBeTruthy();
    expect(screen.getByText("1 row becomes nothing")).toBeTruthy();
    expect(screen.getByText(/“wide” was left out/)).toBeTruthy();
    expect([...saidOfPieces(archive(true))].sort()).toEqual([1, 2]);
  });
  test("a card with its book is one piece and has no such list", () => {
    const { container } = render(<Pieces detail={archive(false)} />);
    expect(container.textContent).toBe("");
    expect(saidOfPieces(archive(false)).size).toBe(0);
  });
});

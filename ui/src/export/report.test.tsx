import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Report } from "../bindings";
import { freshName } from "./batch";
import { ReportView } from "./ReportView";

const report: Report = {
  source: { format: "sillytavern", container: "png", confidence: null }, target: { format: "agnai", container: "json" }, identical: false,
  carried: ["identity.name", "identity.description"],
  changed: [{ path: "persona.personality", before: "dry, slow", after: "dry, quick", code: "mirrored-text", reason: "Agnai keeps one persona." }],
  lost: [{ path: "greetings.groupOnlyGreetings", value: ["Hello"], code: "no-place", reason: "Agnai has no greeting for groups." }],
  leftBehind: [{ format: "risu", pointer: "/data/extensions/risuai", reason: "Risu's own." }, { format: "risu", pointer: "/data/x", reason: "Risu's own." }],
  notes: [], labels: { "greetings.groupOnlyGreetings": "Group greetings" }, counts: { carried: 2, changed: 1, lost: 1, leftBehind: 2 },
  bytes: 10, fileName: "a.json", preview: "{}", milliseconds: 3,
};
afterEach(cleanup);

test("a report tells its four numbers, then its groups: what is lost and changed is open", () => {
  render(<ReportView report={report} title="Agnai" measuring={false} />);
  expect(screen.getByRole("status").textContent).toBe("Agnai would take 2 of 4 fields as they are. 1 changes, 1 is lost, and 2 keys of other apps stay behind.");
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe("2 carried, 1 changed, 1 lost, 2 left behind");
  const groups = screen.getAllByRole("button");
  expect(groups.map((group) => group.getAttribute("aria-expanded"))).toEqual(["true", "true", "false", "false"]);
  expect(screen.getByText("Group greetings")).toBeTruthy();
  const changed = screen.getByText("Agnai keeps one persona.").closest("li") as HTMLElement;
  expect(within(changed).getByText("slow").closest("del")).not.toBeNull();
  expect(within(changed).getByText("quick").closest("ins")).not.toBeNull();
  expect(screen.queryByText("identity.name")).toBeNull();
  fireEvent.click(groups[3] as Element);
  expect(screen.getAllByText("identity.name").length).toBeGreaterThan(0);
});

test("a file that is the source's byte for byte says so", () => {
  render(<ReportView report={{ ...report, identical: true, changed: [], lost: [], leftBehind: [], counts: { carried: 4, changed: 0, lost: 0, leftBehind: 0 } }} title="SillyTavern" measuring={false} />);
  expect(screen.getByRole("status").textContent).toContain("byte for byte");
  expect(screen.getAllByRole("button")).toHaveLength(1);
});

test("two pieces of one name become two files", () => {
  const taken = new Set<string>();
  expect(["Ada.png", "ada.png", "Ada.png", ".png", "Ada"].map((name) => freshName(name, taken))).toEqual(["Ada.png", "ada (2).png", "Ada (3).png", ".png", "Ada"]);
});

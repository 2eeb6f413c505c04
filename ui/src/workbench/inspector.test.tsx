import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDocument, type Document } from "../documents/document";
import { setHost } from "../host";
import { fakeHost } from "../host/fake";
import { navigation, toggleInspector } from "../navigation";
import { Inspector } from "./Inspector";
import { openPanel, registerPanel } from "./inspector";

let document: Document;
const stops: (() => void)[] = [];
function panel(id: string, rank: number, show?: (of: Document) => boolean): void {
  stops.push(registerPanel({ id, title: id === "b" ? "workbench.history" : "workbench.raw", icon: "braces", kinds: id === "lore" ? ["lorebook"] : "all", rank, ...(show === undefined ? {} : { show }), Panel: () => <p>panel {id}</p> }));
}

beforeEach(async () => {
  const host = fakeHost({ count: 1 });
  setHost(host);
  document = createDocument(await host.invoke("entity_open", { address: "character/piece-0" }));
  navigation.set({ inspector: true, place: "workbench" });
});
afterEach(() => {
  cleanup();
  document.dispose();
  for (const stop of stops.splice(0)) stop();
  localStorage.clear();
});

test("nothing is drawn without a panel, and one panel has a head in place of tabs", () => {
  const { container } = render(<Inspector document={document} />);
  expect(container.firstChild).toBeNull();
  act(() => panel("a", 1));
  expect(screen.getByRole("heading", { name: "Raw original" })).toBeTruthy();
  expect(screen.queryByRole("tab")).toBeNull();
});
test("panels stand in their order, of another kind they are left out, and the chosen one is on top", () => {
  panel("b", 2);
  panel("a", 1);
  panel("lore", 0);
  render(<Inspector document={document} />);
  expect(screen.getAllByRole("tab").map((tab) => tab.getAttribute("aria-label"))).toEqual(["Raw original", "History"]);
  expect(screen.getByText("panel a")).toBeTruthy();
  act(() => openPanel("character", "b"));
  expect(screen.getByText("panel b")).toBeTruthy();
  expect(localStorage.getItem("ficha.panels")).toContain('"character":"b"');
});
test("a panel comes and goes with what it has to show", () => {
  panel("a", 1);
  panel("b", 2, (of) => of.store.get().line.position > 0);
  render(<Inspector document={document} />);
  expect(screen.queryByRole("tab")).toBeNull();
  act(() => document.edit({ label: "name", changes: [{ path: "identity.name", value: "X" }] }));
  expect(screen.getAllByRole("tab")).toHaveLength(2);
  act(() => document.undo());
  expect(screen.queryByRole("tab")).toBeNull();
});
test("one key closes it at any width, and choosing a panel opens it again", () => {
  panel("a", 1);
  render(<Inspector document={document} />);
  act(() => toggleInspector());
  expect(screen.queryByText("panel a")).toBeNull();
  act(() => openPanel("character", "a"));
  expect(screen.getByText("panel a")).toBeTruthy();
});

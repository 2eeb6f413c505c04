import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { HelpPane } from "./HelpPane";
import { help } from "./state";
import { topicOf, TOPICS } from "./topics";

afterEach(() => {
  act(() => help.set({ open: false, topic: null }));
  cleanup();
  document.body.replaceChildren();
});

test("the panel with the focus says which topic it is, then the page, then the piece", () => {
  document.body.innerHTML = '<main data-pane="page"><div data-help="raw"></div></main><aside data-help="find"><input></aside><nav></nav>';
  expect(topicOf(document.querySelector("input"), "workbench", "lorebook/x")).toBe("find");
  expect(topicOf(document.querySelector("nav"), "workbench", "lorebook/x")).toBe("raw");
  document.querySelector("main")?.remove();
  expect(topicOf(document.querySelector("nav"), "workbench", "lorebook/x")).toBe("lorebook");
  expect(topicOf(null, "settings", "lorebook/x")).toBe("settings");
});
test("every topic that a page names has its text", () => {
  const sources = import.meta.glob<string>(["../**/*.tsx", "!../**/*.test.tsx"], { query: "?raw", import: "default", eager: true });
  const named = new Set(Object.values(sources).flatMap((source) => [...source.matchAll(/data-help="([^"]+)"/g)].map(([, topic]) => topic)));
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((topic) => !TOPICS.some(({ id }) => id === topic))).toEqual([]);
});
test("every topic can be found, read and left", () => {
  render(<HelpPane />);
  act(() => help.set({ open: true, topic: null }));
  expect(screen.getAllByRole("button").filter((button) => button.className === "pane-item")).toHaveLength(TOPICS.length);
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "retyped" } });
  expect(screen.getByText("No topic has these words.")).toBeTruthy();
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "trash" } });
  fireEvent.click(screen.getByRole("button", { name: "Library" }));
  expect(screen.getByRole("heading", { name: "Library" })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("heading", { name: "Library" }), { key: "Escape" });
  expect(screen.queryByRole("heading")).toBeNull();
});

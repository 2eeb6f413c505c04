import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setHost } from "../host";
import { fakeHost } from "../host/fake";
import { navigation, openTab } from "../navigation";
import { endTour, startTour } from "./state";
import { Tour } from "./Tour";

beforeEach(() => {
  setHost(fakeHost());
  render(<Tour />);
});
afterEach(() => {
  act(endTour);
  cleanup();
  navigation.set({ place: "library", tabs: [], tab: null, exporting: null });
});

test("never starts by itself", () => {
  expect(screen.queryByRole("complementary")).toBeNull();
});
test("goes on when the person does what it says, and ends where they like", () => {
  act(startTour);
  expect(navigation.get().place).toBe("import");
  expect(screen.getByText("1 of 4")).toBeTruthy();
  act(() => navigation.set({ place: "library" }));
  expect(screen.getByText("2 of 4")).toBeTruthy();
  act(() => openTab("character/piece-0"));
  expect(screen.getByText("3 of 4")).toBeTruthy();
  act(() => navigation.set({ exporting: ["character/piece-0"] }));
  expect(screen.getByText("4 of 4")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("complementary")).toBeNull();
});
test("can be left at any step", () => {
  act(startTour);
  fireEvent.click(screen.getByRole("button", { name: "End the tour" }));
  expect(screen.queryByRole("complementary")).toBeNull();
});

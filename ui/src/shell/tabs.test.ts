import { beforeEach, expect, test } from "vitest";
import { setHost } from "../host";
import { fakeHost } from "../host/fake";
import { navigation, openTab, rememberWithin, withinOf } from "../navigation";
import { closeTabs, lastClosed, reopenTab } from "./tabs";

beforeEach(() => {
  setHost(fakeHost());
  navigation.set({ place: "library", tabs: [], tab: null });
});

test("closed tabs open again, the last first, with their names", async () => {
  openTab("character/piece-0", { kind: "character", name: "Ottilie" });
  openTab("lorebook/piece-9", { kind: "lorebook", name: "Harbour" });
  await closeTabs(["character/piece-0"]);
  await closeTabs(["lorebook/piece-9"]);
  expect(lastClosed()).toBe("lorebook/piece-9");
  reopenTab();
  reopenTab();
  expect(navigation.get().tabs).toEqual(["lorebook/piece-9", "character/piece-0"]);
  expect(navigation.get().labels["character/piece-0"]?.name).toBe("Ottilie");
  expect(lastClosed()).toBeNull();
});
test("page and scroll of a piece are remembered together", () => {
  rememberWithin("character/piece-0", { page: "greetings", top: 0 });
  rememberWithin("character/piece-0", { top: 240 });
  expect(withinOf("character/piece-0")).toEqual({ page: "greetings", top: 240 });
  expect(withinOf("character/other")).toEqual({});
});

import { afterEach, expect, test } from "vitest";
import { capOf, commandFor } from "./keys";
import { commandOf, ownKeys, rebindKeys, registerCommands } from "./registry";

const stop: (() => void)[] = [];
afterEach(() => {
  rebindKeys({});
  for (const one of stop.splice(0)) one();
});
const key = (init: KeyboardEventInit, target: HTMLElement = document.body): KeyboardEvent => {
  const event = new KeyboardEvent("keydown", { bubbles: true, ...init });
  target.dispatchEvent(event);
  return event;
};
const add = (id: string, keys: string[]): void => void stop.push(registerCommands([{ id, title: "common.open", keys, run: () => undefined }]));

test("a chord finds its command, and a single letter stays with a text field", () => {
  add("find", ["/"]);
  add("save", ["Mod+S"]);
  const field = document.body.appendChild(document.createElement("textarea"));
  expect(commandFor(key({ key: "/" }))?.id).toBe("find");
  expect(commandFor(key({ key: "/" }, field))).toBeUndefined();
  expect(commandFor(key({ key: "s", ctrlKey: true }, field))?.id).toBe("save");
  field.remove();
});
test("nothing runs while a sign is being composed", () => {
  add("save", ["Mod+S"]);
  expect(commandFor(key({ key: "s", ctrlKey: true, isComposing: true }))).toBeUndefined();
});
test("a later command of the same id is in force while it is there", () => {
  add("export", ["Mod+E"]);
  add("export", ["Mod+Shift+E"]);
  expect(commandOf("export")?.keys).toEqual(["Mod+Shift+E"]);
  stop.pop()?.();
  expect(commandOf("export")?.keys).toEqual(["Mod+E"]);
});
test("the person's own keys win, and the old ones are remembered", () => {
  add("save", ["Mod+S"]);
  rebindKeys({ save: "F9" });
  expect(commandFor(key({ key: "F9" }))?.id).toBe("save");
  expect(commandFor(key({ key: "s", ctrlKey: true }))).toBeUndefined();
  expect(ownKeys("save")).toEqual(["Mod+S"]);
  expect(capOf("Mod+Shift+Z")).toBe("Ctrl Shift Z");
});

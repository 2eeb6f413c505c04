import { afterEach, expect, test } from "vitest";
import { browserHost } from "./http";

const field = (): HTMLInputElement | null => document.querySelector("input[type=file]");
afterEach(() => field()?.remove());

test("the field of a file chooser is held by the page until it is answered, and by nobody after", async () => {
  const picked = browserHost().pickFiles("Add files");
  const input = field();
  expect(input?.isConnected).toBe(true);
  expect(input?.hidden).toBe(true);
  const file = new File(["{}"], "card.json");
  Object.defineProperty(input, "files", { value: [file] });
  input?.dispatchEvent(new Event("change"));
  expect(await picked).toEqual({ files: [file] });
  expect(field()).toBeNull();
});

test("a chooser that is closed without a file answers nothing", async () => {
  const picked = browserHost().pickFiles("Add files", false);
  expect(field()?.multiple).toBe(false);
  field()?.dispatchEvent(new Event("cancel"));
  expect(await picked).toBeNull();
  expect(field()).toBeNull();
});

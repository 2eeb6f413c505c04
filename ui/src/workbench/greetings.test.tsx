import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDocument, type Document } from "../documents/document";
import { readPath } from "../documents/path";
import { setHost } from "../host";
import { fakeHost } from "../host/fake";
import { GreetingRows } from "./character/GreetingRows";
import { greetingActs, LISTS, textOf } from "./character/greetings-edit";
import { messages } from "../messages";

const LIST = LISTS[0];
let document: Document;
const texts = (): string[] => (readPath(document.store.get().body, LIST) as never[]).map(textOf);
const steps = (): string[] => document.store.get().line.steps.map((step) => step.label);

beforeEach(async () => {
  const host = fakeHost({ count: 1 });
  setHost(host);
  const entity = await host.invoke("entity_open", { address: "character/piece-0" });
  const alternates = ["one", "two", "three"].map((text, at) => ({ text, id: `slot-${at}` }));
  document = createDocument({ ...entity, body: { ...entity.body, greetings: { firstMessage: "first", alternateGreetings: alternates } } });
});
afterEach(() => {
  cleanup();
  document.dispose();
});

test("moving a greeting with the keys is one step, and undo puts it back", () => {
  render(<GreetingRows document={document} list={LIST} tokens={new Map()} open="" onOpen={() => undefined} />);
  const row = screen.getAllByRole("button").find((button) => button.getAttribute("data-greeting") === `${LIST}[0]`);
  expect(row).toBeDefined();
  act(() => void fireEvent.keyDown(row as Element, { key: "ArrowDown", altKey: true }));
  expect(texts()).toEqual(["two", "one", "three"]);
  expect(steps()).toEqual(["move a greeting"]);
  act(() => document.undo());
  expect(texts()).toEqual(["one", "two", "three"]);
});

test("a move beyond the end is nothing", () => {
  render(<GreetingRows document={document} list={LIST} tokens={new Map()} open="" onOpen={() => undefined} />);
  const row = screen.getAllByRole("button").find((button) => button.getAttribute("data-greeting") === `${LIST}[0]`);
  act(() => void fireEvent.keyDown(row as Element, { key: "ArrowUp", altKey: true }));
  expect(steps()).toEqual([]);
});

test("a promoted greeting changes places with the first message in one step", () => {
  const acts = greetingActs(document, LIST, messages().say);
  acts.promote(readPath(document.store.get().body, LIST) as never[], 1);
  expect(readPath(document.store.get().body, "greetings.firstMessage")).toBe("two");
  expect(texts()).toEqual(["one", "first", "three"]);
  document.undo();
  expect(readPath(document.store.get().body, "greetings.firstMessage")).toBe("first");
});

test("a copy does not claim the original's place in the file", () => {
  const acts = greetingActs(document, LIST, messages().say);
  acts.duplicate(readPath(document.store.get().body, LIST) as never[], 0);
  expect(readPath(document.store.get().body, LIST)).toEqual([
    { text: "one", id: "slot-0" }, { text: "one" }, { text: "two", id: "slot-1" }, { text: "three", id: "slot-2" },
  ]);
});

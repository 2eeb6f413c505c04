import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject, OpenEntity } from "../bindings";
import { createDocument, type Document } from "../documents/document";
import { readPath } from "../documents/path";
import { setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { FindBar } from "./find/FindBar";
import { find, NOT_LOOKING } from "./find/state";
import { Lasting } from "./Lasting";

let host: FakeHost;
let entity: OpenEntity;
let document: Document;

beforeEach(async () => {
  host = fakeHost({ count: 1 });
  setHost(host);
  entity = await host.invoke("entity_open", { address: "character/piece-0" });
  document = createDocument(entity);
});
afterEach(() => {
  cleanup();
  find.set(NOT_LOOKING);
  document.dispose();
});

test("a draft of an earlier run is shown and said, and can be discarded", async () => {
  const at = "2026-11-30T10:00:01Z";
  const step = { label: "edit name", changes: [{ path: "identity.name", value: "Maren" }], inverse: [{ path: "identity.name", value: entity.name }], native: [], at };
  document = createDocument({ ...entity, draft: { baseRevision: entity.revision, at, steps: [step], position: 1 } });
  expect(readPath(document.store.get().body, "identity.name")).toBe("Maren");
  render(<Lasting document={document} />);
  expect(screen.getByRole("status").textContent).toContain("draft");
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Discard the draft" }));
    await Promise.resolve();
  });
  await act(() => document.flushDraft());
  expect(host.calls.some(({ command }) => command === "entity_draft_drop")).toBe(true);
  expect(readPath(document.store.get().body, "identity.name")).toBe(entity.name);
});

describe("find and replace", () => {
  const body: JsonObject = { identity: { name: "Tide", description: "The tide. A tide {{char}}. (tide)" }, media: { portrait: { ref: "tide" } }, greetings: { alternateGreetings: [{ text: "Tide?", id: "tide" }] } };
  const counts = (): Promise<HTMLElement> => screen.findByText(/^(?:\d+ of )?\d+ places?$|^Nothing found$/);
  test("replaces everywhere as one step, and what replaces is no pattern", async () => {
    document = createDocument({ ...entity, body });
    find.set({ open: true, text: "tide", replacement: "$& ebb" });
    render(<FindBar document={document} />);
    expect((await counts()).textContent).toBe("5 places");
    await act(async () => {
      fireEvent.click(screen.getByRole("button", { name: "Replace all" }));
      await Promise.resolve();
    });
    expect(document.store.get().line.steps.map(({ label }) => label)).toEqual(["replace 5 times"]);
    expect(readPath(document.store.get().body, "identity.description")).toBe("The $& ebb. A $& ebb {{char}}. ($& ebb)");
    expect(readPath(document.store.get().body, "media.portrait.ref")).toBe("tide");
    act(() => document.undo());
    expect(document.store.get().body).toEqual(body);
  });
  test("replaces one place, and goes to the first when none is shown yet", async () => {
    document = createDocument({ ...entity, body });
    find.set({ open: true, text: "tide", replacement: "ebb" });
    render(<FindBar document={document} />);
    await counts();
    fireEvent.click(screen.getByRole("button", { name: "Replace" }));
    expect((await counts()).textContent).toBe("1 of 5 places");
    expect(document.store.get().line.steps).toEqual([]);
    await act(async () => {
      fireEvent.click(screen.getByRole("button", { name: "Replace" }));
      await Promise.resolve();
    });
    expect(readPath(document.store.get().body, "identity.name")).toBe("ebb");
    expect(document.store.get().line.steps.map(({ label }) => label)).toEqual(["replace once"]);
  });
  test("a pattern that is none is said", async () => {
    document = createDocument({ ...entity, body });
    host.answers.find_body = () => ({ total: 0, fields: [], fault: "this is no pattern: an open bracket" });
    find.set({ open: true, text: "(", pattern: true });
    render(<FindBar document={document} />);
    expect(await screen.findByText(/this is no pattern/)).toBeTruthy();
  });
});

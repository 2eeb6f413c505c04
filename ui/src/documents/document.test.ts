import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Draft, OpenEntity } from "../bindings";
import { ApiFailure, setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { createDocument, type Document, isDirty } from "./document";
import { readPath } from "./path";

let host: FakeHost;
let entity: OpenEntity;
let document: Document;
const name = (): unknown => readPath(document.store.get().body, "identity.name");
const calls = (command: string): { args: object }[] => host.calls.filter((call) => call.command === command);
const lastDraft = (): Draft => (calls("entity_draft_save").at(-1)?.args as { draft: Draft }).draft;
const type = (text: string): void => document.edit({ label: "edit name", changes: [{ path: "identity.name", value: text }], joins: "identity.name" });

beforeEach(async () => {
  vi.useFakeTimers();
  host = fakeHost({ count: 3 });
  setHost(host);
  // A save answers with what it was given, as the studio does.
  entity = await host.invoke("entity_open", { address: "character/piece-0" });
  host.answers.entity_save = ({ baseRevision }) => ({ ...entity, body: document.store.get().body, revision: baseRevision + 1, savedAt: new Date().toISOString() });
  document = createDocument(entity);
});
afterEach(() => {
  document.dispose();
  vi.useRealTimers();
});

describe("steps", () => {
  test("typing in one field is one step until the person pauses", () => {
    for (const text of ["M", "Ma", "Mar"]) type(text);
    expect(document.store.get().line.steps).toHaveLength(1);
    vi.advanceTimersByTime(3_000);
    type("Maren");
    expect(document.store.get().line.steps).toHaveLength(2);
    document.undo();
    expect(name()).toBe("Mar");
    document.undo();
    expect(name()).toBe(entity.name);
    document.redo();
    document.redo();
    expect(name()).toBe("Maren");
  });
  test("an edit after an undo forgets what was undone", () => {
    type("A");
    document.undo();
    document.edit({ label: "other", changes: [{ path: "persona.scenario" }] });
    expect(document.store.get().line.steps.map((step) => step.label)).toEqual(["other"]);
    expect(name()).toBe(entity.name);
  });
  test("a step covers the body and single apps together", () => {
    document.edit({ label: "both", changes: [{ path: "identity.name", value: "X" }], native: [{ format: "sillytavern", ops: [{ op: "replace", path: "/data/fav", value: true }] }] });
    expect(document.store.get().native.sillytavern).toHaveLength(1);
    document.undo();
    expect(document.store.get().native.sillytavern ?? []).toHaveLength(0);
    expect(name()).toBe(entity.name);
  });
  test("an edit that changes nothing is no step", () => {
    type(entity.name);
    expect(isDirty(document.store.get())).toBe(false);
  });
});

describe("saving", () => {
  test("the draft is written a moment after the last key, with its steps", async () => {
    type("Maren");
    await vi.advanceTimersByTimeAsync(700);
    expect(calls("entity_draft_save")).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(300);
    expect(lastDraft()).toMatchObject({ baseRevision: 37, position: 1, steps: [{ changes: [{ path: "identity.name", value: "Maren" }] }] });
    expect(document.store.get().save.state).toBe("draft");
  });
  test("a revision names what it started from and only what changed", async () => {
    type("Maren");
    expect(await document.save("save")).toBe(true);
    expect(calls("entity_save")[0]?.args).toMatchObject({ baseRevision: 37, changes: [{ path: "identity.name", value: "Maren" }], native: [], why: "save" });
    expect(document.store.get()).toMatchObject({ savedPosition: 1, save: { state: "saved" }, entity: { revision: 38 } });
  });
  test("undo goes past a revision, and the next one takes it back", async () => {
    type("Maren");
    await document.save("save");
    document.undo();
    expect(isDirty(document.store.get())).toBe(true);
    await document.save("save");
    expect(calls("entity_save")[1]?.args).toMatchObject({ baseRevision: 38, changes: [{ path: "identity.name", value: entity.name }] });
  });
  test("an edit after such an undo still saves the whole difference", async () => {
    type("Maren");
    await document.save("save");
    entity = { ...entity, body: document.store.get().body };
    document.undo();
    document.edit({ label: "scenario", changes: [{ path: "persona.scenario", value: "Fog." }] });
    await document.save("save");
    const { changes } = calls("entity_save")[1]?.args as { changes: unknown[] };
    expect(changes).toEqual([{ path: "identity.name", value: "Ottilie Brandt, keeper of the tide tables" }, { path: "persona.scenario", value: "Fog." }]);
  });
  test("what is typed while a save is on its way stays to be saved", async () => {
    type("Maren");
    const saving = document.save("save");
    await Promise.resolve();
    type("Maren Holt");
    await saving;
    expect(name()).toBe("Maren Holt");
    expect(isDirty(document.store.get())).toBe(true);
    await document.save("save");
    expect(calls("entity_save")[1]?.args).toMatchObject({ changes: [{ path: "identity.name", value: "Maren Holt" }] });
  });
  test("five minutes of writing make a revision", async () => {
    type("Maren");
    await vi.advanceTimersByTimeAsync(5 * 60_000 + 10);
    expect(calls("entity_save")[0]?.args).toMatchObject({ why: "pause" });
  });
  test("a failure keeps the text, says since when, and a later save mends it", async () => {
    const answer = host.answers.entity_save;
    host.answers.entity_save = () => {
      throw new ApiFailure({ code: "io", message: "The disk is full.", hint: null, place: null });
    };
    type("Maren");
    expect(await document.save("save")).toBe(false);
    expect(document.store.get().save).toMatchObject({ state: "failed", error: { code: "io" } });
    host.answers.entity_save = answer as never;
    expect(await document.save("save")).toBe(true);
    expect(document.store.get().save.state).toBe("saved");
  });
});

describe("somebody else saved", () => {
  beforeEach(async () => {
    host.answers.entity_save = () => {
      throw new ApiFailure({ code: "conflict", message: "Revision 38 is on disk.", hint: null, place: null });
    };
    host.answers.entity_open = () => ({ ...entity, revision: 38, body: { ...entity.body, persona: { scenario: "Theirs." } } });
    type("Maren");
    await document.save("save");
  });
  test("the edits are kept apart as a draft", () => {
    expect(document.store.get().conflict).toMatchObject({ revision: 38 });
    expect(lastDraft().baseRevision).toBe(37);
    expect(name()).toBe("Maren");
  });
  test("the own edits can be given up", async () => {
    await document.dropDraft();
    expect(name()).toBe(entity.name);
    expect(document.store.get()).toMatchObject({ conflict: null, entity: { revision: 38 } });
  });
  test("both come together from what they began with", async () => {
    host.answers.entity_merge_save = ({ theirRevision, mine }) => ({ ...entity, body: { ...mine.body, persona: { scenario: "Theirs." } }, revision: theirRevision + 1 });
    await document.merge(38, [{ path: "persona.scenario", side: "theirs" }]);
    expect(calls("entity_merge_save").at(-1)?.args).toMatchObject({ baseRevision: 37, theirRevision: 38, mine: { body: { identity: { name: "Maren" } }, nativeEdits: {} } });
    expect(document.store.get()).toMatchObject({ conflict: null, entity: { revision: 39 } });
    expect(readPath(document.store.get().body, "persona.scenario")).toBe("Theirs.");
  });
  test("what is typed on goes into the draft of the revision it began with", async () => {
    type("Maren Holt");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lastDraft().baseRevision).toBe(37);
  });
});

describe("the disk is looked at", () => {
  test("another revision is shown where nothing was typed", async () => {
    host.answers.entity_open = () => ({ ...entity, revision: 38, body: { ...entity.body, persona: { scenario: "Theirs." } } });
    await document.noticeRevision(38);
    expect(document.store.get()).toMatchObject({ conflict: null, entity: { revision: 38 } });
  });
  test("where something was typed it is told at once, and nothing is saved over it", async () => {
    type("Maren");
    await document.noticeRevision(38);
    expect(document.store.get().conflict).toMatchObject({ revision: 38, base: 37 });
    expect(lastDraft().baseRevision).toBe(37);
    expect(await document.save("save")).toBe(false);
    expect(calls("entity_save")).toHaveLength(0);
  });
  test("the own revision is none of another", async () => {
    await document.noticeRevision(37);
    expect(document.store.get().conflict).toBeNull();
  });
});

test("a draft of an earlier run is shown, with its undo", () => {
  const step = { label: "edit name", changes: [{ path: "identity.name", value: "Maren" }], inverse: [{ path: "identity.name", value: entity.name }], native: [], at: "2026-11-30T10:00:00Z" };
  document = createDocument({ ...entity, draft: { baseRevision: 37, at: "2026-11-30T10:00:01Z", steps: [step], position: 1 } });
  expect(name()).toBe("Maren");
  expect(document.store.get().recovered).toBe("2026-11-30T10:00:01Z");
  document.undo();
  expect(name()).toBe(entity.name);
});

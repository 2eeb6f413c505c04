import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject, OpenEntity } from "../../bindings";
import { createDocument, type Document } from "../../documents/document";
import { readPath } from "../../documents/path";
import { setHost } from "../../host";
import { type FakeHost, fakeHost } from "../../host/fake";
import { messages } from "../../messages";
import { countIn, variantActs, variantsOf } from "../variants/acts";
import { laid, overlayOf, unitOf, unitsOf } from "./merge";
import { placeOf } from "./place";
import { BASE, scoped, scopeOf } from "./scope";

const BODY: JsonObject = {
  identity: { name: "Marisol", description: "The light." },
  persona: { personality: "dry", scenario: "Fog." },
  greetings: { firstMessage: "Hello.", alternateGreetings: [{ text: "one" }, { text: "two" }] },
  settings: { talkativeness: 0.5 },
  variants: [{ id: "w", label: "Winter", overrides: { persona: { scenario: "Ice." } } }, { id: "g", label: "Ghost", mirrorBase: false, overrides: { persona: { scenario: "Wreck." } } }],
};
let host: FakeHost;
let entity: OpenEntity;
let document: Document;
const winter = (): Document => scoped(document, { kind: "variant", at: 0 }, "Winter");
const ghost = (): Document => scoped(document, { kind: "variant", at: 1 }, "Ghost");
const risu = (): Document => scoped(document, { kind: "profile", format: "risu" }, "Risu");
const read = (view: Document, path: string): unknown => readPath(view.store.get().body, path);
const write = (view: Document, path: string, value?: never): void => view.edit({ label: "edit", changes: [value === undefined ? { path } : { path, value }] });

beforeEach(async () => {
  host = fakeHost({ count: 1 });
  setHost(host);
  entity = { ...await host.invoke("entity_open", { address: "character/piece-0" }), body: BODY };
  document = createDocument(entity);
});
afterEach(() => document.dispose());

describe("a variant", () => {
  test("reads the base where it says nothing, and writes beside it", () => {
    expect(read(winter(), "persona.scenario")).toBe("Ice.");
    expect(read(winter(), "persona.personality")).toBe("dry");
    expect(read(winter(), "variants")).toBeUndefined();
    write(winter(), "persona.personality", "cold" as never);
    expect(read(document, "persona.personality")).toBe("dry");
    expect(read(document, "variants[0].overrides.persona")).toEqual({ scenario: "Ice.", personality: "cold" });
    document.undo();
    expect(document.store.get().body).toEqual(BODY);
  });
  test("a list is its own as a whole, however little of it was touched", () => {
    write(winter(), "greetings.alternateGreetings[1].text", "zwei" as never);
    expect(read(document, "variants[0].overrides.greetings")).toEqual({ alternateGreetings: [{ text: "one" }, { text: "zwei" }] });
    expect(scopeOf(winter())?.overrides("greetings.alternateGreetings[0].text")).toBe(true);
    expect(scopeOf(winter())?.overrides("greetings.firstMessage")).toBe(false);
  });
  test("what is taken away is blank, and what equals the base is no difference", () => {
    write(winter(), "persona.personality");
    expect(read(document, "variants[0].overrides.persona.personality")).toBe("");
    write(winter(), "persona.personality", "dry" as never);
    expect(read(document, "variants[0].overrides.persona")).toEqual({ scenario: "Ice." });
  });
  test("uses the base again, or becomes it", () => {
    scopeOf(winter())?.useBase("persona.scenario", "use");
    expect(read(winter(), "persona.scenario")).toBe("Fog.");
    document.undo();
    scopeOf(winter())?.promote("persona.scenario", "promote");
    expect(read(document, "persona.scenario")).toBe("Ice.");
    expect(scopeOf(winter())?.overrides("persona.scenario")).toBe(false);
    document.undo();
    expect(document.store.get().body).toEqual(BODY);
  });
  test("that does not mirror the base has whole sections, and keeps what is shown when one is begun", () => {
    expect(read(ghost(), "persona")).toEqual({ scenario: "Wreck." });
    expect(read(ghost(), "identity.name")).toBe("Marisol");
    write(ghost(), "identity.description", "Salt." as never);
    expect(read(document, "variants[1].overrides.identity")).toEqual({ name: "Marisol", description: "Salt." });
    expect(scopeOf(ghost())?.overrides("identity.name")).toBe(false);
    expect(scopeOf(ghost())?.overrides("identity.description")).toBe(true);
  });
  test("shows the same after the mirror is switched, both ways", () => {
    const acts = variantActs(document, messages().say);
    const shown = winter().store.get().body;
    acts.mirror(0, false);
    expect(winter().store.get().body).toEqual(shown);
    expect(read(document, "variants[0].overrides.persona")).toEqual({ scenario: "Ice.", personality: "dry" });
    acts.mirror(0, true);
    expect(winter().store.get().body).toEqual(shown);
    expect(countIn(document.store.get().body, variantsOf(document.store.get().body)[0])).toBe(1);
  });
});

describe("acts with variants", () => {
  test("each is one step, and undo takes it back", () => {
    const acts = variantActs(document, messages().say);
    expect(acts.add("Spring")).toBe(2);
    acts.duplicate(0);
    acts.move(0, 2);
    acts.remove(1);
    acts.rename(0, "Thaw");
    acts.promote(1);
    const { line } = document.store.get();
    expect(line.steps).toHaveLength(6);
    const ids = acts.rows().map((row) => (row as JsonObject).id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const _ of line.steps) document.undo();
    expect(document.store.get().body).toEqual(BODY);
  });
});

describe("a profile", () => {
  test("is the app's alone, takes fields away with null, and goes with undo", () => {
    write(risu(), "greetings.firstMessage", "For Risu." as never);
    write(risu(), "settings.talkativeness");
    expect(read(risu(), "greetings.firstMessage")).toBe("For Risu.");
    expect(read(risu(), "settings.talkativeness")).toBeUndefined();
    expect(document.store.get()).toMatchObject({ body: BODY, profiles: { risu: { greetings: { firstMessage: "For Risu." }, settings: { talkativeness: null } } } });
    document.undo();
    document.undo();
    expect(document.store.get().profiles).toEqual({});
  });
  test("is saved by its paths, and is in the draft", async () => {
    write(risu(), "greetings.firstMessage", "For Risu." as never);
    await document.flushDraft();
    host.answers.entity_save = ({ baseRevision }) => ({ ...entity, profiles: document.store.get().profiles as never, revision: baseRevision + 1 });
    expect(await document.save("save")).toBe(true);
    const sent = (command: string): unknown => host.calls.find((call) => call.command === command)?.args;
    const changes = [{ path: "profiles.risu.greetings.firstMessage", value: "For Risu." }];
    expect(sent("entity_save")).toMatchObject({ changes });
    expect(sent("entity_draft_save")).toMatchObject({ draft: { steps: [{ changes }] } });
    expect(read(risu(), "greetings.firstMessage")).toBe("For Risu.");
  });
  test("typing in one field is one step of its scope", () => {
    for (const text of ["a", "ab"]) risu().edit({ label: "edit", changes: [{ path: "persona.scenario", value: text }], joins: "persona.scenario" });
    document.edit({ label: "edit", changes: [{ path: "persona.scenario", value: "abc" }], joins: "persona.scenario" });
    expect(document.store.get().line.steps).toHaveLength(2);
  });
});

test("an overlay and what it was made from agree, whatever the two bodies are", () => {
  const wanted: JsonObject = { identity: { name: "M" }, persona: { personality: "dry", voice: { rate: 2 } }, greetings: { alternateGreetings: [] } };
  const { variants: _, ...base } = BODY;
  expect(laid(base, overlayOf(base, wanted, "null") as JsonObject, "null")).toMatchObject(wanted);
  expect(unitOf(base, 'attribution.creatorNotesMultilingual["zh-tw"]')).toBe('attribution.creatorNotesMultilingual["zh-tw"]');
  expect(unitsOf({ a: { b: 1, c: [1] }, d: "x" })).toEqual(["a.b", "a.c", "d"]);
});

test("a path says in which form of the character its field is", () => {
  expect(placeOf("variants[2].overrides.persona.scenario")).toEqual({ scope: { kind: "variant", at: 2 }, path: "persona.scenario" });
  expect(placeOf('profiles["a-b"].identity.name')).toEqual({ scope: { kind: "profile", format: "a-b" }, path: "identity.name" });
  expect(placeOf("persona.scenario")).toEqual({ scope: BASE, path: "persona.scenario" });
});

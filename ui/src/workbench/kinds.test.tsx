// The editors of rule sets, personas, presets, packs and quick replies: no field of the model is without a form, and no
// value of another type breaks one.
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json, JsonObject, Kind, OpenEntity } from "../bindings";
import { SCHEMA } from "../bindings/schema";
import { forgetAnswers } from "../data/queries";
import { applyChanges } from "../documents";
import { createDocument, type Document } from "../documents/document";
import { setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { navigation } from "../navigation";
import { leavesOf, patternOf } from "./fields/schema";
import { PackEditor } from "./pack/PackEditor";
import { PersonaEditor } from "./persona/PersonaEditor";
import { PresetEditor } from "./preset/PresetEditor";
import { QuickreplyEditor } from "./quickreply/QuickreplyEditor";
import { RegexEditor } from "./regex/RegexEditor";

const EDITORS: [Kind, ComponentType<{ document: Document }>][] = [
  ["regex", RegexEditor], ["persona", PersonaEditor], ["preset", PresetEditor], ["pack", PackEditor], ["quickreply", QuickreplyEditor],
];
let host: FakeHost;
let base: OpenEntity;
let document: Document;

/** The pages of a preset are many fields for a small machine. */
const PATIENCE = 30_000;

/** A value a field can hold. */
function sampleOf(shape: string, words: readonly (readonly string[])[] | undefined): Json {
  switch (shape) {
    case "number": return 1;
    case "boolean": return true;
    case "choice": return words?.[0]?.[0] ?? "word";
    case "link": return { type: "entity", id: "linked" };
    case "any": return { key: 1 };
    case "picture": return `sha256:${"ab".repeat(32)}`;
    default: return "words";
  }
}

/** A body in which every field of a kind is there. */
function full(kind: Kind): JsonObject {
  return SCHEMA[kind].reduce<JsonObject>((body, [path, shape, , , words]) => {
    if (["list", "map", "group"].includes(shape)) return body;
    const place = path.replaceAll("[]", "[0]").replaceAll("{}", ".en");
    return applyChanges(body, [{ path: place, value: sampleOf(shape, words) }]);
  }, {});
}

function open(kind: Kind, body: JsonObject): Document {
  document = createDocument({ ...base, kind, address: `${kind}/piece`, body, links: [], pictures: [], portrait: null });
  return document;
}

/** Body paths of everything on the page, as patterns. */
function shown(kind: Kind): string[] {
  return [...window.document.querySelectorAll<HTMLElement>("[data-path]")].map((element) => patternOf(kind, element.dataset["path"] ?? ""));
}

const settle = (): Promise<void> => act(async () => { await new Promise((next) => setTimeout(next, 0)); });

beforeEach(async () => {
  host = fakeHost({ count: 1 });
  host.answers.fields_carried = () => [];
  host.answers.entity_users = () => [];
  setHost(host);
  forgetAnswers();
  navigation.set({ list: true, inspector: false });
  base = await host.invoke("entity_open", { address: "character/piece-0" });
});
afterEach(() => {
  cleanup();
  document.dispose();
});

test.each(EDITORS)("every field of a %s has a form", async (kind, Editor) => {
  render(<Editor document={open(kind, full(kind))} />);
  await settle();
  const found = new Set(shown(kind));
  const nav = screen.getByRole("navigation", { name: "Outline" });
  const pages = within(nav).getAllByRole("button").map((button) => button.textContent ?? "").filter((name) => !/^(?:Raw original|History|New group)/.test(name));
  for (const name of pages) {
    const button = within(screen.getByRole("navigation", { name: "Outline" })).getAllByRole("button").find((one) => one.textContent === name);
    await act(async () => { fireEvent.click(button as Element); });
    for (const path of shown(kind)) found.add(path);
  }
  expect(leavesOf(kind).filter((path) => !found.has(path))).toEqual([]);
}, PATIENCE);

/** Values that fit no field. */
const ODD: Json[] = [null, "text", [], [null, 5, "x", [], {}], { key: [1] }];

describe.each(EDITORS)("a %s whose values are of other types", (kind, Editor) => {
  test.each(ODD.map((odd) => [JSON.stringify(odd), odd] as const))("%s in every place", async (_, odd) => {
    const firsts = [...new Set(SCHEMA[kind].map(([path]) => path.split(/[.[{]/)[0] ?? ""))].filter((key) => key !== "");
    const body = Object.fromEntries(firsts.map((key) => [key, odd]));
    render(<Editor document={open(kind, body)} />);
    await settle();
    for (const button of within(screen.getByRole("navigation", { name: "Outline" })).getAllByRole("button")) {
      if (/^(?:Raw original|History|New group)/.test(button.textContent ?? "")) continue;
      await act(async () => { fireEvent.click(button); });
    }
    expect(screen.getByRole("main")).toBeTruthy();
    expect(document.store.get().line.steps).toEqual([]);
  }, PATIENCE);
  test("odd values in each row", async () => {
    const body = SCHEMA[kind].reduce<JsonObject>((all, [path, shape]) => {
      if (["list", "map", "group"].includes(shape)) return all;
      return applyChanges(all, [{ path: path.replaceAll("[]", "[0]").replaceAll("{}", ".en"), value: [{ odd: true }] }]);
    }, {});
    render(<Editor document={open(kind, body)} />);
    await settle();
    for (const button of within(screen.getByRole("navigation", { name: "Outline" })).getAllByRole("button")) {
      if (/^(?:Raw original|History|New group)/.test(button.textContent ?? "")) continue;
      await act(async () => { fireEvent.click(button); });
    }
    expect(document.store.get().line.steps).toEqual([]);
  }, PATIENCE);
});

import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json, JsonObject } from "../../bindings";
import { type FieldRow, SCHEMA } from "../../bindings/schema";
import { createDocument, type Document } from "../../documents/document";
import { applyChange } from "../../documents/path";
import { setHost } from "../../host";
import { fakeHost } from "../../host/fake";
import { SectionPage } from "./SectionPage";
import { SECTIONS } from "./sections";

/** Editors of whole lists and maps, which have no field of their own for each part: the strip, and rows drawn as one. */
const WHOLE = [/^variants/, /^persona\.structured/, /^media\.assets\[\]\.(name|primary|ref|mime)/, /^media\.portrait\.(role|name|primary|ref|mime)/, /^(knowledge|behavior)Refs/, /^greetings\.(alternate|groupOnly)/];
/** Parts of those that some field shows all the same; each is looked for. */
const SHOWN = ["persona.structured", "media.portrait", "media.assets", "knowledgeRefs", "behaviorRefs", "greetings.alternateGreetings[0].text", "greetings.groupOnlyGreetings[0].text"];

function sample([, shape, , , words]: FieldRow): Json | undefined {
  switch (shape) {
    case "text": case "longtext": case "identifier": case "picture": return "x";
    case "number": case "number-or-true": return 1;
    case "boolean": return true;
    case "choice": return words?.[0]?.[0] ?? "x";
    case "any": return { x: 1 };
    case "link": return { type: "entity", id: "x" };
    default: return undefined;
  }
}
const rows = SCHEMA.character;
const leaves = rows.filter((row) => sample(row) !== undefined && !row[0].startsWith("variants"));
/** The path of the first item, or of the key `k`. */
const concrete = (path: string): string => path.replaceAll("[]", "[0]").replaceAll("{}", ".k");
let document: Document;

beforeEach(async () => {
  const host = fakeHost({ count: 1 });
  setHost(host);
  const entity = await host.invoke("entity_open", { address: "character/piece-0" });
  const body = leaves.reduce<JsonObject>((made, row) => applyChange(made, { path: concrete(row[0]), value: sample(row) as Json }), {});
  document = createDocument({ ...entity, body });
});
afterEach(() => {
  cleanup();
  document.dispose();
});

test("every field of the model has a place on the form", () => {
  const paths = new Set<string>();
  for (const { id } of SECTIONS) {
    for (const field of id === "greetings" ? [null, "greetings.alternateGreetings[0].text", "greetings.groupOnlyGreetings[0].text"] : [null]) {
      const page = render(<SectionPage document={document} page={id} tokens={new Map()} field={field} />);
      for (const found of page.container.querySelectorAll("[data-path]")) paths.add(found.getAttribute("data-path") ?? "");
      page.unmount();
    }
  }
  // A list of words is one field.
  const held = (path: string): boolean => paths.has(path) || (/\[0\]$/.test(path) && paths.has(path.replace(/\[0\]$/, "")));
  const missing = leaves.map(([path]) => path).filter((path) => !WHOLE.some((pattern) => pattern.test(path)) && !held(concrete(path)));
  expect(missing).toEqual([]);
  expect(SHOWN.filter((path) => !paths.has(path))).toEqual([]);
}, 60_000);

test("no field stands in two sections", () => {
  const all = SECTIONS.flatMap((section) => [...section.rows, ...section.groups.flatMap((group) => group.rows)]).map(({ path }) => path);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((path) => !rows.some(([known]) => known === path))).toEqual([]);
});

test("values of other types break no section, and are shown as they are", () => {
  const odd = rows.filter(([path]) => !/[[{]/.test(path) && path.includes(".") && !path.startsWith("variants"))
    .reduce<JsonObject>((made, [path, shape]) => (shape === "group" ? made : applyChange(made, { path, value: shape === "list" || shape === "map" ? "text" : ["a", 1, null] })), {});
  const strange = createDocument({ ...document.store.get().entity, body: { ...odd, bias: "x", knowledgeRefs: "book", variants: "x" } });
  for (const { id } of SECTIONS) {
    const page = render(<SectionPage document={strange} page={id} tokens={new Map()} field={null} />);
    if (id === "definition") expect(page.container.textContent).toContain('["a",1,null]');
    page.unmount();
  }
  strange.dispose();
}, 60_000);

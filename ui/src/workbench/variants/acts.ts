// What can be done with the variants of a character. Each act is one step of the open piece.
import type { Change, Json, JsonObject } from "../../bindings";
import { type Document, readPath, sameJson } from "../../documents";
import type { Messages } from "../../messages";
import { moved } from "../../kit/lists";
import { isMap, overlayOf, unitsOf } from "../scope/merge";
import { mergedBody, mirrors } from "../scope/scope";

const LIST = "variants";

export function variantsOf(body: JsonObject): Json[] {
  return Array.isArray(body.variants) ? body.variants : [];
}

export function overridesIn(variant: Json | undefined): JsonObject {
  return isMap(variant) && isMap(variant.overrides) ? variant.overrides : {};
}

export function labelIn(variant: Json | undefined): string {
  return isMap(variant) && typeof variant.label === "string" ? variant.label : "";
}

/** The fields in which a variant differs from the base; a picture is one. */
export function fieldsIn(body: JsonObject, variant: Json | undefined): string[] {
  const overrides = overridesIn(variant);
  const fields = [...new Set(unitsOf(overrides).map((path) => (path.startsWith("media.portrait.") ? "media.portrait" : path)))];
  if (!isMap(variant) || mirrors(variant)) return fields;
  // Sections stand whole: what they share with the base differs in nothing.
  return fields.filter((path) => !sameJson(readPath(body, path), readPath(overrides, path)));
}

export function countIn(body: JsonObject, variant: Json | undefined): number {
  return fieldsIn(body, variant).length;
}

export function variantActs(document: Document, say: Messages["say"]) {
  const rows = (): Json[] => variantsOf(document.store.get().body);
  const write = (next: Json[], label: string, more: Change[] = []): void => document.edit({ label, changes: [next.length === 0 ? { path: LIST } : { path: LIST, value: next }, ...more] });
  const named = (at: number): string => labelIn(rows()[at]) || say("variant.number", { number: at + 1 });
  return {
    rows, named,
    /** The answer is the place of the new one. */
    add(label: string): number {
      const at = rows().length;
      write([...rows(), { id: crypto.randomUUID(), label, mirrorBase: true, overrides: {} }], say("step.addVariant"));
      return at;
    },
    rename: (at: number, label: string) => document.edit({ label: say("step.renameVariant"), changes: [{ path: `${LIST}[${at}].label`, value: label }] }),
    duplicate(at: number): number {
      const row = rows()[at];
      if (!isMap(row)) return at;
      const copy = { ...row, id: crypto.randomUUID(), label: say("variant.copyOf", { name: named(at) }) };
      write([...rows().slice(0, at + 1), copy, ...rows().slice(at + 1)], say("step.duplicateVariant"));
      return at + 1;
    },
    remove: (at: number) => write(rows().filter((_, index) => index !== at), say("step.removeVariant", { name: named(at) })),
    move: (at: number, to: number) => write(moved(rows(), at, to), say("step.moveVariant")),
    /** Switches between following the base field by field and standing in its place section by section; what is shown stays. */
    mirror(at: number, on: boolean): void {
      const state = document.store.get();
      const { variants: _, ...base } = state.body;
      const shown = mergedBody(state, { kind: "variant", at });
      const sections = Object.keys(overridesIn(rows()[at]));
      const overrides = sections.flatMap((section) => {
        const value = on ? overlayOf(base[section], shown[section], "blank") : shown[section];
        return value === undefined ? [] : [[section, value] as const];
      });
      const path = `${LIST}[${at}]`;
      document.edit({ label: say("step.mirror"), changes: [{ path: `${path}.overrides`, value: Object.fromEntries(overrides) }, { path: `${path}.mirrorBase`, value: on }] });
    },
    /** Every difference becomes the base's, and the variant follows the base from then on. */
    promote(at: number): void {
      const state = document.store.get();
      const shown = mergedBody(state, { kind: "variant", at });
      const changes = unitsOf(overridesIn(rows()[at])).map((path): Change => {
        const value = readPath(shown, path);
        return value === undefined ? { path } : { path, value };
      });
      document.edit({ label: say("step.promoteVariant", { name: named(at) }), changes: [...changes, { path: `${LIST}[${at}].overrides`, value: {} }] });
    },
  };
}

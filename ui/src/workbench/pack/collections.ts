// A pack's pictures and those of its groups: where each list stands, what an item is called, which items share a label.
import type { Json, JsonObject } from "../../bindings";
import { pathOf } from "../../documents";
import { isMap, rowsAt, textAt } from "../rows/acts";

export const PACK = "pack";
export const GROUPS = "groups";

export interface Collection { id: string; name: string | null; path: string; count: number }

/** The pack's own pictures, then its groups in their order. */
export function collectionsOf(body: JsonObject): Collection[] {
  const count = (value: Json | undefined): number => rowsAt(isMap(value) ? value.items : undefined).length;
  const groups = isMap(body[GROUPS]) ? body[GROUPS] : {};
  return [
    { id: "pictures", name: null, path: PACK, count: count(body[PACK]) },
    ...Object.entries(groups).map(([name, group]) => ({ id: `group ${name}`, name, path: pathOf(GROUPS, name), count: count(group) })),
  ];
}

/** A label as the apps compare them: without the prefix and extension of a file's name, with blanks between words. */
export function plainLabel(label: string): string {
  return label.trim().replace(/\.[a-z0-9]{2,4}$/i, "").replace(/^(?:expr_|expression_|full_)/i, "").replace(/[_\-\s]+/g, " ").toLocaleLowerCase();
}

/** Places whose label a later picture has too. */
export function twinsIn(items: readonly Json[]): ReadonlySet<number> {
  const last = new Map<string, number>();
  const twins = new Set<number>();
  items.forEach((item, at) => {
    const label = plainLabel(textAt(item, "label"));
    if (label === "") return;
    const before = last.get(label);
    if (before !== undefined) twins.add(before);
    last.set(label, at);
  });
  return twins;
}

/** A free name: the wanted one, else with a number behind it. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** The groups with one of them under another name, in their order. */
export function renamedGroups(groups: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(groups).map(([name, group]) => [name === from ? to : name, group]));
}

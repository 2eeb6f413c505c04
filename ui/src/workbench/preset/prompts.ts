// What the blocks of a preset are called, what group they lie in, and what a move changes in that.
import type { Json, JsonObject } from "../../bindings";
import type { Messages } from "../../messages";
import { isMap, randomId, rowsAt, textAt } from "../rows/acts";
import type { Head } from "../rows/RowList";

export const PROMPTS = "prompts";
export const GROUPS = "groups";

export function promptName(prompt: Json, at: number, say: Messages["say"]): string {
  const name = textAt(prompt, "name");
  if (name.trim() !== "") return name;
  const id = textAt(prompt, "id");
  return id !== "" && id.length < 40 && !/^[0-9a-f-]{36}$/.test(id) ? id : say("preset.untitled", { number: at + 1 });
}

export function promptSays(prompt: Json, words: string): boolean {
  return ["name", "content", "id", "markerSlot"].some((key) => textAt(prompt, key).toLocaleLowerCase().includes(words));
}

export function isMarker(prompt: Json): boolean {
  return isMap(prompt) && prompt.marker === true;
}

export function freshPrompt(): JsonObject {
  return { id: "", name: "", role: "system", content: "", enabled: true, systemPrompt: false, marker: false };
}

export const promptId = (): string => randomId();

export function headsOf(groups: Json | undefined, say: Messages["say"]): (prompt: Json) => Head | null {
  const known = new Map(rowsAt(groups).flatMap((group): [string, Head][] => {
    const id = textAt(group, "id");
    return id === "" ? [] : [[id, { id, label: textAt(group, "name") || say("preset.groupUnnamed"), off: isMap(group) && group.enabled === false }]];
  }));
  return (prompt) => {
    const id = textAt(prompt, "groupId");
    return id === "" ? null : known.get(id) ?? { id, label: id };
  };
}

/** A block that went among others lies in the group of its neighbours: where both have one, in theirs; at an edge it may keep its own. */
export function settled(rows: Json[], moved: ReadonlySet<Json>): Json[] {
  const groupOf = (row: Json | undefined): string => textAt(row, "groupId");
  return rows.map((row, at) => {
    if (!moved.has(row) || !isMap(row)) return row;
    let above = at - 1;
    while (above >= 0 && moved.has(rows[above] as Json)) above -= 1;
    let below = at + 1;
    while (below < rows.length && moved.has(rows[below] as Json)) below += 1;
    const [before, behind, own] = [groupOf(rows[above]), groupOf(rows[below]), groupOf(row)];
    if (own === before || own === behind) return row;
    const group = before === behind || below >= rows.length ? before : above < 0 ? behind : before;
    if (group === own) return row;
    if (group !== "") return { ...row, groupId: group };
    const { groupId: _, ...rest } = row;
    return rest;
  });
}

// An opened world as the window sees it: its documents by reference, and what the pictures of it (ties, map, tree) need
// of each. Pure functions over documents; wrong types in a document never break them.
import type { Json, JsonObject } from "../../bindings";
import type { IconName } from "../../kit";

export const FOLDERS = ["characters", "places", "factions", "things", "lore", "plots"] as const;
export type Folder = (typeof FOLDERS)[number];

/** Files of a world that are no document of a folder, in the order they are listed. */
export const FILES = ["relationships.json", "variables.json", "commands.json", "triggers.json"] as const;
export type WorldFile = (typeof FILES)[number];
export const INFO = "world.json";
/** The list that a file of rows holds. */
export const LIST_OF: Record<WorldFile, string> = { "relationships.json": "relationships", "variables.json": "variables", "commands.json": "commands", "triggers.json": "triggers" };

export const FOLDER_ICONS: Record<Folder, IconName> = { characters: "character", places: "pin", factions: "faction", things: "thing", lore: "lorebook", plots: "plot" };

export function isFolder(word: string): word is Folder {
  return (FOLDERS as readonly string[]).includes(word);
}

/** Folder and id of a reference, `null` for anything else. */
export function partsOfRef(reference: string): { folder: Folder; id: string } | null {
  const at = reference.indexOf("/");
  const folder = reference.slice(0, at);
  const id = reference.slice(at + 1);
  return at > 0 && isFolder(folder) && id !== "" && !id.includes("/") ? { folder, id } : null;
}

export function isMap(value: Json | undefined): value is JsonObject {
  return value !== undefined && value !== null && typeof value === "object" && !Array.isArray(value);
}
export function listAt(doc: JsonObject | undefined, key: string): readonly Json[] {
  const value = doc?.[key];
  return Array.isArray(value) ? value : [];
}
export function textAt(doc: Json | undefined, key: string): string {
  const value = isMap(doc) ? doc[key] : undefined;
  return typeof value === "string" ? value : "";
}

/** What a document calls itself; `""` when it says nothing. */
export function nameOfDoc(folder: Folder, doc: JsonObject | undefined): string {
  return textAt(doc, folder === "lore" ? "title" : "name");
}
/** The key a document's name stands under. */
export const nameKey = (folder: Folder): "name" | "title" => (folder === "lore" ? "title" : "name");
/** The key of a document's own picture; lore and plots have none. */
export function pictureKey(folder: Folder): "portrait" | "picture" | null {
  if (folder === "characters") return "portrait";
  return folder === "lore" || folder === "plots" ? null : "picture";
}

/** Path of a document's file and a pointer into it, of `characters/orla.json#/start` and of `characters/orla#/start`. */
export function placeOf(place: string): { file: string; pointer: string } {
  const at = place.indexOf("#");
  const whole = at === -1 ? place : place.slice(0, at);
  return { file: whole.endsWith(".json") && partsOfRef(whole) !== null ? whole.slice(0, -".json".length) : whole, pointer: at === -1 ? "" : place.slice(at + 1) };
}

/** A JSON pointer as the form's path: `/ways/0/to` is `ways[0].to`. */
export function pathOfPointer(pointer: string): string {
  return pointer.split("/").slice(1).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : /^[A-Za-z_][A-Za-z0-9_]*$/.test(part) ? (path === "" ? part : `${path}.${part}`) : `${path}[${JSON.stringify(part)}]`), "");
}

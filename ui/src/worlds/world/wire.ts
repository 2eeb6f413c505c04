// What the studio says about a world, and which command writes which of its files. Everything of the opened world asks
// through here.
import type { JsonObject, OpenedWorld, WorldField, WorldSchema, WorldWritten } from "../../bindings";
import { useQuery } from "../../data/queries";
import { invoke } from "../../host";
import { INFO, LIST_OF, type WorldFile } from "./model";

export type { OpenedWorld, WorldDocumentRow, WorldField, WorldPicture, WorldProblem, WorldReadiness, WorldSchema, WorldUnreadable, WorldWritten } from "../../bindings";

export const PROMPTS = "prompts/";
/** The file of a prompt, as the desk names it. */
export const promptFile = (language: string, slot: string): string => `${PROMPTS}${language}/${slot}`;

export function askWorld(world: string): Promise<OpenedWorld> {
  return invoke("world_open", { world });
}
export function askDocument(world: string, document: string): Promise<JsonObject> {
  return invoke("world_document", { world, document }) as Promise<JsonObject>;
}

/** Writes a file: a document, a list of rows, a prompt, or what may be changed of `world.json`. */
export function writeFile(world: string, file: string, body: JsonObject, before: JsonObject): Promise<WorldWritten> {
  if (file === INFO) return writeInfo(world, body, before);
  if (file in LIST_OF) return invoke("world_rows", { world, file, rows: body[LIST_OF[file as WorldFile]] ?? [] });
  if (file.startsWith(PROMPTS)) {
    const [language = "", slot = ""] = file.slice(PROMPTS.length).split("/");
    return invoke("world_prompt", { world, language, slot, text: typeof body.text === "string" ? body.text : "" });
  }
  return invoke("world_set", { world, document: file, doc: body });
}

/** Only what changed; the name has a command of its own. */
async function writeInfo(world: string, body: JsonObject, before: JsonObject): Promise<WorldWritten> {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(body)])].filter((key) => before[key] !== body[key]);
  const name = body.name;
  let written: WorldWritten | null = null;
  if (changed.includes("name") && typeof name === "string") written = await invoke("world_rename", { world, name });
  const changes = Object.fromEntries(changed.filter((key) => key !== "name").map((key) => [key, body[key] ?? null]));
  return written !== null && Object.keys(changes).length === 0 ? written : invoke("world_info", { world, changes });
}

/** The tables of all forms; `null` until they are there. */
export function useSchema(): WorldSchema | null {
  return useQuery("world_schema", {}).data;
}
export function tableOf(schema: WorldSchema | null, file: string): readonly WorldField[] {
  const folder = file.split("/")[0] ?? file;
  return schema?.tables[file] ?? schema?.tables[folder] ?? [];
}

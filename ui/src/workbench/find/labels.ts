// What people call the field at a body path, for the counts of find, where the page knows better than the table: an entry
// by its title, a greeting by its number..
import type { JsonObject, Kind } from "../../bindings";
import { readPath } from "../../documents";
import type { MessageId, Messages } from "../../messages";
import { ROWS } from "../character/sections";
import { fieldAt, fieldName } from "../fields/schema";
import { titleOf } from "../lorebook/entries";

const ENTRY: Record<string, MessageId> = { title: "lore.title", content: "lore.content", comment: "lore.comment", triggers: "lore.keys", secondaryTriggers: "lore.secondary" };
const BOOK: Record<string, MessageId> = { name: "lore.name", description: "lore.description", tags: "lore.tags" };

export function labelOf(kind: Kind, body: JsonObject, path: string, say: Messages["say"]): string {
  if (kind === "lorebook") {
    const [, number, part] = /^entries\[(\d+)\]\.([A-Za-z]+)/.exec(path) ?? [];
    const name = part === undefined ? BOOK[path.split(/[.[]/, 1)[0] ?? ""] : ENTRY[part];
    if (name === undefined) return path;
    return number === undefined ? say(name) : say("find.inEntry", { entry: titleOf(readPath(body, `entries[${number}]`), Number(number), say), field: say(name) });
  }
  if (kind !== "character") return path;
  const [, variant, inner] = /^variants\[(\d+)\]\.overrides\.(.+)$/.exec(path) ?? [];
  if (inner !== undefined) return say("find.inVariant", { number: Number(variant) + 1, field: labelOf(kind, body, inner, say) });
  const row = ROWS.find((one) => one.path === path);
  if (row?.label !== undefined) return say(row.label);
  const greeting = /^greetings\.alternateGreetings\[(\d+)\]/.exec(path)?.[1];
  if (greeting !== undefined) return say("field.greetingNumber", { number: Number(greeting) + 1 });
  if (path === "greetings.firstMessage") return say("field.firstMessage");
  if (path.startsWith("greetings.groupOnlyGreetings")) return say("field.groupGreetings");
  const depth = /^prompts\.depthInjections\[(\d+)\]/.exec(path)?.[1];
  if (depth !== undefined) return say("field.depthPrompt", { number: Number(depth) + 1 });
  if (path.startsWith("discovery.tags")) return say("field.tags");
  return fieldAt(kind, path) === undefined ? path : fieldName(kind, path);
}

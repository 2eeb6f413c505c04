// What fields, words and kinds of a world's files are called. Ids are made of the key and its table; a key that no
// catalogue knows is shown as it is.
import { en } from "../../../messages/en";
import { type MessageId, messages } from "../../../messages";

function known(id: string): MessageId | null {
  return id in en ? (id as MessageId) : null;
}

/** `variables.json` and `description` as the end of an id. */
const inTable = (table: string, key: string): string => `${table.replace(".json", "")}-${key}`;

/** The label of a field: its own in this table, else the one all tables share. */
export function fieldLabel(table: string, key: string): string {
  const id = known(`world.field.${inTable(table, key)}`) ?? known(`world.field.${key}`);
  return id === null ? key : messages().say(id);
}

/** A line under the name of a field that needs one. */
export function fieldHint(table: string, key: string): string | undefined {
  const id = known(`world.hint.${inTable(table, key)}`) ?? known(`world.hint.${key}`);
  return id === null ? undefined : messages().say(id);
}

/** The word of a choice. */
export function wordLabel(key: string, word: string): string {
  const id = known(`world.word.${inTable(key, word)}`) ?? known(`world.word.${word}`);
  return id === null ? word : messages().say(id);
}

/** What a slot of prompts is called. */
export function slotName(slot: string): string {
  const id = known(`world.slot.${slot}`);
  return id === null ? slot : messages().say(id);
}

// What can be done with lists of greetings; each act is one step of the open piece.
import type { Change, Json } from "../../bindings";
import { type Document, readPath } from "../../documents";
import { moved } from "../../kit/lists";
import type { Messages } from "../../messages";

export const LISTS = ["greetings.alternateGreetings", "greetings.groupOnlyGreetings"] as const;
export type GreetingList = (typeof LISTS)[number];

export function textOf(row: Json | undefined): string {
  return row !== null && typeof row === "object" && !Array.isArray(row) && typeof row.text === "string" ? row.text : "";
}

export function titleOf(row: Json | undefined): string {
  return row !== null && typeof row === "object" && !Array.isArray(row) && typeof row.title === "string" ? row.title : "";
}

/** The same greeting without its place in a file: two rows may not go back to one place. */
function copyOf(row: Json | undefined): Json {
  const title = titleOf(row);
  return title === "" ? { text: textOf(row) } : { text: textOf(row), title };
}

export function greetingActs(document: Document, list: GreetingList, say: Messages["say"]) {
  const write = (rows: Json[], label: string, more: Change[] = []): void =>
    document.edit({ label, changes: [rows.length === 0 ? { path: list } : { path: list, value: rows }, ...more] });
  return {
    move: (rows: Json[], from: number, to: number) => write(moved(rows, from, to), say("step.moveGreeting")),
    add: (rows: Json[]) => write([...rows, { text: "" }], say("step.addGreeting")),
    remove: (rows: Json[], at: number) => write(rows.filter((_, index) => index !== at), say("step.removeGreeting")),
    duplicate: (rows: Json[], at: number) => write([...rows.slice(0, at + 1), copyOf(rows[at]), ...rows.slice(at + 1)], say("step.duplicateGreeting")),
    /** The alternate becomes the first message, and the first message takes its place among the alternates. */
    promote: (rows: Json[], at: number) => {
      const first = readPath(document.store.get().body, "greetings.firstMessage");
      const next = typeof first === "string" && first !== "" ? rows.map((row, index) => (index === at ? { text: first } : row)) : rows.filter((_, index) => index !== at);
      write(next, say("step.promoteGreeting"), [{ path: "greetings.firstMessage", value: textOf(rows[at]) }]);
    },
  };
}

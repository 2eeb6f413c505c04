// Rules going from one set to another, within the library: copied or moved, both sets saved as revisions, and one undo
// that puts both back. A card's or a preset's rules are in the sets it links to; one without a set gets a new one.
import type { Address, Json, JsonObject, Kind } from "../../bindings";
import { invalidate } from "../../data/queries";
import { closeDocument, type Document, documentAt, openDocument, readPath, sameJson } from "../../documents";
import { ApiFailure, invoke } from "../../host";
import { messages } from "../../messages";
import { idOfLink } from "../fields/LinkList";
import { isMap, renumbered, rowsAt } from "../rows/acts";
import { ruleId, RULES } from "./rules";

/** A set of rules, and what links to it when it is not looked at by itself. */
export interface Place { address: Address; name: string; rows: readonly Json[] }
/** Where rules go: a set that is there, or a new one that a piece will link to. */
export type Goal = { set: Address } | { holder: Address; name: string };

export interface Labels { give: string; take: string; link: string; back: string }

const LINKS = "behaviorRefs";

/** The sets a piece holds: itself, or those it links to. */
export async function placesOf(address: Address, kind: Kind): Promise<Place[]> {
  const holder = await openDocumentBriefly(address, (document) => document.store.get());
  if (kind === "regex") return [{ address, name: holder.entity.name, rows: rowsAt(holder.body[RULES]) }];
  const links = rowsAt(readPath(holder.body, LINKS)).map(idOfLink).filter((id): id is string => id !== null);
  const places = await Promise.all(links.map((id) => placesOf(`regex/${id}`, "regex").catch((): Place[] => [])));
  return places.flat();
}

/** Something done with the document of a piece; one that is opened for it alone is let go again. */
async function openDocumentBriefly<T>(address: Address, work: (document: Document) => T | Promise<T>): Promise<T> {
  const open = documentAt(address) !== null;
  const document = await openDocument(address);
  try {
    return await work(document);
  } finally {
    if (!open) await closeDocument(address);
  }
}

/** Makes one step and saves it; the value that was there before. */
function write(address: Address, path: string, label: string, next: (now: Json | undefined) => Json | undefined): Promise<{ before: Json | undefined; after: Json | undefined }> {
  return openDocumentBriefly(address, async (document) => {
    const before = readPath(document.store.get().body, path);
    const after = next(before);
    document.edit({ label, changes: [after === undefined ? { path } : { path, value: after }] });
    if (!(await document.save("save"))) {
      const { save, conflict } = document.store.get();
      if (save.state === "failed") throw new ApiFailure(save.error);
      if (conflict !== null) throw new ApiFailure({ code: "conflict", message: messages().say("error.conflict"), hint: document.store.get().entity.name, place: null });
    }
    return { before, after };
  });
}

/** A rule for another set: moved with its id, copied with a fresh one. */
function handed(rule: Json, taken: ReadonlySet<unknown>, move: boolean): Json {
  if (!isMap(rule)) return rule;
  return move && typeof rule.id === "string" && rule.id !== "" && !taken.has(rule.id) ? rule : ({ ...rule, id: ruleId() } as JsonObject);
}

export interface Transferred { undo: () => Promise<void>; to: Address }

/** Hands rules over. Both sets are saved; when the second save fails the first is taken back. */
export async function transfer(from: Address, ats: readonly number[], goal: Goal, move: boolean, labels: Labels): Promise<Transferred> {
  const chosen = new Set(ats);
  const source = await openDocumentBriefly(from, (document) => rowsAt(document.store.get().body[RULES]));
  const rules = source.filter((_, at) => chosen.has(at));
  const back: (() => Promise<unknown>)[] = [];
  const undo = async (): Promise<void> => {
    for (const step of [...back].reverse()) await step();
    invalidate("library_query", "library_summary", "entity_open", "library_rows");
  };
  const put = async (address: Address, path: string, label: string, next: (now: Json | undefined) => Json | undefined): Promise<void> => {
    const { before, after } = await write(address, path, label, next);
    back.push(() => write(address, path, labels.back, (now) => (sameJson(now, after) ? before : now)));
  };
  try {
    let to: Address;
    if ("set" in goal) to = goal.set;
    else {
      const made = await invoke("entity_new", { kind: "regex", name: goal.name });
      to = made.address;
      back.push(() => invoke("library_remove", { addresses: [made.address] }));
      await put(goal.holder, LINKS, labels.link, (now) => [...rowsAt(now), { type: "entity", id: made.id }]);
    }
    await put(to, RULES, labels.take, (now) => {
      const rows = rowsAt(now);
      const ids = new Set(rows.map((row) => (isMap(row) ? row.id : undefined)));
      const orders = rows.map((row) => (isMap(row) ? row.sortOrder : undefined)).filter((order): order is number => typeof order === "number");
      let next = orders.length === 0 ? 0 : Math.max(...orders) + 1;
      const given = rules.map((rule) => handed(rule, ids, move)).map((rule) => (isMap(rule) && typeof rule.sortOrder === "number" ? { ...rule, sortOrder: next++ } : rule));
      return [...rows, ...given];
    });
    if (move) await put(from, RULES, labels.give, (now) => {
      const left = rowsAt(now).filter((row) => !rules.some((rule) => sameJson(rule, row)));
      return left.length === 0 ? undefined : renumbered(left, "sortOrder");
    });
    invalidate("library_query", "library_summary", "entity_open", "library_rows");
    return { undo, to };
  } catch (thrown) {
    await undo();
    throw thrown;
  }
}

/** Links or unlinks a set in a card or preset, saved at once; the answer takes it back. */
export async function linkSet(holder: Address, set: string, on: boolean, label: string): Promise<() => Promise<void>> {
  const { before, after } = await write(holder, LINKS, label, (now) => {
    const rest = rowsAt(now).filter((link) => idOfLink(link) !== set);
    const next = on ? [...rest, { type: "entity", id: set }] : rest;
    return next.length === 0 ? undefined : next;
  });
  return async () => {
    await write(holder, LINKS, label, (now) => (sameJson(now, after) ? before : now));
  };
}

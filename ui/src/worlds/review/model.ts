// A review as the window holds it: rows of its list, and what was chosen for a document as one state that is written
// back as choices.
import type { CardOutcome, ImportReview, Json, JsonObject, ReviewChoice, ReviewDocument, ReviewPiece, ReviewText } from "../../bindings";

export type Row =
  | { is: "document"; id: string; head: string | null; document: ReviewDocument }
  | { is: "text"; id: string; head: string | null; text: ReviewText }
  | { is: "piece"; id: string; head: string | null; piece: ReviewPiece };

export const FOLDERS = ["characters", "places", "factions", "things", "lore", "plots"] as const;

export const folderOf = (reference: string): string => reference.slice(0, Math.max(0, reference.indexOf("/")));

/** The rows of the list: the documents by folder and the world's own texts; with an outcome, the pieces that have it. */
export function rowsOf(review: ImportReview, outcome: CardOutcome | null): Row[] {
  const headed = (rows: { key: string; row: Row }[]): Row[] => rows.map(({ key, row }, at) => ({ ...row, head: at === 0 || rows[at - 1]?.key !== key ? key : null }));
  if (outcome !== null) {
    return headed(review.pieces.filter((piece) => piece.outcome === outcome).map((piece) => ({ key: piece.row.origin, row: { is: "piece", id: `piece:${piece.row.id}`, head: null, piece } })));
  }
  const documents = FOLDERS.flatMap((folder) => review.documents.filter((one) => folderOf(one.ref) === folder));
  return headed([
    ...documents.map((document) => ({ key: folderOf(document.ref), row: { is: "document" as const, id: document.ref, head: null, document } })),
    ...review.texts.map((text) => ({ key: "texts", row: { is: "text" as const, id: `text:${text.id}`, head: null, text } })),
  ]);
}

/** The kinds a document can be made another of, by the folder it lies in then. */
export const KINDS: Readonly<Record<string, string>> = { characters: "character", places: "place", factions: "faction", things: "thing" };

export interface Fate {
  fate: "keep" | "drop" | "merge"; into: string | null; name: string | null; doc: JsonObject | null;
  /** The other kind it becomes. */
  kind: string | null;
  /** Aliases that become documents of their own. */
  split: readonly string[];
}

/** The aliases a document was made with, where one can become a document of its own. */
export function aliasesOf({ ref, doc }: ReviewDocument): string[] {
  const aliases = isMap(doc) && KINDS[folderOf(ref)] !== undefined ? doc["aliases"] : null;
  return Array.isArray(aliases) ? aliases.filter((one): one is string => typeof one === "string" && one.trim() !== "") : [];
}

/** What was chosen for a document, the later choice over the earlier. */
export function fateOf(document: ReviewDocument): Fate {
  let fate: Fate = { fate: "keep", into: null, name: null, doc: null, kind: null, split: [] };
  for (const choice of document.choices) {
    if (choice.do === "drop") fate = { ...fate, fate: "drop", into: null };
    else if (choice.do === "merge") fate = { ...fate, fate: "merge", into: choice.into };
    else if (choice.do === "keep") fate = { ...fate, fate: "keep", into: null };
    else if (choice.do === "rename") fate = { ...fate, name: choice.name };
    else if (choice.do === "change-kind") fate = { ...fate, kind: choice.kind };
    else if (choice.do === "split-alias" && choice.name !== null) fate = { ...fate, split: [...fate.split, choice.name] };
    else if (choice.do === "edit" && isMap(choice.doc)) fate = { ...fate, doc: choice.doc };
  }
  return fate;
}

/** The choices that say so: edits first, so that a new name is over what the edit holds; what takes the document away
 *  from where it is comes last. */
export function choicesOf(reference: string, { fate, into, name, doc, kind, split }: Fate): ReviewChoice[] {
  const bare = { ref: reference, into: null, name: null, kind: null, doc: null };
  const choices: ReviewChoice[] = [];
  if (doc !== null) choices.push({ ...bare, do: "edit", doc });
  if (name !== null) choices.push({ ...bare, do: "rename", name });
  for (const alias of split) choices.push({ ...bare, do: "split-alias", name: alias });
  if (fate === "keep" && kind !== null) choices.push({ ...bare, do: "change-kind", kind });
  if (fate === "drop") choices.push({ ...bare, do: "drop" });
  if (fate === "merge" && into !== null) choices.push({ ...bare, do: "merge", into });
  return choices;
}

/** All choices of a review with those of one document replaced. */
export function choicesWith(review: ImportReview, reference: string, fate: Fate): ReviewChoice[] {
  return review.documents.flatMap((one) => (one.ref === reference ? choicesOf(reference, fate) : one.choices));
}

export function isMap(value: Json | null | undefined): value is JsonObject {
  return value !== null && value !== undefined && typeof value === "object" && !Array.isArray(value);
}

/** The document as it will be written. */
export function docOf(document: ReviewDocument): JsonObject {
  const edited = fateOf(document).doc;
  return edited ?? (isMap(document.doc) ? document.doc : {});
}

/** The name as it will be written. */
export function nameOf(document: ReviewDocument): string {
  const { name } = fateOf(document);
  if (name !== null) return name;
  const doc = docOf(document);
  const own = doc["title"] ?? doc["name"];
  return typeof own === "string" ? own : document.name;
}

// Which apps keep a field, told below it in few words: all of them, some by name, or none but the one it came from. What
// an app keeps was found by writing the field and reading it back.
import type { ReactNode } from "react";
import type { Kind } from "../../bindings";
import { useQuery } from "../../data/queries";
import { type Document, useDocument } from "../../documents";
import { useMessages } from "../../messages";
import { fieldAt, patternOf } from "./schema";

/** The platform of the files this program has for itself. */
const OWN = "ficha";
/** Names told before the rest is a number. */
const NAMED = 3;

/** The titles of the formats that keep a field, and of how many; `null` while that is not known. */
export function useCarriers(document: Document, path: string): { titles: string[]; all: number } | null {
  const kind: Kind = useDocument(document, ({ entity }) => entity.kind);
  const { data } = useQuery("fields_carried", { kind });
  const formats = useQuery("formats", {}).data;
  if (data === null || formats === null) return null;
  const pattern = patternOf(kind, path);
  // Whether a link or free JSON is kept depends on what it says; only the export can tell.
  const shape = fieldAt(kind, `${path}[0]`)?.[1] ?? fieldAt(kind, path)?.[1];
  if (shape === "link" || shape === "any") return null;
  const row = data.find((one) => one.path === pattern) ?? data.find((one) => one.path === `${pattern}[]`);
  if (row === undefined) return null;
  // What this program itself writes keeps everything and says nothing.
  const apps = new Map(formats.filter(({ platform }) => platform !== OWN).map(({ id, title }) => [id, title]));
  const all = new Set(data.flatMap((one) => one.formats)).size - [...new Set(data.flatMap((one) => one.formats))].filter((id) => !apps.has(id)).length;
  return { titles: row.formats.flatMap((id) => apps.get(id) ?? []), all };
}

export function CarriedLine({ document, path }: { document: Document; path: string }) {
  const { say } = useMessages();
  const carriers = useCarriers(document, path);
  if (carriers === null || carriers.titles.length === carriers.all) return null;
  const { titles } = carriers;
  const names = titles.slice(0, NAMED).join(say("fields.comma"));
  const rest = titles.length - NAMED;
  return (
    <p className="field-help carried-line" title={titles.join(say("fields.comma"))}>
      {titles.length === 0 ? say("fields.carriedByNone") : rest > 0 ? say("fields.carriedByMore", { names, count: rest }) : say("fields.carriedBy", { names })}
    </p>
  );
}

export function Carried({ document, path, children }: { document: Document; path: string; children: ReactNode }) {
  return <div className="carried-field">{children}<CarriedLine document={document} path={path} /></div>;
}

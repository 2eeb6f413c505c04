// A note for a value of another type than its field has: it is shown as it is and stays until somebody writes.
import type { Json } from "../../bindings";
import { type Document, useValue } from "../../documents";
import { Icon } from "../../kit";
import { useMessages } from "../../messages";

const SHOWN = 120;
export type Wanted = "text" | "list" | "map" | "flag";

function fits(value: Json | undefined, wanted: Wanted): boolean {
  if (value === undefined || value === null) return true;
  if (wanted === "text") return typeof value === "string";
  if (wanted === "flag") return typeof value === "boolean";
  return wanted === "list" ? Array.isArray(value) : typeof value === "object" && !Array.isArray(value);
}

export function OddNote({ document, path, wanted }: { document: Document; path: string; wanted: Wanted }) {
  const { say } = useMessages();
  const value = useValue(document, path);
  if (fits(value, wanted)) return null;
  const text = JSON.stringify(value);
  return <p className="field-help said-warning line"><Icon name="warning" size="small" />{say("workbench.oddType", { type: wanted, value: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text })}</p>;
}

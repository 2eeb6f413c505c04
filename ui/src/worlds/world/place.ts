// Where one is in an opened world, as the route says it: a page of the world as a whole, or a file with a pointer into it.
import { showField } from "../../workbench/goto";
import { openWorldPanel } from "../route";
import { FILES, INFO, partsOfRef, pathOfPointer, placeOf, type WorldFile } from "./model";
import { PROMPTS } from "./wire";

export const PANEL = "world";
export type View =
  | { kind: "overview" } | { kind: "pictures" }
  | { kind: "ties" | "map"; document: string | null }
  | { kind: "document"; document: string; pointer: string }
  | { kind: "list"; file: WorldFile; pointer: string }
  | { kind: "prompt"; file: string }
  | { kind: "unreadable"; file: string };

export function viewOf(at: string | null): View {
  if (at === null || at === "" || at === INFO) return { kind: "overview" };
  if (at === "pictures") return { kind: "pictures" };
  const graph = /^(ties|map)(?::(.*))?$/.exec(at);
  if (graph !== null) return { kind: graph[1] as "ties" | "map", document: graph[2] ?? null };
  if (at.startsWith("file:")) return { kind: "unreadable", file: at.slice("file:".length) };
  const { file, pointer } = placeOf(at);
  if ((FILES as readonly string[]).includes(file)) return { kind: "list", file: file as WorldFile, pointer };
  if (file.startsWith(PROMPTS)) return { kind: "prompt", file: promptOf(file) };
  if (file.startsWith("images/")) return { kind: "pictures" };
  return partsOfRef(file) === null ? { kind: "overview" } : { kind: "document", document: file, pointer };
}

/** `prompts/en/roleplay/style.md` as the desk names it: `prompts/en/style`. */
function promptOf(file: string): string {
  return file.replace(/\/roleplay\//, "/").replace(/\.md$/, "");
}

/** The document a view is about; `null` when it is about the world. */
export function documentOf(view: View): string | null {
  return "document" in view ? view.document : null;
}

/** Opens a page of the world. */
export function showView(at: string | null): void {
  openWorldPanel(PANEL, at);
}

/** Opens a document, with a field of it in view. */
export function showDocument(document: string, pointer = ""): void {
  showView(pointer === "" ? document : `${document}#${pointer}`);
}

/** Opens what a problem or a finding names. */
export function showPlace(place: string): void {
  const { file, pointer } = placeOf(place);
  const world = file === INFO;
  showView(world ? null : pointer === "" ? file : `${file}#${pointer}`);
  if (world && pointer !== "") showPointer(pointer);
}

/** Brings the field of a pointer into view, on the page that is shown. */
export function showPointer(pointer: string): void {
  if (pointer !== "") showField(pathOfPointer(pointer));
}

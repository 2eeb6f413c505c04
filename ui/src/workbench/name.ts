// What a piece is called: its own name, else that of the file it came in without its extension. Many files have no
// name inside.
import { type Document, useDocument, useText } from "../documents";

/** The name to show for an open piece of any kind but a character; `""` when nothing names it. */
export function usePieceName(document: Document): string {
  const own = useText(document, "name");
  const source = useDocument(document, (state) => state.entity.source);
  if (own.trim() !== "" || source === null || source.pointer !== null) return own;
  return source.fileName.replace(/\.[^.]*$/, "");
}

// A remark of an import: its English sentence, in another language after the sentence of its code where there is one.
import type { ImportNote } from "../../bindings";
import { Said } from "../../kit/Said";

export function NoteText({ note }: { note: ImportNote }) {
  return <span className="worlds-note"><Said code={note.code} text={note.message} /></span>;
}

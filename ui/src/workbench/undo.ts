// The undo a toast offers: it takes back the step it names and no other, whatever was done since.
import type { Document } from "../documents";

export function undoOfLast(document: Document): () => void {
  const { line } = document.store.get();
  const step = line.steps[line.position - 1];
  return () => {
    const now = document.store.get().line;
    if (step !== undefined && now.steps[now.position - 1] === step) document.undo();
  };
}

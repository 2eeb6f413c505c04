// The name of an entry, which leads to it.
import type { Json } from "../../bindings";
import type { Document } from "../../documents";
import { Authored } from "../../kit";
import { useMessages } from "../../messages";
import { titleOf } from "./entries";
import { showEntries } from "./state";

export function EntryLink({ document, at, entries, className = "" }: { document: Document; at: number; entries: readonly Json[]; className?: string }) {
  const { say } = useMessages();
  return <button type="button" className={`lore-link cut ${className}`} onClick={() => showEntries(document, [at])}><Authored text={titleOf(entries[at], at, say)} /></button>;
}

// From a key of an original to where a form edits it, and from a field of a form to its key.
import { invoke } from "../../host";
import type { Document } from "../../documents";
import { openNative } from "../../native/state";
import { openTab } from "../../navigation";
import { showField } from "../goto";
import { type Keys, keysOf } from "./meaning";
import { leaveRaw, showRaw } from "./place";

/** Goes to the form field, the native panel or the linked piece that edits a key. */
export function goToForm(document: Document, format: string, pointer: string, keys: Keys): void {
  const meaning = keys.meaningOf(pointer);
  if (meaning === null) return;
  if (meaning.key.meaning === "native") {
    leaveRaw(document);
    openNative(document, format, pointer);
    return;
  }
  const { path } = meaning;
  if (path === null) return;
  const link = document.store.get().entity.links.find((one) => one.path.startsWith(path));
  if (link?.address != null && !link.missing) openTab(link.address, { kind: link.kind, name: link.name });
  else showField(path);
}

/** Opens the original at the key a body path comes from; `false` when no original has one. */
export async function goToRaw(document: Document, path: string): Promise<boolean> {
  const indices = [...path.matchAll(/\[(\d+)\]/g)].map(([, index]) => index);
  const wanted = path.replace(/\[\d+\]/g, "[]");
  for (const { format } of document.store.get().entity.originals) {
    const keys = keysOf(await invoke("raw_keys", { address: document.address, format })).list;
    const key = keys.find(({ paths }) => paths.includes(wanted)) ?? keys.find(({ paths }) => paths.some((one) => wanted.startsWith(`${one}[`) || wanted.startsWith(`${one}.`)));
    if (key === undefined) continue;
    let at = 0;
    showRaw(document, format, key.pattern.replace(/\*/g, () => indices[at++] ?? "0"));
    return true;
  }
  return false;
}

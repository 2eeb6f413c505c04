// Every piece that is open in this window, by address. Opening twice gives the same document; closing saves first.
import type { Address } from "../bindings";
import { createStore, useStore } from "../data/store";
import { invoke } from "../host";
import { createDocument, type Document, isDirty } from "./document";

const open = createStore<{ documents: ReadonlyMap<Address, Document> }>({ documents: new Map() });
const opening = new Map<Address, Promise<Document>>();

/** The open document of an address, `null` while it is not open. */
export function documentAt(address: Address): Document | null {
  return open.get().documents.get(address) ?? null;
}

export function openDocument(address: Address): Promise<Document> {
  const there = documentAt(address);
  if (there !== null) return Promise.resolve(there);
  const asked = opening.get(address);
  if (asked !== undefined) return asked;
  const fresh = invoke("entity_open", { address }).then((entity) => {
    const document = createDocument(entity);
    open.set(({ documents }) => ({ documents: new Map(documents).set(address, document) }));
    return document;
  });
  opening.set(address, fresh);
  void fresh.finally(() => opening.delete(address)).catch(() => undefined);
  return fresh;
}

/** Saves and lets go; `false` when the save failed and the document stays open. */
export async function closeDocument(address: Address): Promise<boolean> {
  const document = documentAt(address);
  if (document === null) return true;
  if (!(await document.save("close")) && isDirty(document.store.get())) {
    // A conflict is kept as a draft and offered at the next opening; a failed write must not be lost.
    if (document.store.get().conflict === null) return false;
  }
  document.dispose();
  open.set(({ documents }) => {
    const left = new Map(documents);
    left.delete(address);
    return { documents: left };
  });
  return true;
}

/** Pieces were saved somewhere: those open here without edits of their own are shown as they are now. */
export async function noticeSaved(addresses: readonly Address[]): Promise<void> {
  const here = [...open.get().documents.values()].filter((one) => addresses.length === 0 || addresses.includes(one.address));
  for (const document of here) {
    const state = document.store.get();
    if (isDirty(state) || state.save.state === "saving") continue;
    const entity = await invoke("entity_open", { address: document.address }).catch(() => null);
    // Meanwhile the person may have begun to type; then the next save finds the conflict.
    const now = document.store.get();
    if (entity !== null && entity.revision > now.entity.revision && !isDirty(now)) document.replace(entity);
  }
}

/** Writes every draft that is waiting; for a window that is being closed. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...open.get().documents.values()].map((document) => document.flushDraft()));
}

export function useOpenDocument(address: Address | null): Document | null {
  return useStore(open, ({ documents }) => (address === null ? null : documents.get(address) ?? null));
}

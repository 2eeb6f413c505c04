// Every piece that is open in this window, by address. Opening twice gives the same document; closing saves first.
import type { Address, PieceHead } from "../bindings";
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

/** The pieces open here. */
export function openAddresses(): Address[] {
  return [...open.get().documents.keys()];
}

/** Newest revisions as they are on disk, whoever made them; a piece that cannot be read says so when it is saved. */
export async function noticeHeads(heads: readonly PieceHead[]): Promise<void> {
  for (const { address, revision } of heads) {
    if (revision !== null) await documentAt(address)?.noticeRevision(revision).catch(() => undefined);
  }
}

/** Writes every draft that is waiting; for a window that is being closed. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...open.get().documents.values()].map((document) => document.flushDraft()));
}

export function useOpenDocument(address: Address | null): Document | null {
  return useStore(open, ({ documents }) => (address === null ? null : documents.get(address) ?? null));
}

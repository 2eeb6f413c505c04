// Names of a world's documents, for fields that name one: asked once for all fields, and the same list as long as no
// name changed.
import { createContext, useContext } from "react";
import type { ComboOption } from "../../kit";
import { messages } from "../../messages";
import { type Desk, type DeskState, rowsNow, useDesk } from "./desk";
import { type Folder, FOLDER_ICONS, partsOfRef } from "./model";

export interface Named { document: string; folder: Folder; id: string; name: string }

const DeskContext = createContext<Desk | null>(null);
export const DeskProvider = DeskContext.Provider;

/** The opened world a component is part of. */
export function useOpened(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("no world is open here");
  return desk;
}

interface Kept { rows: unknown; live: unknown; names: readonly Named[] }
const kept = new WeakMap<Desk, Kept>();

function same(a: readonly Named[], b: readonly Named[]): boolean {
  return a.length === b.length && a.every((one, at) => one.document === b[at]?.document && one.name === b[at]?.name);
}

function namesOf(desk: Desk, state: DeskState): readonly Named[] {
  const last = kept.get(desk);
  if (last !== undefined && last.rows === state.open?.rows && last.live === state.live) return last.names;
  const fresh = rowsNow(state).flatMap(({ document, name }): Named[] => {
    const parts = partsOfRef(document);
    return parts === null ? [] : [{ document, ...parts, name }];
  });
  const names = last !== undefined && same(last.names, fresh) ? last.names : fresh;
  kept.set(desk, { rows: state.open?.rows, live: state.live, names });
  return names;
}

export function useNames(desk: Desk): readonly Named[] {
  return useDesk(desk, (state) => namesOf(desk, state));
}

/** What to call a document on screen. */
export function shownName({ name, id }: Pick<Named, "name" | "id">): string {
  return name.trim() === "" ? id : name;
}

/** Documents to choose from; `whole` ones are named by folder and id. */
export function optionsOf(names: readonly Named[], folders: readonly string[], whole: boolean): ComboOption[] {
  const many = folders.length > 1;
  return names.filter(({ folder }) => folders.includes(folder)).map((one) => ({
    id: whole ? one.document : one.id, label: shownName(one), ...(many ? { icon: FOLDER_ICONS[one.folder], note: messages().say(`world.folderOne.${one.folder}`) } : {}),
  }));
}

/** The name of a document by reference; the reference itself where there is none. */
export function nameAt(names: readonly Named[], document: string): string {
  const found = names.find((one) => one.document === document);
  return found === undefined ? document : shownName(found);
}

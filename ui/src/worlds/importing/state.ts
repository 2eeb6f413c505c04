// The making of a world before it begins: which card is looked at, and what was chosen so far. `null` is no dialog.
import type { ApiError, CardPreview, ImportChoices } from "../../bindings";
import { createStore, useStore } from "../../data/store";

export interface Making {
  /** The card that is looked at; `null` while one is chosen or read. */
  preview: CardPreview | null;
  choices: ImportChoices;
  /** The world that gets the card as an update; `null` makes a new one. */
  update: string | null;
  /** Whether the person looks through everything before it is written. */
  review: boolean;
  /** A command is on its way. */
  busy: boolean;
  fault: ApiError | null;
  /** A remark about what was given, `null` for none. */
  said: string | null;
}

const NOTHING: ImportChoices = { worldName: "", entriesOff: [], opening: null, pictures: false, language: "und" };
export const START: Making = { preview: null, choices: NOTHING, update: null, review: true, busy: false, fault: null, said: null };

export const making = createStore<{ making: Making | null }>({ making: null });

export function useMaking<T>(select: (state: Making) => T): T | null {
  return useStore(making, (state) => (state.making === null ? null : select(state.making)));
}

export function change(part: Partial<Making>): void {
  making.set((state) => ({ making: state.making === null ? null : { ...state.making, ...part } }));
}

export function choose(part: Partial<ImportChoices>): void {
  making.set((state) => ({ making: state.making === null ? null : { ...state.making, choices: { ...state.making.choices, ...part } } }));
}

/** What is chosen for a card when nobody chooses: the card's own name, its entries as it has them, no pictures fetched. */
export function choicesFor(preview: CardPreview): ImportChoices {
  return {
    worldName: preview.name, entriesOff: preview.entries.filter((entry) => !entry.enabled).map((entry) => entry.position),
    opening: preview.opening, pictures: false, language: preview.language,
  };
}

// What the panel of a card shows: which view, which of the two cards, which piece, what is filtered and asked.
import type { CardOutcome, CardPieceRow, CardVersion } from "../../bindings";
import { createStore, useStore } from "../../data/store";

export type CardView = "overview" | "search" | "origin";
export interface CardState {
  world: string;
  view: CardView;
  version: CardVersion;
  piece: string | null;
  /** Where the reading of the piece begins, in characters. */
  from: number;
  raw: boolean;
  outcome: CardOutcome | null;
  role: string | null;
  origin: string | null;
  off: boolean;
  text: string;
  query: string;
  subject: string;
}

const START: CardState = {
  world: "", view: "overview", version: "current", piece: null, from: 0, raw: false, outcome: null, role: null, origin: null, off: false, text: "", query: "", subject: "",
};
export const card = createStore<CardState>(START);

export function useCard<T>(select: (state: CardState) => T): T {
  return useStore(card, select);
}

/** Turns to the card of a world; what was filtered in another is forgotten. */
export function turnTo(world: string, at: string | null): void {
  if (card.get().world !== world) card.set({ ...START, world });
  if (at === null) return;
  if (at.startsWith("origin:")) card.set({ view: "origin", subject: at.slice("origin:".length) });
  else readPiece(at.startsWith("piece:") ? at.slice("piece:".length) : at);
}

/** Shows a piece where it is read. */
export function readPiece(piece: string, from = 0): void {
  card.set({ view: "overview", piece, from, outcome: null, role: null, origin: null, off: false, text: "" });
}

export function filtered(pieces: CardPieceRow[], { outcome, role, origin, off, text }: Pick<CardState, "outcome" | "role" | "origin" | "off" | "text">): CardPieceRow[] {
  const words = text.trim().toLowerCase();
  return pieces.filter((piece) => (outcome === null || piece.outcome === outcome) && (role === null || piece.roles.includes(role)) && (origin === null || piece.origin === origin)
    && (!off || piece.off) && (words === "" || `${piece.title} ${piece.keys.join(" ")} ${piece.id}`.toLowerCase().includes(words)));
}

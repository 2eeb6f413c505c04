// With whom presets are tried: one character, one persona and one line for every preset of this window.
import type { Address, Cast } from "../../bindings";
import { createStore, useStore } from "../../data/store";

export interface Chosen { address: Address; name: string }
export interface CastState { character: Chosen | null; persona: Chosen | null; message: string; trigger: string }

export const cast = createStore<CastState>({ character: null, persona: null, message: "", trigger: "normal" });

export function useCast(): CastState {
  return useStore(cast, (state) => state);
}

export function castOf({ character, persona, message, trigger }: CastState): Cast {
  return { character: character?.address ?? null, persona: persona?.address ?? null, message, trigger };
}

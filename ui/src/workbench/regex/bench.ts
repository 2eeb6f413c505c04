// The bench of each open set: the sample, what it is, and what the last run said. It lives as long as the window.
import { useEffect } from "react";
import type { Address, ApiError, RegexOccasion, RegexRow, RegexRun } from "../../bindings";
import { createStore, type Store, useStore } from "../../data/store";
import { type Document, useDocument } from "../../documents";
import { asApiError, invoke } from "../../host";

export interface Bench extends RegexOccasion { text: string; run: RegexRun | null; tried: string; asking: boolean; error: ApiError | null }

/** Quiet time after the last key before the rules run. */
const AFTER = 250;
const benches = new Map<Address, Store<Bench>>();

export function benchOf(address: Address): Store<Bench> {
  const held = benches.get(address);
  if (held !== undefined) return held;
  const made = createStore<Bench>({ text: "", phase: "output", target: null, depth: 0, character: "", user: "", run: null, tried: "", asking: false, error: null });
  benches.set(address, made);
  return made;
}

export function useBench(address: Address): Bench {
  return useStore(benchOf(address), (state) => state);
}

/** What the last run said of a rule. */
export function useRuleRow(address: Address, at: number): RegexRow | null {
  return useStore(benchOf(address), ({ run }) => run?.rules[at] ?? null);
}

/** Runs the rules a moment after the set or the sample changed; a run that was overtaken says nothing. */
export function useRuns(document: Document): void {
  const bench = benchOf(document.address);
  const body = useDocument(document, (state) => state.body);
  const wish = useStore(bench, ({ text, phase, target, depth, character, user }) => JSON.stringify({ text, phase, target, depth, character, user }));
  useEffect(() => {
    let gone = false;
    const { text, ...occasion } = JSON.parse(wish) as RegexOccasion & { text: string };
    if (text === "") {
      bench.set({ run: null, error: null, asking: false });
      return undefined;
    }
    const timer = setTimeout(() => {
      bench.set({ asking: true });
      const named = { ...occasion, character: occasion.character.trim() === "" ? "{{char}}" : occasion.character, user: occasion.user.trim() === "" ? "{{user}}" : occasion.user };
      invoke("regex_run", { body, text, occasion: named }).then(
        (run) => !gone && bench.set({ run, tried: text, asking: false, error: null }),
        (thrown: unknown) => !gone && bench.set({ asking: false, error: asApiError(thrown) }),
      );
    }, AFTER);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [bench, body, wish]);
}

// Asks the core what a piece tells the model, a moment after the last key; an answer that was overtaken is dropped, and
// the one before stays until the next is here.
import { type DependencyList, useEffect, useRef, useState } from "react";
import type { ApiError } from "../../bindings";
import { asApiError } from "../../host";

const AFTER = 250;

export function useTold<T>(ask: () => Promise<T>, of: DependencyList): { told: T | null; error: ApiError | null; asking: boolean } {
  const [state, setState] = useState<{ told: T | null; error: ApiError | null; asking: boolean }>({ told: null, error: null, asking: true });
  const first = useRef(true);
  /** How long the last answer took: a slow one is asked for more seldom. */
  const took = useRef(0);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      const from = performance.now();
      setState((now) => ({ ...now, asking: true }));
      ask().then(
        (told) => {
          took.current = performance.now() - from;
          if (!gone) setState({ told, error: null, asking: false });
        },
        (thrown: unknown) => !gone && setState((now) => ({ ...now, error: asApiError(thrown), asking: false })),
      );
    }, first.current ? 0 : Math.max(AFTER, took.current));
    first.current = false;
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // The question is made anew at each drawing; what it is of says when it is another.
  }, of);
  return state;
}

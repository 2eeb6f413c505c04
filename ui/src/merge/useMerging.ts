// What the dialogs that bring states of a piece together share: the comparison, the choices made in it, one save.
import { type DependencyList, useEffect, useState } from "react";
import type { ApiError, FieldChoice } from "../bindings";
import { asApiError } from "../host";
import { type Choices, chosenFields, NO_CHOICES } from "./choices";

export interface Merging<V> {
  /** What was compared; `null` until it is there. */
  view: V | null;
  error: ApiError | null;
  choices: Choices;
  setChoices: (choices: Choices) => void;
  saving: boolean;
  save: () => void;
}

/**
 * Asks for a comparison, again when what it is of changes; `null` asks for none. `carryOut` saves by the choices. A save
 * that came too late asks once more: what was compared is old then, the choices still name the same fields.
 */
export function useMerging<V>(ask: (() => Promise<V>) | null, of: DependencyList, carryOut: (view: V, chosen: FieldChoice[]) => Promise<void>, first: ApiError | null = null): Merging<V> {
  const [view, setView] = useState<V | null>(null);
  const [error, setError] = useState<ApiError | null>(first);
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const [saving, setSaving] = useState(false);
  const [turn, again] = useState(0);
  useEffect(() => {
    if (ask === null) return undefined;
    let gone = false;
    ask().then((found) => !gone && setView(found), (thrown: unknown) => !gone && setError(asApiError(thrown)));
    return () => {
      gone = true;
    };
    // The question is made anew at each drawing; what it is of says when it is another.
  }, [...of, turn]);

  async function run(): Promise<void> {
    if (view === null) return;
    setSaving(true);
    setError(null);
    try {
      await carryOut(view, chosenFields(choices));
    } catch (thrown) {
      const failure = asApiError(thrown);
      setError(failure);
      if (failure.code === "conflict") again((count) => count + 1);
    }
    setSaving(false);
  }
  return { view, error, choices, setChoices, saving, save: () => void run() };
}

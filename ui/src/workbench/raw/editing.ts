// From a typed text to edits of an original. A text that is no JSON goes nowhere: the last valid one stays in use. A
// valid one is compared with the source by the core, and the difference becomes one step of the piece.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FormatId, Json, PatchOp, RawProblem, RawView } from "../../bindings";
import { type Document, sameJson, useDocument } from "../../documents";
import { asApiError, invoke } from "../../host";
import { useMessages } from "../../messages";
import { dedented, isDense, laidOut } from "./layout";

/** Quiet time after the last key; long texts take longer to check. */
const CHECK_AFTER = 350;
const CHECK_LONG_AFTER = 1_500;
const LONG = 1_000_000;
const NO_OPS: PatchOp[] = [];

export type RawState = { state: "resting" } | { state: "checking" } | { state: "valid"; spellingOnly: boolean } | { state: "invalid"; problem: RawProblem } | { state: "failed"; reason: string };

export interface Given { text: string }

export interface RawEditing {
  view: RawView | null;
  error: string | null;
  /** The text that came from outside last; a new object is a new text, also when it reads the same. */
  text: Given;
  source: string;
  /** The last text that was valid, as it stands on the page. */
  valid: string;
  ops: PatchOp[];
  problems: RawProblem[];
  state: RawState;
  type: (text: string) => void;
  reset: (at: number | null) => void;
}

/** The text as it is shown: as it came, or one token a line when it came in one. */
function shown(text: string): string {
  return (isDense(text) ? laidOut(text) : null) ?? dedented(text);
}

export function useRawEditing(document: Document, format: FormatId, title: string): RawEditing {
  const { say } = useMessages();
  const { address } = document;
  const ops = useDocument(document, ({ native }) => native[format] ?? NO_OPS);
  const [view, setView] = useState<RawView | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [text, setText] = useState<Given>({ text: "" });
  const [valid, setValid] = useState("");
  const [problems, setProblems] = useState<RawProblem[]>([]);
  const [state, setState] = useState<RawState>({ state: "resting" });
  /** The edits that the text on the page stands for; others come from outside and bring their own text. */
  const standing = useRef<PatchOp[] | null>(null);
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was typed and is not looked at yet. */
  const waiting = useRef<string | null>(null);

  useEffect(() => {
    if (standing.current !== null && same(standing.current, ops)) return;
    let gone = false;
    clearTimeout(timer.current);
    waiting.current = null;
    turn.current += 1;
    invoke("raw_apply", { address, format, ops }).then((applied) => {
      if (gone) return;
      standing.current = ops;
      setView(applied);
      const laid = shown(applied.text);
      setText({ text: laid });
      setValid(laid);
      setProblems([]);
      setState({ state: "resting" });
    }, (thrown: unknown) => !gone && setError(asApiError(thrown).message));
    return () => {
      gone = true;
    };
  }, [address, format, ops]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const take = useCallback(async (typed: string, mine: number) => {
    waiting.current = null;
    try {
      const found = await invoke("raw_check", { text: typed });
      if (mine !== turn.current) return;
      setProblems(found);
      const bad = found.find(({ tolerated }) => !tolerated);
      if (bad !== undefined) {
        setState({ state: "invalid", problem: bad });
        return;
      }
      const made = await invoke("raw_edit", { address, format, text: typed });
      if (mine !== turn.current) return;
      standing.current = made.ops;
      setValid(typed);
      setState({ state: "valid", spellingOnly: made.spellingOnly && made.ops.length === 0 });
      if (!same(document.store.get().native[format] ?? NO_OPS, made.ops)) {
        document.edit({ label: say("raw.step", { format: title }), changes: [], native: [{ format, ops: made.ops }], joins: `raw ${format}` });
      }
    } catch (thrown) {
      if (mine === turn.current) setState({ state: "failed", reason: asApiError(thrown).message });
    }
  }, [address, document, format, say, title]);

  // A save takes what was typed a moment ago along.
  useEffect(() => document.beforeSave(async () => {
    if (waiting.current === null) return;
    clearTimeout(timer.current);
    await take(waiting.current, turn.current);
  }), [document, take]);

  // Laying out a large text takes a while, so the source is laid out once.
  const source = useMemo(() => (view === null ? "" : view.source === view.text ? text.text : shown(view.source)), [view]);
  return {
    view, error, text, source, valid, ops, problems, state,
    type(typed) {
      clearTimeout(timer.current);
      turn.current += 1;
      const mine = turn.current;
      waiting.current = typed;
      setState({ state: "checking" });
      timer.current = setTimeout(() => void take(typed, mine), typed.length > LONG ? CHECK_LONG_AFTER : CHECK_AFTER);
    },
    reset(at) {
      const left = at === null ? [] : ops.filter((_, index) => index !== at);
      document.edit({ label: say("raw.stepReset", { format: title }), changes: [], native: [{ format, ops: left }] });
    },
  };
}

function same(a: PatchOp[], b: PatchOp[]): boolean {
  return a === b || sameJson(a as unknown as Json, b as unknown as Json);
}

// The text of an original on the page. What is typed is told when it rests; a text from outside (undo, a reset) takes
// its place with the smallest change, so that cursor and folds stay.
import { setDiagnostics } from "@codemirror/lint";
import { openSearchPanel } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import type { RawProblem } from "../../bindings";
import { foldedRanges, syntaxTreeAvailable } from "@codemirror/language";
import { type Messages, useMessages } from "../../messages";
import type { Given } from "./editing";
import { againstSource, pointerAt, rawExtensions } from "./editor";
import { folding, foldAll, known, linkMarks, unfoldEffect } from "./marks";
import type { Keys } from "./meaning";
import { foldsOf, placeOf, pointerOf } from "./scan";

export interface Cursor { line: number; column: number; pointer: string }
export interface RawEditorHandle { find(): void; goTo(line: number): void; goToPointer(pointer: string, focus: boolean): void }

export interface RawEditorProps {
  label: string;
  /** What came from outside last; typing does not change it. */
  text: Given;
  /** The text edits are shown against; `null` shows the text alone. */
  source: string | null;
  readOnly: boolean;
  problems: RawProblem[];
  /** What the keys mean. */
  keys: Keys;
  /** Goes to where a form edits the key of a pointer. */
  onLink: (pointer: string) => void;
  onType: (text: string) => void;
  onCursor: (cursor: Cursor) => void;
  handle: Ref<RawEditorHandle>;
}

/** Above this size lines are not wrapped, so that no line has to be measured whole. */
const WRAP_BELOW = 1_000_000;
/** Quiet time of the cursor before a text that is not read yet is walked. */
const WALK_AFTER = 180;

export function RawEditor({ label, text, source, readOnly, problems, keys, onLink, onType, onCursor, handle }: RawEditorProps) {
  const messages = useMessages();
  const { say } = messages;
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const merge = useRef(new Compartment());
  const links = useRef(new Compartment());
  const heard = useRef({ onType, onCursor, onLink });
  heard.current = { onType, onCursor, onLink };
  const linked = useRef(keys);
  linked.current = keys;
  const first = useRef(text.text);
  const latestSource = useRef(source);
  latestSource.current = source;

  useEffect(() => {
    if (holder.current === null) return undefined;
    const start = { text: first.current, source: latestSource.current };
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: start.text,
        extensions: [
          rawExtensions({ label, readOnly, wrap: start.text.length < WRAP_BELOW, say }), merge.current.of(start.source === null ? [] : againstSource(start.source)),
          folding(messages), links.current.of(linksOf(linked.current, messages, heard)),
          EditorView.updateListener.of((update) => {
            if (update.selectionSet || update.docChanged) tellCursor(update.state);
            if (update.docChanged && update.transactions.some((one) => one.annotation(Transaction.remote) !== true)) heard.current.onType(update.state.doc.toString());
          }),
        ],
      }),
    });
    let waiting: ReturnType<typeof setTimeout> | undefined;
    function tellCursor(state: EditorState): void {
      clearTimeout(waiting);
      const at = state.selection.main.head;
      const line = state.doc.lineAt(at);
      const place = { line: line.number, column: at - line.from + 1 };
      if (syntaxTreeAvailable(state, at)) heard.current.onCursor({ ...place, pointer: pointerAt(state, at) });
      // A large text is not read so far yet; it is walked once the cursor rests.
      else waiting = setTimeout(() => heard.current.onCursor({ ...place, pointer: pointerOf(state.doc.toString(), at) }), WALK_AFTER);
    }
    const folds = foldsOf(start.text);
    if (folds.length > 0) made.dispatch({ effects: foldAll(folds) });
    view.current = made;
    return () => {
      clearTimeout(waiting);
      view.current = null;
      // Another language makes another editor, with the text as it stands.
      first.current = made.state.doc.toString();
      made.destroy();
    };
  }, [label, readOnly, messages]);

  useEffect(() => {
    view.current?.dispatch({ effects: links.current.reconfigure(linksOf(keys, messages, heard)) });
  }, [keys, messages]);

  useEffect(() => {
    const made = view.current;
    if (made === null) return;
    const change = smallest(made.state.doc.toString(), text.text);
    if (change !== null) made.dispatch({ changes: change, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] });
  }, [text]);

  useEffect(() => {
    view.current?.dispatch({ effects: merge.current.reconfigure(source === null ? [] : againstSource(source)) });
  }, [source]);

  useEffect(() => {
    const made = view.current;
    if (made === null) return;
    made.dispatch(setDiagnostics(made.state, problems.map((problem) => {
      const line = made.state.doc.line(Math.min(made.state.doc.lines, Math.max(1, problem.line)));
      const from = Math.min(line.to, line.from + Math.max(0, problem.column - 1));
      return { from, to: Math.min(line.to, from + 1), severity: problem.tolerated ? "warning" as const : "error" as const, message: problem.message };
    })));
  }, [problems]);

  useImperativeHandle(handle, () => ({
    find: () => view.current !== null && openSearchPanel(view.current),
    goTo(line) {
      const made = view.current;
      if (made === null) return;
      const place = made.state.doc.line(Math.min(made.state.doc.lines, Math.max(1, line)));
      made.dispatch({ selection: { anchor: place.from }, effects: EditorView.scrollIntoView(place.from, { y: "center" }) });
      made.focus();
    },
    goToPointer(pointer, focus) {
      const made = view.current;
      const place = made === null ? null : placeOf(made.state.doc.toString(), pointer);
      if (made === null || place === null) return;
      const at = Math.min(made.state.doc.length, place.from);
      const opened: ReturnType<typeof unfoldEffect.of>[] = [];
      // What is folded around the place opens; a picture at the place itself stays what it is.
      foldedRanges(made.state).between(place.keyFrom, place.keyFrom + 1, (from, to) => { if (from < place.keyFrom && to > place.keyFrom) opened.push(unfoldEffect.of({ from, to })); });
      made.dispatch({ effects: [...opened, EditorView.scrollIntoView(at, { y: "center" })], selection: { anchor: at } });
      if (focus) made.focus();
    },
  }));
  return <div ref={holder} className="raw-editor" data-own-undo data-pane-start />;
}

type Heard = RefObject<Pick<RawEditorProps, "onLink">>;

function linksOf(keys: Keys, { say, language }: Messages, heard: Heard): Extension {
  return [linkMarks(keys, say, (pointer) => heard.current.onLink(pointer)), known(keys, say, language)];
}

/** The one change between two texts: what is left between their common head and tail. */
export function smallest(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  let head = 0;
  const most = Math.min(before.length, after.length);
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < most - head && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail += 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}

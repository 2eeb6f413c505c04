// The text of an original on the page. What is typed is told when it rests; a text from outside (undo, a reset) takes
// its place with the smallest change, so that cursor and folds stay.
import { setDiagnostics } from "@codemirror/lint";
import { openSearchPanel } from "@codemirror/search";
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import type { RawProblem } from "../../bindings";
import { useMessages } from "../../messages";
import type { Given } from "./editing";
import { againstSource, pointerAt, rawExtensions } from "./editor";

export interface Cursor { line: number; column: number; pointer: string }
export interface RawEditorHandle { find(): void; goTo(line: number): void }

export interface RawEditorProps {
  label: string;
  /** What came from outside last; typing does not change it. */
  text: Given;
  /** The text edits are shown against; `null` shows the text alone. */
  source: string | null;
  readOnly: boolean;
  problems: RawProblem[];
  onType: (text: string) => void;
  onCursor: (cursor: Cursor) => void;
  handle: Ref<RawEditorHandle>;
}

/** Above this size lines are not wrapped, so that no line has to be measured whole. */
const WRAP_BELOW = 1_000_000;

export function RawEditor({ label, text, source, readOnly, problems, onType, onCursor, handle }: RawEditorProps) {
  const { say } = useMessages();
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const merge = useRef(new Compartment());
  const heard = useRef({ onType, onCursor });
  heard.current = { onType, onCursor };
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
          EditorView.updateListener.of((update) => {
            if (update.selectionSet || update.docChanged) heard.current.onCursor(cursorOf(update.state));
            if (update.docChanged && update.transactions.some((one) => one.annotation(Transaction.remote) !== true)) heard.current.onType(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = null;
      // Another language makes another editor, with the text as it stands.
      first.current = made.state.doc.toString();
      made.destroy();
    };
  }, [label, readOnly, say]);

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
  }));
  return <div ref={holder} className="raw-editor" data-own-undo data-pane-start />;
}

function cursorOf(state: EditorState): Cursor {
  const at = state.selection.main.head;
  const line = state.doc.lineAt(at);
  return { line: line.number, column: at - line.from + 1, pointer: pointerAt(state, at) };
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

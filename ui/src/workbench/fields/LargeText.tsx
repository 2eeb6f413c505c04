// A text too long for a text area. Only the lines in view are drawn, and what is typed reaches the piece when it rests,
// so that ten megabytes are typed in as easily as ten words.
import { defaultKeymap } from "@codemirror/commands";
import { EditorState, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { Document } from "../../documents";
import { smallest } from "../raw/RawEditor";
import { focusField } from "../focus";

const WRITE_AFTER = 600;

/** A line above this many signs is not wrapped: one that is drawn whole holds the window for a minute. */
const WRAP_BELOW = 20_000;

export function hasEndlessLine(text: string): boolean {
  let from = 0;
  while (text.length - from > WRAP_BELOW) {
    const end = text.indexOf("\n", from);
    if (end === -1 || end - from > WRAP_BELOW) return true;
    from = end + 1;
  }
  return false;
}

export interface LargeTextProps { document: Document; label: string; path: string; text: string; onWrite: (text: string) => void }

export function LargeText({ document, label, path, text, onWrite }: LargeTextProps) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const piece = useRef(document);
  piece.current = document;
  const write = useRef(onWrite);
  write.current = onWrite;
  const start = useRef(text);
  /** What the piece holds as far as this editor knows; another text came from outside. */
  const known = useRef(text);

  useEffect(() => {
    if (holder.current === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const now = made.state.doc.toString();
      if (now === known.current) return;
      known.current = now;
      write.current(now);
    };
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: start.current,
        extensions: [
          keymap.of(defaultKeymap), drawSelection(), highlightSpecialChars(), ...(hasEndlessLine(start.current) ? [] : [EditorView.lineWrapping]),
          EditorView.contentAttributes.of({ "aria-label": label, dir: "auto", spellcheck: "false" }),
          EditorView.domEventHandlers({ blur: () => (timer === undefined ? undefined : flush()), focus: () => focusField(path, label, piece.current) }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.every((one) => one.annotation(Transaction.remote) === true)) return;
            clearTimeout(timer);
            timer = setTimeout(flush, WRITE_AFTER);
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      if (timer !== undefined) flush();
      view.current = null;
      start.current = made.state.doc.toString();
      made.destroy();
    };
  }, [label, path]);

  useEffect(() => {
    const made = view.current;
    if (made === null || text === known.current) return;
    known.current = text;
    const change = smallest(made.state.doc.toString(), text);
    if (change !== null) made.dispatch({ changes: change, annotations: Transaction.remote.of(true) });
  }, [text]);
  return <div ref={holder} className="large-text" data-path={path} />;
}

// Find and replace in the open piece: how often in which field, the next place, and all at once as one step.
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { registerCommands } from "../../commands";
import { type Document, useDocument } from "../../documents";
import { Button, IconButton, SearchField, TextField, toast, Toggle } from "../../kit";
import { useMessages } from "../../messages";
import { showField } from "../goto";
import { undoOfLast } from "../undo";
import { labelOf } from "./labels";
import { find, hitsIn, patternOf, replacedIn, useFind } from "./state";

/** Fields named in the bar. */
const NAMED = 6;

export function FindBar({ document }: { document: Document }) {
  const { say } = useMessages();
  const open = useFind((state) => state.open);
  return open ? <Bar document={document} say={say} /> : null;
}

function Bar({ document, say }: { document: Document; say: ReturnType<typeof useMessages>["say"] }) {
  const text = useFind((state) => state.text);
  const replacement = useFind((state) => state.replacement);
  const exact = useFind((state) => state.exact);
  const body = useDeferredValue(useDocument(document, (state) => state.body));
  const kind = useDocument(document, (state) => state.entity.kind);
  const hits = useMemo(() => hitsIn(body, text, exact), [body, text, exact]);
  const total = hits.reduce((sum, { count }) => sum + count, 0);
  const [at, setAt] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<Element | null>(window.document.activeElement);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  useEffect(() => setAt(-1), [text, exact]);

  function close(): void {
    find.set({ open: false });
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }
  /** Shows one of the places, counted over all fields. */
  function go(by: 1 | -1): void {
    if (total === 0) return;
    const next = at === -1 ? (by === 1 ? 0 : total - 1) : (at + by + total) % total;
    setAt(next);
    let left = next;
    const hit = hits.find(({ count }) => (left < count ? true : ((left -= count), false)));
    const match = hit === undefined ? undefined : [...hit.text.matchAll(patternOf(text, exact))][left];
    if (hit !== undefined && match !== undefined) showField(hit.path, { from: match.index, to: match.index + match[0].length });
  }
  const latest = useRef(go);
  latest.current = go;
  useLayoutEffect(() => registerCommands([
    { id: "find.next", title: "find.next", keys: ["F3"], hidden: true, everywhere: true, run: () => latest.current(1) },
    { id: "find.previous", title: "find.previous", keys: ["Shift+F3"], hidden: true, everywhere: true, run: () => latest.current(-1) },
  ]), []);

  function replaceAll(): void {
    document.edit({ label: say("find.step", { count: total }), changes: hits.map((hit) => ({ path: hit.path, value: replacedIn(hit.text, text, replacement, exact) })) });
    toast({ text: say("find.replaced", { count: total }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  return (
    <div
      className="find-bar" role="region" aria-label={say("find.label")}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        close();
      }}
    >
      <SearchField
        label={say("find.find")} placeholder={say("find.find")} value={text} inputRef={field} clearLabel={say("common.clear")} className="find-words" onChange={(next) => find.set({ text: next })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
      />
      <Toggle label={say("find.case")} words on={exact} onChange={(next) => find.set({ exact: next })} />
      <IconButton icon="up" label={say("find.previous")} cap="Shift F3" onPress={() => go(-1)} isDisabled={total === 0} />
      <IconButton icon="down" label={say("find.next")} cap="F3" onPress={() => go(1)} isDisabled={total === 0} />
      <TextField label={say("find.replace")} placeholder={say("find.replace")} hideLabel value={replacement} className="find-words" onChange={(next) => find.set({ replacement: next })} />
      <Button look="line" isDisabled={total === 0} onPress={replaceAll}>{say("find.replaceAll")}</Button>
      <IconButton icon="close" label={say("common.close")} cap="Esc" className="push" onPress={close} />
      <p className="find-counts small" role="status">
        {text === "" ? null : <span className="medium">{say("find.count", { count: total })}</span>}
        {hits.slice(0, NAMED).map((hit) => (
          <button key={hit.path} type="button" className="find-field cut" onClick={() => showField(hit.path)}>{say("find.field", { field: labelOf(kind, body, hit.path, say), count: hit.count })}</button>
        ))}
        {hits.length > NAMED ? <span className="tertiary">{say("find.more", { count: hits.length - NAMED })}</span> : null}
      </p>
    </div>
  );
}

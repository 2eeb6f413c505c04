// Find and replace in the open piece: how often in which field, the next place, this one or all of them, each as one step.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FoundField, FoundPlace } from "../../bindings";
import { registerCommands } from "../../commands";
import { type Document, readPath, useDocument, wholeOf } from "../../documents";
import { asApiError, invoke } from "../../host";
import { Button, Icon, IconButton, SearchField, TextField, toast } from "../../kit";
import { useMessages } from "../../messages";
import { showField } from "../goto";
import { undoOfLast } from "../undo";
import { FindToggles } from "./FindToggles";
import { labelOf } from "./labels";
import { find, useFind, useLooking, wantedOf } from "./state";

/** Fields named in the bar. */
const NAMED = 6;

export function FindBar({ document }: { document: Document }) {
  const open = useFind((state) => state.open);
  return open ? <Bar document={document} /> : null;
}

/** One place by its number over all fields. */
function placeAt(fields: readonly FoundField[], number: number): { field: FoundField; at: number; place: FoundPlace | undefined } | null {
  let left = number;
  for (const field of fields) {
    if (left < field.count) return { field, at: left, place: field.places[left] };
    left -= field.count;
  }
  return null;
}

function Bar({ document }: { document: Document }) {
  const { say } = useMessages();
  useLooking(document);
  const text = useFind((state) => state.text);
  const replacement = useFind((state) => state.replacement);
  const found = useFind((state) => state.found);
  const kind = useDocument(document, (state) => state.entity.kind);
  const total = found?.total ?? 0;
  const fields = found?.fields ?? [];
  const [at, setAt] = useState(-1);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<Element | null>(window.document.activeElement);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  useEffect(() => {
    setAt(-1);
    setFault(null);
  }, [text]);

  function close(): void {
    find.set({ open: false });
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }
  function show(number: number): void {
    const hit = placeAt(fields, number);
    setAt(number);
    if (hit !== null) showField(hit.field.path, hit.place === undefined ? null : { from: hit.place.from, to: hit.place.to });
  }
  /** Shows one of the places, counted over all fields. */
  function go(by: 1 | -1): void {
    if (total === 0) return;
    show(at === -1 ? (by === 1 ? 0 : total - 1) : (at + by + total) % total);
  }
  const latest = useRef(go);
  latest.current = go;
  useLayoutEffect(() => registerCommands([
    { id: "find.next", title: "find.next", keys: ["F3"], hidden: true, everywhere: true, run: () => latest.current(1) },
    { id: "find.previous", title: "find.previous", keys: ["Shift+F3"], hidden: true, everywhere: true, run: () => latest.current(-1) },
  ]), []);

  async function replace(only: { path: string; number: number } | null): Promise<number> {
    const body = wholeOf(document.store.get());
    const args = { kind, body, wanted: wantedOf(find.get()), replacement, path: only?.path ?? null, number: only?.number ?? null };
    try {
      const changes = await invoke("replace_body", args);
      setFault(null);
      // What was typed meanwhile must not be overwritten by an answer about an older text.
      if (changes.length === 0 || changes.some(({ path }) => readPath(wholeOf(document.store.get()), path) !== readPath(body, path))) return 0;
      const count = only === null ? total : 1;
      document.edit({ label: say("find.step", { count }), changes });
      return count;
    } catch (thrown) {
      setFault(asApiError(thrown).message);
      return 0;
    }
  }
  async function replaceAll(): Promise<void> {
    const count = await replace(null);
    if (count > 0) toast({ text: say("find.replaced", { count }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  async function replaceOne(): Promise<void> {
    if (at === -1) return go(1);
    const hit = placeAt(fields, at);
    if (hit === null || (await replace({ path: hit.field.path, number: hit.at })) === 0) return;
    setAt(at - 1);
  }
  /** The name of a field as the page has it, else as the table has it. */
  function nameOf({ path, label }: FoundField): string {
    const name = labelOf(kind, found?.body ?? {}, path, say);
    return name === path && label !== "" ? label : name;
  }
  const wrong = fault ?? found?.fault ?? null;
  return (
    <div
      className="find-bar" role="region" aria-label={say("find.label")} data-help="find"
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
      <FindToggles wanted={useFind(wantedOf, sameWanted)} onChange={(part) => find.set(part)} />
      <IconButton icon="up" label={say("find.previous")} cap="Shift F3" onPress={() => go(-1)} isDisabled={total === 0} />
      <IconButton icon="down" label={say("find.next")} cap="F3" onPress={() => go(1)} isDisabled={total === 0} />
      <TextField
        label={say("find.replace")} placeholder={say("find.replace")} hideLabel value={replacement} className="find-words" onChange={(next) => find.set({ replacement: next })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void replaceOne();
        }}
      />
      <Button look="line" isDisabled={total === 0} onPress={() => void replaceOne()}>{say("find.replaceOne")}</Button>
      <Button look="line" isDisabled={total === 0} onPress={() => void replaceAll()}>{say("find.replaceAll")}</Button>
      <IconButton icon="close" label={say("common.close")} cap="Esc" className="push" onPress={close} />
      <p className="find-counts small" role="status">
        {wrong === null ? null : <span className="said-warning line"><Icon name="warning" size="small" />{wrong}</span>}
        {text === "" || found === null ? null : <span className="medium">{at === -1 || total === 0 ? say("find.count", { count: total }) : say("find.at", { at: at + 1, count: total })}</span>}
        {fields.slice(0, NAMED).map((hit) => (
          <button key={hit.path} type="button" className="find-field cut" onClick={() => showField(hit.path)}>{say("find.field", { field: nameOf(hit), count: hit.count })}</button>
        ))}
        {fields.length > NAMED ? <span className="tertiary">{say("find.more", { count: fields.length - NAMED })}</span> : null}
      </p>
    </div>
  );
}

function sameWanted(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

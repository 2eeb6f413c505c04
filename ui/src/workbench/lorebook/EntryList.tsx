// The entries of a book as a long list: a dot for how each wakes, its title, what it costs. Alt with the arrow keys
// moves the entry under the cursor; typing in the field above leaves only those that say the words.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Json } from "../../bindings";
import { Authored, IconButton, type ListHandle, placeId, SearchField, VirtualList } from "../../kit";
import { useMessages } from "../../messages";
import type { Tokens } from "../tokens";
import { says, stateOf, titleOf } from "./entries";

const LIST = "lore-entries";

export interface EntryListProps { entries: readonly Json[]; tokens: Tokens; chosen: number | null; onChoose: (at: number) => void; onMove: (from: number, to: number) => void; onAdd: () => void; onRemove: (at: number) => void }

export function EntryList({ entries, tokens, chosen, onChoose, onMove, onAdd, onRemove }: EntryListProps) {
  const { say, number } = useMessages();
  const [words, setWords] = useState("");
  const list = useRef<ListHandle>(null);
  const wanted = words.trim().toLocaleLowerCase();
  const shown = useMemo(() => entries.map((_, at) => at).filter((at) => wanted === "" || says(entries[at] ?? null, wanted)), [entries, wanted]);
  const cursor = chosen === null ? -1 : shown.indexOf(chosen);
  useEffect(() => {
    if (cursor >= 0) list.current?.show(cursor);
  }, [cursor]);

  function moveKeys(event: KeyboardEvent): void {
    const by = event.altKey ? (event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0) : 0;
    if (by === 0 || chosen === null || wanted !== "") return;
    event.preventDefault();
    event.stopPropagation();
    onMove(chosen, chosen + by);
  }
  return (
    <>
      <div className="lore-tools">
        <SearchField label={say("lore.find")} placeholder={say("lore.find")} value={words} onChange={setWords} clearLabel={say("common.clear")} className="grow" />
        <IconButton icon="add" label={say("lore.add")} onPress={onAdd} />
      </div>
      {wanted === "" ? null : <p className="lore-found small tertiary" role="status">{shown.length === 0 ? say("lore.nothing", { text: words.trim() }) : say("lore.found", { count: shown.length, all: entries.length })}</p>}
      <div className="lore-list" onKeyDownCapture={moveKeys}>
        <VirtualList
          id={LIST} label={say("lore.entries")} count={shown.length} rowSize={30} cursor={cursor} handle={list}
          onCursor={(index) => shown[index] !== undefined && onChoose(shown[index])}
          onKey={(event) => {
            if (event.key === "Delete" && chosen !== null) onRemove(chosen);
          }}
        >
          {(index) => {
            const at = shown[index] ?? 0;
            const entry = entries[at] ?? null;
            const state = stateOf(entry);
            const count = tokens.get(`entries[${at}].content`);
            return (
              <div key={at} id={placeId(LIST, index)} role="option" aria-selected={at === chosen} className={`lore-row ${at === chosen ? "lore-row-on" : ""} lore-row-${state}`} onClick={() => onChoose(at)}>
                <span className={`lore-dot lore-dot-${state}`} title={say(`lore.state.${state}`)}><span className="aside-text">{say(`lore.state.${state}`)}</span></span>
                <Authored text={titleOf(entry, at, say)} cut className="grow" />
                <span className="pane-count">{count === undefined ? "" : number(count)}</span>
              </div>
            );
          }}
        </VirtualList>
      </div>
    </>
  );
}

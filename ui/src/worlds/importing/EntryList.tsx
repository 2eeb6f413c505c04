// The entries of a card's book with a tick each: one that is off stays in the card and reaches nothing of the world.
import { useMemo, useRef, useState } from "react";
import type { PreviewEntry } from "../../bindings";
import { Authored, Button, placeId, TickBox, VirtualList } from "../../kit";
import { useMessages } from "../../messages";
import { choose, useMaking } from "./state";

/** Rows that are shown before the list scrolls by itself. */
const SHOWN = 9;

export function EntryList({ entries }: { entries: PreviewEntry[] }) {
  const { say } = useMessages();
  const off = useMaking((state) => state.choices.entriesOff);
  const without = useMemo(() => new Set(off ?? []), [off]);
  const [cursor, move] = useState(0);
  const id = useRef("make-entries").current;
  if (entries.length === 0) return null;
  const set = (next: number[]): void => choose({ entriesOff: next });
  const toggle = (at: number): void => {
    const entry = entries[at];
    if (entry === undefined) return;
    move(at);
    set(without.has(entry.position) ? [...without].filter((one) => one !== entry.position) : [...without, entry.position].sort((a, b) => a - b));
  };
  return (
    <section className="making-part">
      <div className="line making-part-head">
        <h3>{say("make.entries")}</h3>
        <span className="small tertiary nowrap" role="status">{say("make.entriesOn", { on: entries.length - without.size, count: entries.length })}</span>
        <span className="grow" />
        <Button size="small" onPress={() => set([])}>{say("make.allOn")}</Button>
        <Button size="small" onPress={() => set(entries.map((entry) => entry.position))}>{say("make.allOff")}</Button>
        <Button size="small" onPress={() => set(entries.filter((entry) => !entry.enabled).map((entry) => entry.position))}>{say("make.asCard")}</Button>
      </div>
      <p className="small tertiary">{say("make.entriesHint")}</p>
      <VirtualList
        id={id} label={say("make.entries")} multiple count={entries.length} cursor={cursor} rowSize={30} className="making-list" style={{ height: Math.min(SHOWN, entries.length) * 30 + 2, flex: "none" }}
        onCursor={(at) => move(at)} onToggle={toggle} onOpen={toggle}
      >
        {(index) => {
          const entry = entries[index];
          return entry === undefined ? <div /> : <Entry id={placeId(id, index)} entry={entry} on={!without.has(entry.position)} current={index === cursor} onPress={() => toggle(index)} />;
        }}
      </VirtualList>
    </section>
  );
}

function Entry({ id, entry, on, current, onPress }: { id: string; entry: PreviewEntry; on: boolean; current: boolean; onPress: () => void }) {
  const { say } = useMessages();
  return (
    <div id={id} role="option" aria-selected={on} className={`making-row ${current ? "making-row-at" : ""}`} onClick={onPress}>
      <TickBox on={on} />
      <span className="making-row-title cut"><Authored text={entry.title} cut /></span>
      <span className="grow small secondary line">{entry.constant ? <span className="nowrap">{say("make.constant")}</span> : entry.keys.length === 0 ? <span className="tertiary">{say("make.noKeys")}</span> : <Authored text={entry.keys.join(", ")} cut />}</span>
      {entry.enabled ? null : <span className="small tertiary nowrap">{say("make.offInCard")}</span>}
      <span className="small tertiary figure">{say("make.charsShort", { count: entry.chars })}</span>
    </div>
  );
}

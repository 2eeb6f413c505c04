// The pieces of an answer, as tiles or as rows, with cursor, picking and ranges.
import { type KeyboardEvent, type MouseEvent, type Ref, useRef } from "react";
import type { Address, EntityRow } from "../bindings";
import { useFormatTitle } from "../data/formats";
import { host } from "../host";
import { type ListHandle, VirtualList } from "../kit";
import { useMessages } from "../messages";
import { openRow, pickEverything, removePieces, sayFailure } from "./acts";
import { watchDragOut } from "./out";
import { addressesOf, hitAt, rowAt, type Rows, showRange } from "./rows";
import { addressOf, clearPicks, library, togglePick, useLibrary } from "./state";
import { TableHead, TableRow } from "./Table";
import { Tile, TileRow, useColumns } from "./Tiles";

/** Picks from the anchor to here; rows that were never in view are asked for. */
async function pickRange(to: number): Promise<void> {
  const { anchor, cursor } = library.get();
  const from = anchor >= 0 ? anchor : Math.max(0, cursor);
  library.set({ cursor: to, anchor: from });
  try {
    library.set({ picked: new Set(await addressesOf(Math.min(from, to), Math.max(from, to))) });
  } catch (thrown) {
    sayFailure(thrown);
  }
}

function moveTo(index: number): void {
  library.set({ cursor: index, anchor: index });
}

export function Pieces({ rows, handle }: { rows: Rows; handle: Ref<ListHandle> }) {
  const { say } = useMessages();
  const view = useLibrary((state) => state.view);
  const cursor = useLibrary((state) => state.cursor);
  const picked = useLibrary((state) => state.picked);
  const { columns, measure } = useColumns();
  const list = "library-pieces";
  const titleOf = useFormatTitle();
  const total = rows.total ?? 0;
  const meant = useRef<EntityRow | null>(null);

  function pressed(index: number, event: MouseEvent): void {
    if (event.button !== 0) return;
    const row = rowAt(rows, index);
    // The list may come in another order between the two presses of a double click: the first one says what is meant.
    if (event.detail > 1 && !event.shiftKey && !event.ctrlKey && !event.metaKey) return;
    meant.current = row;
    if (event.shiftKey) {
      event.preventDefault();
      void pickRange(index);
    } else if ((event.ctrlKey || event.metaKey) && row !== null) togglePick(addressOf(row), index);
    else {
      moveTo(index);
      // What is picked goes out of the window together; a press without a drag lets go of it.
      const together = row !== null && picked.has(addressOf(row));
      if (row !== null) watchDragOut(event, together ? [...picked] : [addressOf(row)], together ? clearPicks : undefined);
      if (!together || !host().can.dragOut) clearPicks();
    }
  }
  function keyed(event: KeyboardEvent): void {
    const row = rowAt(rows, cursor);
    if (event.key === "Escape" && picked.size > 0) clearPicks();
    else if (event.key === "a" && (event.ctrlKey || event.metaKey)) void pickEverything(total);
    else if (event.key === "Delete" && (picked.size > 0 || row !== null)) void removePieces(picked.size > 0 ? [...picked] : row === null ? [] : [addressOf(row)]);
    else return;
    event.preventDefault();
  }
  const shared = {
    id: list, of: rows.key, label: say("library.pieces"), count: total, multiple: true, cursor, onRange: showRange, onKey: keyed, handle,
    onCursor: (index: number, { extend }: { extend: boolean }) => (extend ? void pickRange(index) : moveTo(index)),
    onOpen: (index: number) => {
      const row = rowAt(rows, index);
      if (row !== null) openRow(row);
    },
    onToggle: (index: number) => {
      const row = rowAt(rows, index);
      if (row !== null) togglePick(addressOf(row), index);
    },
  };
  const acts = { titleOf, onPress: pressed, onOpen: (row: EntityRow) => openRow(meant.current ?? row), onToggle: (address: Address, index: number) => togglePick(address, index) };
  const isPicked = (row: EntityRow | null): boolean => row !== null && picked.has(addressOf(row));

  if (view === "list") {
    return (
      <VirtualList key="list" {...shared} role="grid" rowSize={34} head={<TableHead />} className="library-table">
        {(index) => <TableRow {...acts} list={list} index={index} row={rowAt(rows, index)} hit={hitAt(rows, index)} current={index === cursor} picked={isPicked(rowAt(rows, index))} />}
      </VirtualList>
    );
  }
  return (
    <div ref={measure} className="stack grow" style={{ minHeight: 0 }}>
      <VirtualList key={`grid-${columns}`} {...shared} columns={columns} rowSize={290} className="library-tiles">
        {(first, last) => (
          <TileRow columns={columns} first={first === 0}>
            {Array.from({ length: last - first + 1 }, (_, at) => {
              const index = first + at;
              const row = rowAt(rows, index);
              return <Tile key={index} {...acts} list={list} index={index} total={total} row={row} current={index === cursor} picked={isPicked(row)} />;
            })}
          </TileRow>
        )}
      </VirtualList>
    </div>
  );
}

// The list of worlds, each with what it is ready for; beside it the trash, and the ways to a new one.
import { type KeyboardEvent, useRef } from "react";
import type { WorldRow } from "../../bindings";
import { useQuery } from "../../data/queries";
import { Banner, Button, EmptyState, IconButton, PagePane, PaneRow, VirtualList } from "../../kit";
import { useMessages } from "../../messages";
import { StatusBar } from "../../shell/StatusBar";
import { beginMake } from "../importing/acts";
import { BookRows } from "./BookRows";
import { enterWorld, pickArchive, trashWorld } from "./acts";
import { useWorldDrops } from "./drops";
import { NewDialog } from "./NewDialog";
import { RaiseArchive } from "./RaiseArchive";
import { list, useList } from "./state";
import { TrashRows } from "./TrashRows";
import { WorldLine } from "./WorldLine";

export function ListPage() {
  const { say } = useMessages();
  const { data, error } = useQuery("world_list", {});
  const trash = useQuery("world_trash", {}).data?.length ?? 0;
  const books = useQuery("world_books", {}).data?.length ?? 0;
  const page = useList((state) => state.page);
  const naming = useList((state) => state.naming);
  const fault = useList((state) => state.fault) ?? error;
  useWorldDrops();
  return (
    <>
      <header className="place-bar worlds-bar" data-pane="bar">
        <h1>{say("worlds.title")}</h1>
        <span className="grow" />
        <Button icon="import" onPress={() => void pickArchive()}>{say("worlds.importArchive")}</Button>
        <Button icon="add" onPress={() => list.set({ naming: true })}>{say("worlds.new")}</Button>
        <Button look="fill" icon="worlds" onPress={beginMake}>{say("worlds.makeShort")}</Button>
      </header>
      <PaneRow>
        <PagePane label={say("worlds.title")} className="worlds-page"><div className="worlds-whole" data-help="worlds">
          {fault === null ? null : <Banner tone="error" title={fault.message} hint={fault.hint}>{fault.limit === undefined ? null : <RaiseArchive />}<IconButton icon="close" size="small" label={say("common.dismiss")} onPress={() => list.set({ fault: null, refused: null })} /></Banner>}
          {page === "trash" ? <TrashRows /> : page === "books" ? <BookRows /> : data === null ? null : data.length === 0 ? (
            <EmptyState title={say("worlds.what")} hint={say("worlds.whatHint")}>
              <Button look="line" icon="worlds" onPress={beginMake}>{say("worlds.make")}</Button>
              <Button icon="add" onPress={() => list.set({ naming: true })}>{say("worlds.new")}</Button>
            </EmptyState>
          ) : <Rows rows={data} />}
        </div></PagePane>
      </PaneRow>
      <StatusBar>
        <span className="medium">{say("worlds.count", { count: data?.length ?? 0 })}</span>
        {page === "worlds" ? null : <Button size="small" icon="back" onPress={() => list.set({ page: "worlds" })}>{say("worlds.noMore")}</Button>}
        {page === "books" ? null : <Button size="small" icon="lorebook" onPress={() => list.set({ page: "books" })}>{say("worlds.booksCount", { count: books })}</Button>}
        {page === "trash" || trash === 0 ? null : <Button size="small" icon="trash" onPress={() => list.set({ page: "trash" })}>{say("worlds.trashCount", { count: trash })}</Button>}
      </StatusBar>
      {naming ? <NewDialog /> : null}
    </>
  );
}

function Rows({ rows }: { rows: WorldRow[] }) {
  const { say } = useMessages();
  const chosen = useList((state) => state.chosen);
  const id = useRef("world-rows").current;
  const at = rows.findIndex((row) => row.id === chosen);
  const cursor = at === -1 ? 0 : at;
  const choose = (index: number): void => list.set({ chosen: rows[index]?.id ?? null });
  function keyed(event: KeyboardEvent): void {
    const row = rows[cursor];
    if (row === undefined || event.key !== "Delete") return;
    event.preventDefault();
    void trashWorld(row);
  }
  return (
    <VirtualList
      id={id} role="grid" label={say("worlds.rows")} count={rows.length} cursor={cursor} rowSize={72} className="worlds-list" onCursor={choose} onKey={keyed}
      onOpen={(index) => {
        const row = rows[index];
        if (row !== undefined) enterWorld(row);
      }}
    >
      {(index) => {
        const row = rows[index];
        return row === undefined ? <div /> : <WorldLine id={id} index={index} row={row} current={index === cursor} onPress={choose} />;
      }}
    </VirtualList>
  );
}

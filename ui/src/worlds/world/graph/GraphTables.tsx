// The graphs as tables: every tie, every way, one row each, where all of them can be edited by key.
import { Button, Icon, IconButton, Name, VirtualList, placeId } from "../../../kit";
import { useId, useState, type ReactNode } from "react";
import { useMessages } from "../../../messages";
import { listNow, rowsNow, useDesk } from "../desk";
import { isMap, listAt, textAt } from "../model";
import { nameAt, useNames, useOpened } from "../names";
import { isHostile } from "./model";
import { removeTie, removeWay, TIES } from "./ties";
import type { TieWish } from "./TieDialog";
import type { WayWish } from "./WayDialog";

interface TableRow { key: string; cells: ReactNode[]; name: string; edit: () => void; remove: () => void }

function GraphTable({ label, heads, rows, none }: { label: string; heads: string[]; rows: TableRow[]; none: string }) {
  const { say } = useMessages();
  const id = useId();
  const [cursor, setCursor] = useState(-1);
  if (rows.length === 0) return <p className="wakes-note small tertiary">{none}</p>;
  return (
    <VirtualList
      id={id} role="grid" label={label} count={rows.length} cursor={Math.min(cursor, rows.length - 1)} rowSize={34} className="world-table" onCursor={(at) => setCursor(at)} onOpen={(at) => rows[at]?.edit()}
      onKey={(event) => {
        if (event.key !== "Delete" || rows[cursor] === undefined) return;
        event.preventDefault();
        rows[cursor]?.remove();
      }}
      head={<div role="row" className="world-table-row world-table-head">{heads.map((head) => <span key={head} role="columnheader">{head}</span>)}<span role="columnheader"><span className="aside-text">{say("world.acts")}</span></span></div>}
    >
      {(at) => {
        const row = rows[at];
        if (row === undefined) return <div />;
        return (
          <div id={placeId(id, at)} role="row" aria-selected={at === cursor} className={`world-table-row ${at === cursor ? "world-row-at" : ""}`} onClick={() => setCursor(at)} onDoubleClick={row.edit}>
            {row.cells.map((cell, index) => <span key={index} role="gridcell" className="cut">{cell}</span>)}
            <span role="gridcell" className="line world-table-acts">
              <Button size="small" look="line" excludeFromTabOrder aria-label={say("world.editNamed", { name: row.name })} onPress={row.edit}>{say("world.edit")}</Button>
              <IconButton icon="trash" size="small" excludeFromTabOrder label={say("common.removeNamed", { name: row.name })} onPress={row.remove} />
            </span>
          </div>
        );
      }}
    </VirtualList>
  );
}

export function TiesTable({ onEdit }: { onEdit: (wish: TieWish) => void }) {
  const { say } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const rows = useDesk(desk, (state) => listNow(state, TIES));
  return (
    <GraphTable
      label={say("world.ties")} none={say("world.noTies")} heads={[say("world.field.from"), say("world.field.relationship"), say("world.field.to"), say("world.field.note")]}
      rows={rows.map((row, at) => {
        const [from, to] = [`characters/${textAt(row, "from")}`, `characters/${textAt(row, "to")}`];
        const words = { from: nameAt(names, from), to: nameAt(names, to), kind: textAt(row, "kind") };
        return {
          key: String(at), name: say("world.tieWords", words), edit: () => onEdit({ from, to }), remove: () => void removeTie(desk, at),
          cells: [<Name text={words.from} />, <span className="line cut">{isHostile(row) ? <Icon name="warning" size="small" className="said-error" /> : null}<Name text={words.kind} />{isHostile(row) ? <span className="aside-text">{say("world.hostile")}</span> : null}</span>, <Name text={words.to} />, <bdi className="small secondary cut">{textAt(row, "note")}</bdi>],
        };
      })}
    />
  );
}

export function WaysTable({ onEdit }: { onEdit: (wish: WayWish) => void }) {
  const { say } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const open = useDesk(desk, (state) => state.open);
  const live = useDesk(desk, (state) => state.live);
  const ways = rowsNow({ open, live }).filter(({ document }) => document.startsWith("places/")).flatMap(({ document, facts }) => listAt(facts, "ways").map((way, at) => ({ from: document, way, at })));
  const leads = new Set(ways.map(({ from, way }) => `${from}>places/${textAt(way, "to")}`));
  return (
    <GraphTable
      label={say("world.ways")} none={say("world.noWays")} heads={[say("world.field.from"), say("world.field.way"), say("world.field.to"), say("world.direction")]}
      rows={ways.map(({ from, way, at }) => {
        const to = `places/${textAt(way, "to")}`;
        const words = { from: nameAt(names, from), to: nameAt(names, to), kind: textAt(way, "name") };
        const both = leads.has(`${to}>${from}`);
        return {
          key: `${from} ${at}`, name: say("world.wayWords", words), edit: () => onEdit({ from, to, at }), remove: () => void removeWay(desk, from, at),
          cells: [<Name text={words.from} />, <span className="line cut">{words.kind === "" ? <span className="tertiary">{say("world.unnamedWay")}</span> : <Name text={words.kind} />}{isMap(way) && way.hidden === true ? <span className="small tertiary">{say("world.hiddenWay")}</span> : null}</span>, <Name text={words.to} />, <span className={both ? "secondary" : "said-warning"}>{say(both ? "world.bothWays" : "world.oneWay")}</span>],
        };
      })}
    />
  );
}

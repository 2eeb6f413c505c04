// The grid of tiles: a picture of 4:5, the name, and a line of creator, source and tokens.
import { type MouseEvent, type ReactNode, useLayoutEffect, useState } from "react";
import type { Address, EntityRow } from "../bindings";
import { formatMark } from "../data/formats";
import { Authored, Name, placeId, TickBox } from "../kit";
import { useMessages } from "../messages";
import { IndexCard, Portrait } from "./Portrait";
import { addressOf } from "./state";
import "./Tiles.css";

const LEAST = 150;
const GAP = 18;
const EDGE = 20;

/** How many tiles fit beside one another; follows the width of its element. */
export function useColumns(): { columns: number; measure: (element: HTMLElement | null) => void } {
  const [width, setWidth] = useState(0);
  // The element comes and goes with the view, so it is watched anew each time.
  const [element, measure] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (element === null) return undefined;
    const watcher = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    watcher.observe(element);
    setWidth(element.clientWidth);
    return () => watcher.disconnect();
  }, [element]);
  return { columns: Math.max(1, Math.floor((width - 2 * EDGE + GAP) / (LEAST + GAP))), measure };
}

export interface TileProps {
  list: string;
  index: number;
  total: number;
  row: EntityRow | null;
  titleOf: (format: string) => string;
  current: boolean;
  picked: boolean;
  onPress: (index: number, event: MouseEvent) => void;
  onOpen: (row: EntityRow) => void;
  onToggle: (address: Address, index: number) => void;
}

export function Tile({ list, index, total, row, titleOf, current, picked, onPress, onOpen, onToggle }: TileProps) {
  const { say, number } = useMessages();
  const common = { id: placeId(list, index), role: "option", "aria-setsize": total, "aria-posinset": index + 1 };
  if (row === null) {
    return <div {...common} aria-selected={false} aria-label={say("library.loadingRow")} className="tile"><div className="tile-art" /><div className="tile-wait" /></div>;
  }
  return (
    <div
      {...common} aria-selected={picked}
      className={`tile ${current ? "tile-current" : ""} ${picked ? "tile-picked" : ""}`} onMouseDown={(event) => onPress(index, event)} onDoubleClick={() => onOpen(row)}
    >
      <div className="tile-art" aria-hidden="true" style={row.tint === null ? undefined : { backgroundColor: row.tint }}>
        {row.portrait === null ? <IndexCard name={row.name} kind={row.kind} note={say(`kind.${row.kind}`)} /> : <Portrait portrait={row.portrait} kind={row.kind} tint={row.tint} side={240} />}
        <span
          className="tile-tick" onMouseDown={(event) => { event.stopPropagation(); event.preventDefault(); onToggle(addressOf(row), index); }}
          onDoubleClick={(event) => event.stopPropagation()}
        ><TickBox on={picked} /></span>
      </div>
      <div className="tile-name"><Name text={row.name} /></div>
      <span className="aside-text">, {say(`kind.${row.kind}`)}{row.creator === "" ? "" : ", "}</span>
      <div className="tile-line">
        <Authored text={row.creator} cut className="grow" />
        {row.format === null ? null : <><span className="format-mark" title={titleOf(row.format)} aria-hidden="true">{formatMark(titleOf(row.format))}</span><span className="aside-text">, {titleOf(row.format)}</span></>}
        {row.tokens === null ? null : <><span className="figure" aria-hidden="true">{number(row.tokens)}</span><span className="aside-text">, {say("library.tokens", { count: row.tokens })}</span></>}
      </div>
    </div>
  );
}

/** One row of tiles; the last is filled up so that tiles keep their width. */
export function TileRow({ columns, first, children }: { columns: number; first: boolean; children: ReactNode }) {
  return <div className={`tile-row ${first ? "tile-row-first" : ""}`} role="presentation" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>{children}</div>;
}

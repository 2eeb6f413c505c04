// The same pieces as rows with columns. The heads sort; the widths give way from the right as the window narrows.
import type { MouseEvent, ReactNode } from "react";
import type { Address, EntityRow, LibrarySort, SearchHit } from "../bindings";
import { Authored, Icon, Name, placeId, TickBox } from "../kit";
import { type MessageId, useMessages } from "../messages";
import { Portrait } from "./Portrait";
import { addressOf, orderOf, sortBy, useLibrary } from "./state";
import "./Table.css";

function Head({ sort, children, className = "" }: { sort?: LibrarySort; children: ReactNode; className?: string }) {
  const current = useLibrary((state) => orderOf(state).sort);
  const descending = useLibrary((state) => orderOf(state).descending);
  if (sort === undefined) return <span role="columnheader" className={`table-head ${className}`}>{children}</span>;
  const on = current === sort;
  return (
    <span role="columnheader" aria-sort={on ? (descending ? "descending" : "ascending") : "none"} className={`table-head ${className}`}>
      <button type="button" className="table-sort" onClick={() => sortBy(sort)}>
        {children}{on ? <Icon name={descending ? "down" : "up"} size="small" /> : null}
      </button>
    </span>
  );
}

const COLUMNS: readonly { title: MessageId; sort?: LibrarySort; className?: string }[] = [
  { title: "library.sort.name", sort: "name" },
  { title: "library.sort.creator", sort: "creator", className: "wide-only" },
  { title: "library.column.from" },
  { title: "library.column.tokens", className: "figure" },
  { title: "library.column.tags", className: "wide-only" },
  { title: "library.column.edited", sort: "updated" },
];

export function TableHead() {
  const { say } = useMessages();
  return (
    <div role="row" className="table-row table-heads">
      <Head><span className="aside-text">{say("library.column.pick")}</span></Head>
      {COLUMNS.map(({ title, sort, className }) => <Head key={title} {...(sort === undefined ? {} : { sort })} {...(className === undefined ? {} : { className })}>{say(title)}</Head>)}
    </div>
  );
}

export interface TableRowProps {
  list: string;
  index: number;
  row: EntityRow | null;
  hit: SearchHit | null;
  titleOf: (format: string) => string;
  current: boolean;
  picked: boolean;
  onPress: (index: number, event: MouseEvent) => void;
  onOpen: (row: EntityRow) => void;
  onToggle: (address: Address, index: number) => void;
}

export function TableRow({ list, index, row, hit, titleOf, current, picked, onPress, onOpen, onToggle }: TableRowProps) {
  const { say, number, agoShort } = useMessages();
  const common = { id: placeId(list, index), role: "row", "aria-rowindex": index + 2, "aria-selected": picked };
  if (row === null) {
    return <div {...common} className="table-row"><span role="gridcell" /><span role="gridcell" aria-label={say("library.loadingRow")}><span className="table-wait" /></span></div>;
  }
  return (
    <div
      {...common} className={`table-row ${picked ? "table-picked" : ""} ${current ? "table-current" : ""}`} onMouseDown={(event) => onPress(index, event)}
      onDoubleClick={() => onOpen(row)}
    >
      <span
        role="gridcell" className="table-tick" onMouseDown={(event) => { event.stopPropagation(); event.preventDefault(); onToggle(addressOf(row), index); }}
        onDoubleClick={(event) => event.stopPropagation()}
      ><TickBox on={picked} /></span>
      <span role="gridcell" className="line">
        <Portrait portrait={row.portrait} kind={row.kind} tint={row.tint} side={25} className="table-thumb" />
        <Name text={row.name} className="medium" />
        {hit === null || hit.snippet === "" ? null : <span className="table-hit cut"><Authored text={hit.snippet} /></span>}
      </span>
      <span role="gridcell" className="secondary cut wide-only"><Authored text={row.creator} cut /></span>
      <span role="gridcell" className="secondary cut">{row.format === null ? say("inspector.madeHere") : titleOf(row.format)}</span>
      <span role="gridcell" className="figure">{row.tokens === null ? "" : number(row.tokens)}</span>
      <span role="gridcell" className="secondary cut wide-only"><Authored text={row.tags.join(", ")} cut /></span>
      <span role="gridcell" className="secondary cut">{agoShort(row.updated)}</span>
    </div>
  );
}

// Pieces of the library to choose from: a search and the best rows of its answer, each a button or a tick.
import { useDeferredValue, useState } from "react";
import type { Address, EntityRow, Kind } from "../../bindings";
import { useQuery } from "../../data/queries";
import { Checkbox, Name, SearchField } from "../../kit";
import { useMessages } from "../../messages";

const SHOWN = 60;

export const addressOf = (row: EntityRow): Address => `${row.kind}/${row.id}`;

export interface PieceListProps {
  kind: Kind;
  label: string;
  without: readonly Address[];
  /** Given, rows are ticks; else each is a choice made at once. */
  ticked?: readonly Address[];
  onChoose: (row: EntityRow, on: boolean) => void;
}

export function PieceList({ kind, label, without, ticked, onChoose }: PieceListProps) {
  const { say } = useMessages();
  const [words, setWords] = useState("");
  const late = useDeferredValue(words);
  const { data } = useQuery("library_query", { query: { text: late, kinds: [kind], sort: "name", limit: SHOWN } });
  const rows = (data?.entities ?? []).filter((row) => !without.includes(addressOf(row)));
  return (
    <div className="piece-list">
      <SearchField label={label} placeholder={label} value={words} onChange={setWords} clearLabel={say("common.clear")} />
      <ul aria-label={label}>
        {rows.map((row) => (
          <li key={row.id}>
            {ticked === undefined
              ? <button type="button" className="pane-item" onClick={() => onChoose(row, true)}><Name text={row.name} /></button>
              : <Checkbox label={<Name text={row.name} />} name={row.name} on={ticked.includes(addressOf(row))} onChange={(on) => onChoose(row, on)} />}
          </li>
        ))}
      </ul>
      {data !== null && rows.length === 0 ? <p className="small tertiary">{say("lore.noPieces")}</p> : null}
      {data !== null && data.total > SHOWN ? <p className="small tertiary">{say("lore.morePieces", { count: data.total - SHOWN })}</p> : null}
    </div>
  );
}

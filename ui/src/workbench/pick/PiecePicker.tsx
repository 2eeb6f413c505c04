// Choosing a piece of the library in place: a field to search in, and what was found below it.
import { useDeferredValue, useState } from "react";
import type { Address, EntityRow, Kind } from "../../bindings";
import { useQuery } from "../../data/queries";
import { Icon, Name, Roving, SearchField } from "../../kit";
import { addressOf } from "../../library/state";
import { useMessages } from "../../messages";
import "./pick.css";

export interface PiecePickerProps { kinds: Kind[]; except?: readonly Address[]; onPick: (row: EntityRow) => void }

/** Rows asked for; a search leads to the rest. */
const SHOWN = 60;

export function PiecePicker({ kinds, except = [], onPick }: PiecePickerProps) {
  const { say } = useMessages();
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const { data, asking } = useQuery("library_query", { query: { text: wanted, kinds, tags: [], creator: null, sort: "updated", descending: true, offset: 0, limit: SHOWN } });
  const rows = (data?.entities ?? []).filter((row) => !except.includes(addressOf(row)));
  const label = say("pick.find");
  return (
    <div className="picker">
      <SearchField label={label} placeholder={label} value={text} onChange={setText} clearLabel={say("common.clear")} />
      {rows.length === 0 ? <p className="small tertiary picker-none" role="status">{asking ? "" : wanted === "" ? say("pick.none") : say("pick.nothing", { text: wanted })}</p> : (
        <Roving role="group" label={say("pick.found")} className="picker-rows">
          {rows.map((row) => (
            <button key={addressOf(row)} type="button" className="picker-row" onClick={() => onPick(row)}>
              <Icon name={row.kind} size="small" /><Name text={row.name} className="grow" />
              <span className="small tertiary cut picker-by">{row.creator}</span>
            </button>
          ))}
        </Roving>
      )}
    </div>
  );
}

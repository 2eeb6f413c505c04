// One row a piece: what would cross, its file's name, what became of it; below the list, why, for the row under the
// cursor. Thousands of rows are drawn as they come into view.
import { useMemo, useState } from "react";
import type { Address } from "../bindings";
import { Icon, LedgerBar, Name, placeId, VirtualList } from "../kit";
import { useMessages } from "../messages";
import { type BatchRow, isHopeless } from "./batch";
import { nameOf } from "./place";

export type BatchFilter = "all" | "loses" | "names" | "failed";

const FILTERS: Record<BatchFilter, (row: BatchRow) => boolean> = {
  all: () => true,
  loses: ({ measured }) => (measured?.counts?.lost ?? 0) > 0,
  names: ({ named }) => named !== null && (named.there || named.numbered),
  failed: (row) => row.outcome?.error != null || row.measured?.error != null,
};

export function filtered(rows: readonly BatchRow[], filter: BatchFilter): BatchRow[] {
  return rows.filter(FILTERS[filter]);
}

const LIST = "batch-rows";

export function BatchRows({ rows, names, label }: { rows: BatchRow[]; names: ReadonlyMap<Address, string>; label: string }) {
  const { say } = useMessages();
  const [cursor, setCursor] = useState(0);
  const at = Math.min(cursor, rows.length - 1);
  const row = rows[at];
  return (
    <>
      <VirtualList id={LIST} label={label} count={rows.length} rowSize={34} cursor={at} onCursor={setCursor} className="export-batch">
        {(index) => {
          const one = rows[index];
          return one === undefined ? <div /> : <Row key={one.address} row={one} name={names.get(one.address) ?? one.address} index={index} current={index === at} onPress={() => setCursor(index)} />;
        }}
      </VirtualList>
      <div className="export-batch-why small" role="status">
        {row === undefined ? <span className="tertiary">{say("batch.nothing")}</span> : <Why row={row} name={names.get(row.address) ?? row.address} />}
      </div>
    </>
  );
}

interface RowProps { row: BatchRow; name: string; index: number; current: boolean; onPress: () => void }

function Row({ row, name, index, current, onPress }: RowProps) {
  const { measured } = row;
  const error = row.outcome?.error ?? measured?.error ?? null;
  const counts = measured?.counts ?? row.outcome?.counts ?? null;
  const bar = useMemo(() => (counts === null ? null : { carried: counts.carried, changed: counts.changed, lost: counts.lost, left: counts.leftBehind }), [counts]);
  return (
    <div id={placeId(LIST, index)} role="option" aria-selected={current} className={`export-batch-row ${current ? "export-batch-row-on" : ""}`} onClick={onPress}>
      <span className="line"><Name text={name} className="medium" /></span>
      {error !== null ? <span className="said-error small line"><Icon name="error" size="small" /><span className="cut">{error.message}</span></span> : <LedgerBar counts={bar} />}
      <span className="small secondary line export-batch-state"><State row={row} /></span>
    </div>
  );
}

function State({ row: { outcome, named } }: { row: BatchRow }) {
  const { say } = useMessages();
  if (outcome?.output != null) {
    return <><span className="said-good line"><Icon name="ok" size="small" /></span><bdi className="cut mono" title={outcome.output}>{nameOf(outcome.output)}</bdi>{outcome.earlier ? <span className="tertiary nowrap">{say("batch.earlier")}</span> : null}</>;
  }
  if (outcome?.skipped === true) return <span className="cut">{say("batch.skipped")}</span>;
  if (named === null) return null;
  return (
    <>
      <bdi className="cut mono" title={named.fileName}>{named.fileName}</bdi>
      {named.done ? <span className="tertiary nowrap">{say("batch.earlier")}</span> : null}
      {named.there ? <span className="said-warning line nowrap"><Icon name="warning" size="small" />{say("batch.there")}</span> : named.numbered ? <span className="tertiary nowrap">{say("batch.numbered")}</span> : null}
    </>
  );
}

/** Why something of this piece does not cross, or why it failed. */
function Why({ row, name }: { row: BatchRow; name: string }) {
  const { say } = useMessages();
  const error = row.outcome?.error ?? row.measured?.error ?? null;
  const reasons = row.measured?.reasons ?? [];
  return (
    <>
      <Name text={name} className="medium" />
      {error !== null ? <span className="said-error">{error.message} {error.hint ?? ""}</span>
        : row.measured === null ? <span className="tertiary">{say("export.measuring")}</span>
          : row.measured.identical ? <span>{say("batch.identical")}</span>
            : reasons.length === 0 ? <span>{say("batch.whole")}</span> : <ul>{reasons.map((reason) => <li key={reason}><bdi>{reason}</bdi></li>)}</ul>}
      {isHopeless(row) ? <span className="tertiary">{say("batch.hopeless")}</span> : null}
    </>
  );
}

// Every revision of a piece as a line in time, newest first.
import { useRef } from "react";
import type { HistoryRow } from "../../bindings";
import { type ListHandle, placeId, VirtualList } from "../../kit";
import { type MessageId, useMessages } from "../../messages";

const WHY: Record<string, MessageId> = {
  save: "why.save", close: "why.close", export: "why.export", pause: "why.pause", kept: "why.kept", saved: "why.saved", updated: "why.updated",
  restored: "why.restored", named: "why.named", found: "why.found", renamed: "why.renamed",
};
const LIST = "revisions";

export interface TimelineProps { rows: HistoryRow[]; revision: number; onChoose: (revision: number) => void }

export function Timeline({ rows, revision, onChoose }: TimelineProps) {
  const { say, moment, number } = useMessages();
  const list = useRef<ListHandle>(null);
  const cursor = rows.findIndex((row) => row.revision === revision);
  return (
    <VirtualList
      id={LIST} label={say("history.timeline")} count={rows.length} rowSize={50} cursor={cursor} handle={list} className="timeline"
      onCursor={(index) => {
        const row = rows[index];
        if (row !== undefined) onChoose(row.revision);
      }}
    >
      {(index) => {
        const row = rows[index];
        if (row === undefined) return <div />;
        const known = WHY[row.why];
        return (
          <div
            key={row.revision} id={placeId(LIST, index)} role="option" aria-selected={index === cursor} className={`timeline-row ${index === cursor ? "timeline-row-on" : ""}`}
            onClick={() => onChoose(row.revision)}
          >
            <span className={`timeline-dot ${row.name === null ? "" : "timeline-dot-named"}`} aria-hidden="true" />
            <span className="stack grow">
              {row.name === null ? <span className="cut">{known === undefined ? row.why : say(known)}</span> : <bdi className="cut medium" dir="auto">{row.name}</bdi>}
              <span className="small tertiary cut">{moment(row.at)}</span>
            </span>
            <span className="pane-count">{number(row.revision)}</span>
          </div>
        );
      }}
    </VirtualList>
  );
}

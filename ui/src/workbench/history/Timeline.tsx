// Every revision of a piece as a line in time, newest first.
import { useRef, useState } from "react";
import type { HistoryRow } from "../../bindings";
import { type ListHandle, placeId, VirtualList } from "../../kit";
import { type MessageId, useMessages } from "../../messages";

const WHY: Record<string, MessageId> = {
  save: "why.save", close: "why.close", export: "why.export", pause: "why.pause", kept: "why.kept", saved: "why.saved", updated: "why.updated",
  restored: "why.restored", named: "why.named", found: "why.found", renamed: "why.renamed", merged: "why.merged", edited: "why.edited",
  made: "why.made", copied: "why.copied",
};
const LIST = "revisions";

export interface TimelineProps {
  rows: HistoryRow[];
  revision: number;
  /** The revision it is compared with. */
  against: number | null;
  onChoose: (revision: number) => void;
  onAgainst: (revision: number) => void;
}

export function Timeline({ rows, revision, against, onChoose, onAgainst }: TimelineProps) {
  const { say, moment, number } = useMessages();
  const list = useRef<ListHandle>(null);
  const [at, move] = useState<number | null>(null);
  const chosen = rows.findIndex((row) => row.revision === revision);
  const cursor = at !== null && at < rows.length ? at : chosen;
  const choose = (index: number): void => {
    const row = rows[index];
    move(null);
    if (row !== undefined) onChoose(row.revision);
  };
  return (
    <VirtualList
      id={LIST} label={say("history.timeline")} count={rows.length} rowSize={50} cursor={cursor} handle={list} className="timeline"
      onCursor={(index, { toggle }) => (toggle ? move(index) : choose(index))}
      onOpen={choose}
      onKey={(event) => {
        const row = rows[cursor];
        if (event.key.toLowerCase() === "c" && !event.ctrlKey && !event.metaKey && row !== undefined) onAgainst(row.revision);
      }}
    >
      {(index) => {
        const row = rows[index];
        if (row === undefined) return <div />;
        const known = WHY[row.why];
        return (
          <div
            key={row.revision} id={placeId(LIST, index)} role="option" aria-selected={index === chosen} className={`timeline-row ${index === chosen ? "timeline-row-on" : ""} ${row.revision === against ? "timeline-row-against" : ""} ${index === cursor && cursor !== chosen ? "timeline-row-at" : ""}`}
            onClick={(event) => (event.shiftKey ? onAgainst(row.revision) : choose(index))}
          >
            <span className={`timeline-dot ${row.name === null ? "" : "timeline-dot-named"}`} aria-hidden="true" />
            <span className="stack grow">
              {row.name === null ? <span className="cut">{known === undefined ? row.why : say(known)}</span> : <bdi className="cut medium" dir="auto">{row.name}</bdi>}
              <span className="small tertiary cut">{moment(row.at)}{row.revision === against ? ` · ${say("history.markedAgainst")}` : ""}</span>
            </span>
            <span className="pane-count">{number(row.revision)}</span>
          </div>
        );
      }}
    </VirtualList>
  );
}

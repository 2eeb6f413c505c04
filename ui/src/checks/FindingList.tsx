// Findings of an open piece as a list: how much each matters, where, what stands there, and what would mend it. Used by
// the panel of the inspector and by any part of an editor that shows those of its own path.
import { useState } from "react";
import type { ApiError, FindingRow } from "../bindings";
import { type Document } from "../documents";
import { Button, Icon } from "../kit";
import { useMessages } from "../messages";
import { applyFix, goToFinding, hushFinding } from "./acts";
import { EvidenceLine } from "./Evidence";
import { isUnder, useFindings } from "./findings";
import "./checks.css";

export interface FindingListProps {
  document: Document;
  /** Only those at this body path and below it. */
  path?: string;
  /** Only these checks. */
  checks?: readonly string[];
  /** Drawn in place of the words when there is nothing. */
  empty?: React.ReactNode;
}

export function FindingList({ document, path = "", checks, empty }: FindingListProps) {
  const { say } = useMessages();
  const { rows, asking, error } = useFindings(document);
  const shown = rows.filter((row) => !row.hushed && isUnder(row.path, path) && (checks === undefined || checks.includes(row.check)));
  if (error !== null) return <p className="finding-none said-error" role="alert">{error.message}</p>;
  if (shown.length === 0) return <p className="finding-none secondary" role="status">{asking && rows.length === 0 ? say("checks.looking") : empty ?? say("checks.nothingHere")}</p>;
  return (
    <ul className="finding-list" aria-label={say("checks.list")}>
      {shown.map((row) => <FindingItem key={`${row.key} ${row.path}`} document={document} row={row} />)}
    </ul>
  );
}

function FindingItem({ document, row }: { document: Document; row: FindingRow }) {
  const { say } = useMessages();
  const [fault, setFault] = useState<ApiError | null>(null);
  return (
    <li className="finding-item" data-finding={row.code}>
      <Icon name={row.severity} className={`said-${row.severity}`} />
      <div className="stack grow">
        <button type="button" className="finding-head" onClick={() => goToFinding(row)} disabled={row.path === ""}>
          <span className="aside-text">{say(`checks.severity.${row.severity}`)}</span>
          <span className="medium">{row.title}</span>
          <span className="small tertiary cut"><PlaceWords row={row} /></span>
        </button>
        <p className="small secondary finding-message" dir="auto">{row.message}</p>
        {row.evidence === null ? null : <EvidenceLine evidence={row.evidence} />}
        <div className="finding-acts">
          {row.fixes.map((fix) => <Button key={fix.label} look="line" size="small" onPress={() => applyFix(document, row, fix)}>{fix.label}</Button>)}
          <Button size="small" className="push secondary" aria-label={say("checks.hushOne", { title: row.title })} onPress={() => void hushFinding(row.address, row.key, row.title, true).then(setFault)}>{say("checks.hush")}</Button>
        </div>
        {fault === null ? null : <p className="small said-error" role="alert">{fault.message}</p>}
      </div>
    </li>
  );
}

/** Where a finding is: the row by its name where it has one, and the field. */
export function PlaceWords({ row }: { row: FindingRow }) {
  const { say } = useMessages();
  if (row.path === "") return say("checks.wholePiece");
  if (row.row === null) return <bdi>{row.place}</bdi>;
  return say("checks.placeInRow", { row: row.row, place: row.place });
}

// The inspector's panel of findings: everything found in the open piece as it is being written.
import type { Document } from "../documents";
import { useMessages } from "../messages";
import { FindingList } from "./FindingList";
import { tallyOf, useFindings } from "./findings";

export function ChecksPanel({ document }: { document: Document }) {
  const { say } = useMessages();
  const { rows } = useFindings(document);
  const { error, warning, info } = tallyOf(rows);
  const hushed = rows.filter((row) => row.hushed).length;
  return (
    <div className="checks-panel" data-help="findings">
      <p className="checks-panel-sum small secondary" role="status">{say("checks.panelSum", { error, warning, info })}</p>
      <FindingList document={document} />
      {hushed === 0 ? null : <p className="small tertiary checks-panel-foot">{say("checks.panelHushed", { count: hushed })}</p>}
    </div>
  );
}

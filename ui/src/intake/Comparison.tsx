// What an update would do, field by field: yours, this file's, and which of them stays. Where both were edited, yours
// stays, and the row says so.
import type { ComparisonRow, ComparisonState } from "../bindings";
import { Authored, DiffText, Icon, type IconName } from "../kit";
import { useMessages } from "../messages";

const TAKES: Record<ComparisonState, { icon: IconName; tone: string }> = {
  theirs: { icon: "carried", tone: "said-carried" },
  mine: { icon: "lock", tone: "secondary" },
  same: { icon: "ok", tone: "secondary" },
  both: { icon: "lock", tone: "said-warning" },
};

function Cell({ row, side }: { row: ComparisonRow; side: "before" | "after" }) {
  const { say } = useMessages();
  const value = side === "before" ? row.mine : row.theirs;
  if (value === null || value === "") return <span className="tertiary">{say("intake.absent")}</span>;
  // What only the library edited is shown against the old source, as an edit that stays.
  if (row.state === "mine" && side === "before") return <DiffText cut before={row.source ?? ""} after={value} side="after" />;
  if (row.state === "mine" || row.state === "same") return <Authored text={value} className={side === "after" ? "tertiary" : ""} />;
  return <span className={side === "before" ? "tertiary" : ""}><DiffText cut before={row.mine ?? ""} after={row.theirs ?? ""} side={side} /></span>;
}

export function Comparison({ rows }: { rows: ComparisonRow[] }) {
  const { say } = useMessages();
  return (
    <table className="comparison" aria-label={say("intake.compare")}>
      <thead>
        <tr><th scope="col" className="comparison-field">{say("intake.column.field")}</th><th scope="col">{say("intake.column.yours")}</th><th scope="col">{say("intake.column.theirs")}</th><th scope="col" className="comparison-take">{say("intake.column.take")}</th></tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path}>
            <th scope="row" className="comparison-name" title={row.path}>{row.label}{row.state === "both" ? <span className="small said-warning"><br />{say("intake.editedToo")}</span> : null}</th>
            <td><Cell row={row} side="before" /></td>
            <td><Cell row={row} side="after" /></td>
            <td className={`comparison-take small ${TAKES[row.state].tone}`}><Icon name={TAKES[row.state].icon} size="small" /> {say(`intake.take.${row.state}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

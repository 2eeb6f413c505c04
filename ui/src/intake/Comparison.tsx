// What an update would do, field by field: the own edits and this file's, each against the file that was kept before.
// Only what both sides edited needs a look; without one, the own edit stays.
import { useMemo } from "react";
import type { StagedDetail } from "../bindings";
import { MergeRows } from "../merge/MergeRows";
import { useMessages } from "../messages";
import { chooseFields } from "./acts";

export function Comparison({ detail }: { detail: StagedDetail }) {
  const { say } = useMessages();
  const { comparison, choicesMade, row } = detail;
  const choices = useMemo(() => {
    // The own edit stays where nobody chose, and the row shows it.
    const usual = comparison.filter(({ state }) => state === "both").map(({ path }) => [path, "mine"] as const);
    return new Map([...usual, ...choicesMade.map(({ path, side }) => [path, side] as const)]);
  }, [comparison, choicesMade]);
  const rows = useMemo(() => [...comparison].sort((a, b) => Number(b.state === "both") - Number(a.state === "both")), [comparison]);
  return (
    <section aria-label={say("intake.compare")}>
      <p className="small secondary comparison-says">{say("intake.doubles", { count: comparison.filter(({ state }) => state === "both").length })}</p>
      <div className="comparison"><MergeRows
        rows={rows} choices={choices} words={{ mine: say("merge.mine"), theirs: say("update.theirs") }}
        onChoose={(field, side) => void chooseFields(row.id, [{ path: field.path, side }])}
      /></div>
    </section>
  );
}

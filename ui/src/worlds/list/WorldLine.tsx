// One world of the list: its cover and name, where it came from, whether a story can begin, what it holds, what was
// found in it, whether a newer card waits.
import { Button as AriaButton } from "react-aria-components";
import type { FindingCounts, WorldCounts, WorldRow } from "../../bindings";
import { Icon, Menu, Name, placeId } from "../../kit";
import { useMessages } from "../../messages";
import { Cover } from "../parts/Cover";
import { ReadinessMark } from "../parts/Readiness";
import { openWorld } from "../route";
import { enterWorld, trashWorld } from "./acts";

const COUNTED = ["characters", "places", "factions", "things", "lore", "plots"] as const satisfies readonly (keyof WorldCounts)[];

function Counts({ counts }: { counts: WorldCounts }) {
  const { say } = useMessages();
  const some = COUNTED.filter((one) => counts[one] > 0);
  if (some.length === 0) return <span className="tertiary">{say("worlds.counts.none")}</span>;
  return <>{some.map((one) => <span key={one} className="nowrap">{say(`worlds.counts.${one}`, { count: counts[one] })}</span>)}</>;
}

function Findings({ counts }: { counts: FindingCounts | null }) {
  const { say } = useMessages();
  if (counts === null) return <span className="tertiary cut">{say("worlds.notChecked")}</span>;
  if (counts.errors + counts.warnings + counts.hints === 0) return <span className="line said-good"><Icon name="ok" size="small" /><span className="cut">{say("worlds.findingsNone")}</span></span>;
  const worst = counts.errors > 0 ? "error" : counts.warnings > 0 ? "warning" : "info";
  return <span className={`line said-${worst}`}><Icon name={worst} size="small" /><span className="cut">{say("worlds.findings", { error: counts.errors, warning: counts.warnings, info: counts.hints })}</span></span>;
}

function Where({ row }: { row: WorldRow }) {
  const { say, ago } = useMessages();
  if (row.unreadable !== null) return <span className="said-error cut">{say("worlds.unreadable", { reason: row.unreadable })}</span>;
  if (row.newer) return <span className="said-warning cut">{say("worlds.newer")}</span>;
  if (row.phase !== null && row.phase !== "done") return <span className="said-warning cut">{say(`worlds.phase.${row.phase}`)}</span>;
  return <span className="tertiary cut">{row.madeFrom === null ? say("worlds.byHand") : say("worlds.from", { file: row.madeFrom.fileName, date: ago(row.madeFrom.at) })}</span>;
}

export interface WorldLineProps { id: string; index: number; row: WorldRow; current: boolean; onPress: (index: number) => void }

export function WorldLine({ id, index, row, current, onPress }: WorldLineProps) {
  const { say } = useMessages();
  return (
    <div
      id={placeId(id, index)} role="row" aria-rowindex={index + 1} aria-selected={current} className={`worlds-line ${current ? "worlds-line-on" : ""}`}
      onClick={() => onPress(index)} onDoubleClick={() => enterWorld(row)}
    >
      <span role="gridcell" className="line worlds-line-name">
        <Cover media={row.coverMedia} side={64} />
        <span className="stack grow">
          <span className="medium line"><Name text={row.name === "" ? row.id : row.name} /></span>
          <span className="small line"><Where row={row} /></span>
        </span>
      </span>
      <span role="gridcell" className="worlds-line-ready"><ReadinessMark readiness={row.readiness} problems={row.problems} /></span>
      <span role="gridcell" className="worlds-line-counts small secondary"><Counts counts={row.counts} /></span>
      <span role="gridcell" className="worlds-line-found small"><Findings counts={row.findings} /></span>
      <span role="gridcell" className="worlds-line-update small">
        {row.update === "none" ? null : <span className={`line ${row.update === "waiting" ? "said-changed" : "tertiary"}`}><Icon name="compare" size="small" /><span className="cut">{say(`worlds.update.${row.update}`)}</span></span>}
      </span>
      <span role="gridcell">
        <Menu
          label={say("worlds.moreFor", { name: row.name })} placement="bottom end"
          button={<AriaButton className="button button-plain button-square" excludeFromTabOrder={!current} aria-label={say("worlds.moreFor", { name: row.name })}><Icon name="more" /></AriaButton>}
          groups={[
            { id: "go", items: [{ id: "open", label: say("worlds.open"), icon: "right" as const, cap: "Enter" }, ...(row.update === "waiting" ? [{ id: "update", label: say("newer.title"), icon: "compare" as const }] : [])] },
            { id: "away", items: [{ id: "trash", label: say("worlds.toTrash"), icon: "trash", cap: "Del" }] },
          ]}
          onAction={(act) => {
            if (act === "open") enterWorld(row);
            else if (act === "update") openWorld(row.id, "update");
            else void trashWorld(row);
          }}
        />
      </span>
    </div>
  );
}

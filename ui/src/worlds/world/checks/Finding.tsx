// One finding of the checks of a world; it leads to its place, in the world or in the card.
import type { CardVersion, WorldFinding } from "../../../bindings";
import { Icon } from "../../../kit";
import { visible } from "../../../kit/Authored";
import { useMessages } from "../../../messages";
import { card, turnTo } from "../../card/state";
import { openWorldPanel } from "../../route";
import { deskOf } from "../desk";
import { showPlace } from "../place";

/** Opens where a finding is. A piece is read in the card that was checked against. */
function openFinding(world: string, { document, pointer, where }: WorldFinding, version: CardVersion): void {
  if (document === null && where.startsWith("piece:")) {
    turnTo(world, null);
    card.set({ version });
    openWorldPanel("card", where);
  } else showPlace(document === null ? where : `${document}#${pointer}`);
}

export function Finding({ world, row, version = "current" }: { world: string; row: WorldFinding; version?: CardVersion }) {
  const { say } = useMessages();
  const names = deskOf(world).store.get().open?.rows;
  const place = names?.find(({ document }) => document === row.document)?.name ?? row.where;
  return (
    <li>
      <button type="button" className="link-open world-problem" onClick={() => openFinding(world, row, version)}>
        <Icon name={row.severity} size="small" className={`said-${row.severity}`} /><span className="aside-text">{say(`worldChecks.severity.${row.severity}`)}</span>
        <span className="stack grow"><span>{visible(row.message)}{row.fresh ? <span className="checks-new">{say("checks.new")}</span> : null}</span><span className="small tertiary"><bdi>{visible(place)}</bdi>{row.hint === null ? null : <> · {visible(row.hint)}</>}</span></span>
      </button>
    </li>
  );
}

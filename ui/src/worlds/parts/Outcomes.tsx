// What became of the pieces of a card, as one bar and a row of filters. Each outcome differs in pattern and word as well
// as in shade, so that none has to be told by its colour.
import type { CardOutcome, CardOutcomes } from "../../bindings";
import { FilterChip } from "../../kit";
import { useMessages } from "../../messages";

export const OUTCOMES: readonly CardOutcome[] = ["carried", "converted", "guidance", "read", "omitted", "awaiting"];

export function totalOf(outcomes: CardOutcomes): number {
  return OUTCOMES.reduce((sum, one) => sum + outcomes[one], 0);
}

export function OutcomeWord({ outcome }: { outcome: CardOutcome }) {
  const { say } = useMessages();
  return <span className="worlds-outcome"><span className={`worlds-swatch worlds-is-${outcome}`} aria-hidden="true" /><span className="cut">{say(`worlds.outcome.${outcome}`)}</span></span>;
}

export function OutcomeBar({ outcomes }: { outcomes: CardOutcomes }) {
  return (
    <span className="worlds-outcome-bar" aria-hidden="true">
      {OUTCOMES.map((one) => (outcomes[one] === 0 ? null : <span key={one} className={`worlds-is-${one}`} style={{ flexGrow: outcomes[one] }} />))}
    </span>
  );
}

/** The strip: how many pieces there are, the bar, and a filter for each outcome that occurs. */
export function OutcomeStrip({ outcomes, chosen, onChoose }: { outcomes: CardOutcomes; chosen: CardOutcome | null; onChoose: (outcome: CardOutcome | null) => void }) {
  const { say, number } = useMessages();
  return (
    <div className="worlds-strip" role="group" aria-label={say("worlds.outcomes")} data-pane="outcomes">
      <span className="medium nowrap">{say("worlds.pieces", { count: totalOf(outcomes) })}</span>
      <OutcomeBar outcomes={outcomes} />
      {OUTCOMES.filter((one) => outcomes[one] > 0).map((one) => (
        <FilterChip key={one} label={say(`worlds.outcome.${one}`)} count={number(outcomes[one])} on={chosen === one} onChange={(on) => onChoose(on ? one : null)} />
      ))}
    </div>
  );
}

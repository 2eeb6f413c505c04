// What crosses from one app to another, as one bar and four signs. Each outcome differs in pattern and glyph as well as
// in colour, so that none has to be told by its colour.
import { useMessages } from "../messages";
import { Icon } from "./icons";
import "./Ledger.css";

export type Outcome = "carried" | "changed" | "lost" | "left";
export const OUTCOMES: readonly Outcome[] = ["carried", "changed", "lost", "left"];
export type LedgerCounts = Record<Outcome, number>;

/** The bar; without counts it is still being measured. */
export function LedgerBar({ counts, size = "base" }: { counts: LedgerCounts | null; size?: "base" | "large" }) {
  const { say } = useMessages();
  if (counts === null) return <span className={`ledger ledger-${size} ledger-open`} aria-hidden="true" />;
  return (
    <span className={`ledger ledger-${size}`} role="img" aria-label={say("outcome.counts", counts)}>
      {OUTCOMES.map((outcome) => (counts[outcome] === 0 ? null : <span key={outcome} className={`ledger-${outcome}`} style={{ flexGrow: counts[outcome] }} />))}
    </span>
  );
}

/** Glyph and word of one outcome. */
export function OutcomeMark({ outcome, word = true }: { outcome: Outcome; word?: boolean }) {
  const { say } = useMessages();
  return (
    <span className={`outcome said-${outcome}`}>
      <Icon name={outcome} size="small" />
      <span className={word ? "" : "aside-text"}>{say(`outcome.${outcome}`)}</span>
    </span>
  );
}

// What an entry can wake and what can wake it, by the words that do it. Every name leads there.
import { useMemo } from "react";
import type { Json, LoreReach } from "../../bindings";
import type { Document } from "../../documents";
import { Button, Icon } from "../../kit";
import { useMessages } from "../../messages";
import { EntryLink } from "./EntryLink";
import { useView } from "./state";

/** Ties drawn before one asks for the rest. */
const SHOWN = 8;
const NONE: LoreReach[] = [];

export function Ties({ document, at, entries, onGraph }: { document: Document; at: number; entries: readonly Json[]; onGraph: () => void }) {
  const { say } = useMessages();
  const reaches = useView(document, ({ graph }) => graph?.reaches ?? NONE);
  const from = useMemo(() => reaches.filter((reach) => reach.from === at), [reaches, at]);
  const to = useMemo(() => reaches.filter((reach) => reach.to === at), [reaches, at]);
  return (
    <div className="lore-ties">
      <section aria-label={say("lore.canWake")}><h3>{say("lore.canWake")}</h3><TieRows rows={from} end="to" document={document} entries={entries} onGraph={onGraph} /></section>
      <section aria-label={say("lore.canBeWoken")}><h3>{say("lore.canBeWoken")}</h3><TieRows rows={to} end="from" document={document} entries={entries} onGraph={onGraph} /></section>
    </div>
  );
}

function TieRows({ rows, end, document, entries, onGraph }: { rows: LoreReach[]; end: "from" | "to"; document: Document; entries: readonly Json[]; onGraph: () => void }) {
  const { say } = useMessages();
  if (rows.length === 0) return <p className="small tertiary">{say("lore.noTies")}</p>;
  return (
    <ul>
      {rows.slice(0, SHOWN).map((row) => (
        <li key={`${row[end]} ${row.key}`} className={row.barrier === null ? "" : "lore-tie-barred"}>
          <Icon name="graph" />
          <EntryLink document={document} at={row[end]} entries={entries} />
          <span className="small tertiary cut">{row.barrier === null ? say("lore.tie.says", { key: row.key }) : say(`lore.tie.${row.barrier}`, { key: row.key })}</span>
        </li>
      ))}
      {rows.length > SHOWN ? <li><Button look="quiet" size="small" onPress={onGraph}>{say("lore.moreTies", { count: rows.length - SHOWN })}</Button></li> : null}
    </ul>
  );
}

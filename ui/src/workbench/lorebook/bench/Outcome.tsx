// What the chat woke and why, what nearly woke and why not, and which keys do not work. Every name leads to its entry.
import { Fragment, useState } from "react";
import type { Json, LoreEntry, LoreNear, LoreTrial, LoreWoke } from "../../../bindings";
import type { Document } from "../../../documents";
import { Authored, Button, Icon } from "../../../kit";
import { type Messages, useMessages } from "../../../messages";
import { openTab } from "../../../navigation";
import { EntryLink } from "../EntryLink";
import { titleOf } from "../entries";
import { useChat } from "./chat";

interface Of { document: Document; entries: readonly Json[] }

const NEAR_SHOWN = 12;

export function Outcome({ document, entries, trial }: Of & { trial: LoreTrial }) {
  const { say } = useMessages();
  const { budget } = useChat(document, (chat) => chat.rules);
  const [all, showAll] = useState(false);
  const counts = { woke: trial.woke.length, all: trial.entries, tokens: trial.tokens };
  const near = all ? trial.nearly : trial.nearly.slice(0, NEAR_SHOWN);
  return (
    <>
      <section className="trial-part" aria-label={say("trial.woke")}>
        <div className="trial-head"><h3>{say("trial.woke")}</h3><span className="small tertiary">{budget > 0 ? say("trial.countsBudget", { ...counts, budget }) : say("trial.counts", counts)}</span></div>
        {budget > 0 ? <span className="trial-budget" role="meter" aria-label={say("trial.budget")} aria-valuemin={0} aria-valuemax={budget} aria-valuenow={Math.min(budget, trial.tokens)}><span style={{ inlineSize: `${Math.min(100, (trial.tokens / budget) * 100)}%` }} /></span> : null}
        {trial.overBudget ? <p className="small said-warning line"><Icon name="warning" size="small" />{say("trial.over")}</p> : null}
        {trial.woke.length === 0 ? <p className="small tertiary">{say("trial.nobody")}</p> : <ul className="trial-rows">{nested(trial.woke).map((row) => <WokeRow key={`${row.entry.book} ${row.entry.at}`} row={row} document={document} entries={entries} />)}</ul>}
      </section>
      <section className="trial-part" aria-label={say("trial.nearly")}>
        <div className="trial-head"><h3>{say("trial.nearly")}</h3></div>
        {trial.nearly.length === 0 ? <p className="small tertiary">{say("trial.noneNearly")}</p> : <ul className="trial-rows">{near.map((row) => <NearRow key={`${row.entry.book} ${row.entry.at}`} row={row} document={document} entries={entries} />)}</ul>}
        {near.length < trial.nearly.length ? <Button look="quiet" size="small" onPress={() => showAll(true)}>{say("trial.moreNearly", { count: trial.nearly.length - near.length })}</Button> : null}
      </section>
      {trial.faults.length === 0 ? null : (
        <section className="trial-part" aria-label={say("trial.faults")}>
          <div className="trial-head"><h3>{say("trial.faults")}</h3></div>
          <ul className="trial-rows">
            {trial.faults.map((fault) => (
              <li key={`${fault.entry.book} ${fault.entry.at} ${fault.key}`}>
                <div className="trial-row"><Icon name="warning" size="small" className="said-warning" /><EntryName entry={fault.entry} document={document} entries={entries} /></div>
                <p className="trial-why"><bdi className="mono">{fault.key}</bdi> · {say(fault.slow ? "lore.key.slow" : "lore.key.broken")}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Those that an entry woke stand below it. */
function nested(woke: readonly LoreWoke[]): LoreWoke[] {
  const below = new Map<string, LoreWoke[]>();
  const id = (entry: LoreEntry): string => `${entry.book} ${entry.at}`;
  const here = new Set(woke.map((row) => id(row.entry)));
  const tops: LoreWoke[] = [];
  for (const row of woke) {
    const by = row.place.entry;
    if (by === null || !here.has(id(by))) tops.push(row);
    else below.set(id(by), [...(below.get(id(by)) ?? []), row]);
  }
  // Who woke whom has no rings: each step comes after the one before.
  const drawn: LoreWoke[] = [];
  const draw = (row: LoreWoke): void => {
    drawn.push(row);
    for (const inner of below.get(id(row.entry)) ?? []) draw(inner);
  };
  tops.forEach(draw);
  return drawn;
}

function EntryName({ entry, document, entries }: Of & { entry: LoreEntry }) {
  const { say } = useMessages();
  const books = useChat(document, (chat) => chat.books);
  if (entry.book === 0) return <EntryLink document={document} at={entry.at} entries={entries} className="grow" />;
  const other = books[entry.book - 1];
  return (
    <button type="button" className="lore-link cut grow" onClick={() => other !== undefined && openTab(other.address, { kind: "lorebook", name: other.name }, `entries[${entry.at}].title`)}>
      <Authored text={entry.title.trim() === "" ? say("lore.untitled", { number: entry.at + 1 }) : entry.title} /> <span className="tertiary small">{other?.name ?? say("trial.otherBook")}</span>
    </button>
  );
}

function WokeRow({ row, document, entries }: Of & { row: LoreWoke }) {
  const { say, number } = useMessages();
  const seed = useChat(document, (chat) => chat.rules.seed);
  const facts = factsOf(row, entries, seed, say);
  return (
    <li className={row.step > 1 ? "trial-inner" : ""}>
      <div className="trial-row"><span className="trial-dot trial-dot-on" aria-hidden="true" /><EntryName entry={row.entry} document={document} entries={entries} /><span className="pane-count">{number(row.tokens)}</span></div>
      <p className="trial-why">{facts.map((fact, at) => <Fragment key={at}>{at === 0 ? null : " · "}<span>{fact}</span></Fragment>)}</p>
    </li>
  );
}

function nameOf(entry: LoreEntry, entries: readonly Json[], say: Messages["say"]): string {
  return entry.book === 0 ? titleOf(entries[entry.at], entry.at, say) : entry.title;
}

const SOURCES = ["persona", "description", "personality", "scenario", "depthPrompt", "creatorNotes"] as const;

function factsOf({ why, key, secondary, place, step, passed, stays }: LoreWoke, entries: readonly Json[], seed: number, say: Messages["say"]): string[] {
  const source = SOURCES.find((one) => one === place.source);
  const first = why === "staying" ? say("trial.why.staying", { count: stays }) : why !== "keys" ? say(why === "always" ? "trial.why.always" : "trial.why.decorator")
    : place.back !== null ? say("trial.why.message", { key, back: place.back })
      : place.entry !== null ? say("trial.why.entry", { key, step, name: nameOf(place.entry, entries, say) })
        : source !== undefined ? say("trial.why.source", { key, source: say(`lore.source.${source}`) }) : say("trial.why.several", { key });
  return [
    first,
    ...(secondary.length === 0 ? [] : [say("trial.why.and", { keys: secondary.join(say("lore.listSign")) })]),
    ...(passed === null ? [] : [say("trial.why.passed", { chance: passed, seed })]),
    ...(stays > 0 && why !== "staying" ? [say("trial.why.stays", { count: stays })] : []),
  ];
}

function NearRow({ row, document, entries }: Of & { row: LoreNear }) {
  const { say } = useMessages();
  const { stop, said, key, logic, winner, group, number, back, reach } = row;
  const facts = [
    ...(said === null ? [] : [said === "earlier" ? say("trial.said.earlier", { key, back, reach }) : say(`trial.said.${said}`, { key })]),
    ...(stop === "secondary" && logic !== null ? [say("trial.near.secondary", { key, logic })]
      : stop === "group" && group !== null ? [winner === null ? say("trial.near.settled", { group }) : say("trial.near.group", { group, name: nameOf(winner, entries, say) })]
        : stop === "noMatch" ? [] : [say(`trial.stop.${stop}`, { number })]),
  ];
  return (
    <li>
      <div className="trial-row"><span className="trial-dot" aria-hidden="true" /><EntryName entry={row.entry} document={document} entries={entries} /></div>
      <p className="trial-why">{facts.map((fact, at) => <Fragment key={at}>{at === 0 ? null : " · "}<span>{fact}</span></Fragment>)}</p>
    </li>
  );
}

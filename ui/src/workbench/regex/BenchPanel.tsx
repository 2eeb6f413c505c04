// The test bench: a sample, what it is and where it stands, what the rules make of it with every changed word marked,
// and what each rule did or why it did nothing.
import { useState } from "react";
import type { RegexRow } from "../../bindings";
import { type Document, useValue } from "../../documents";
import { Banner, Button, DiffText, Icon, Name, Segmented, Select, TextArea, TextField } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { Authored } from "../../kit";
import { rowsAt } from "../rows/acts";
import { showField } from "../goto";
import { wordsAt } from "../fields/schema";
import { benchOf, useBench, useRuns } from "./bench";
import { ruleName, RULES } from "./rules";

/** Quiet rules shown without asking. */
const QUIET = 6;

const TARGETS = ["stored", "display", "prompt"] as const;

export function BenchPanel({ document }: { document: Document }) {
  const { say, language, number } = useMessages();
  const { address } = document;
  const bench = useBench(address);
  const put = benchOf(address).set;
  useRuns(document);
  const phases = wordsAt("regex", "rules[0].phases[0]", language);
  return (
    <div className="pane-scroll bench" data-help="regex">
      <TextArea label={say("bench.sample")} hint={say("bench.sampleHint")} value={bench.text} onChange={(text) => put({ text })} rows={3} prose={false} className="bench-sample" spellCheck={false} />
      <div className="bench-occasion">
        <Select label={say("bench.phase")} look="field" className="pick" value={bench.phase} options={phases} onChange={(phase) => put({ phase })} />
        <TextField label={say("bench.depth")} type="number" value={bench.depth === null ? "" : String(bench.depth)} onChange={(text) => put({ depth: text.trim() === "" || !Number.isFinite(Number(text)) ? null : Number(text) })} />
        <TextField label="{{char}}" value={bench.character} onChange={(character) => put({ character })} />
        <TextField label="{{user}}" value={bench.user} onChange={(user) => put({ user })} />
      </div>
      <Segmented
        label={say("bench.target")} size="small" value={(bench.target ?? "stored") as (typeof TARGETS)[number]} options={TARGETS.map((id) => ({ id, label: say(`bench.target.${id}`) }))}
        onChange={(target) => put({ target: target === "stored" ? null : target })}
      />
      {bench.error === null ? null : <Banner tone="error" title={bench.error.message} hint={bench.error.hint} />}
      {bench.run === null ? (bench.text === "" ? <p className="small tertiary">{say("bench.empty")}</p> : null) : (
        <section aria-label={say("bench.result")} aria-busy={bench.asking} className="bench-result">
          <div className="bench-head"><h3>{say("bench.result")}</h3><span className="small tertiary" role="status">{say("bench.took", { changed: bench.run.rules.filter(({ text }) => text !== null).length, all: bench.run.rules.length, time: number(bench.run.milliseconds) })}</span></div>
          <div className="bench-text">{bench.run.text === bench.tried ? <span className="tertiary">{say("bench.same")}</span> : <DiffText before={bench.tried} after={bench.run.text} />}</div>
          <Rules document={document} rows={bench.run.rules} tried={bench.tried} />
        </section>
      )}
    </div>
  );
}

interface Told { at: number; row: RegexRow; before: string }

function Rules({ document, rows, tried }: { document: Document; rows: RegexRow[]; tried: string }) {
  const { say } = useMessages();
  const [all, showAll] = useState(false);
  let before = tried;
  const told = rows.map((row, at): Told => {
    const one = { at, row, before };
    before = row.text ?? before;
    return one;
  });
  const did = told.filter(({ row }) => row.text !== null || row.skipped === "fault" || row.skipped === "too-slow" || row.skipped === "too-large" || row.skipped === "no-time");
  const quiet = told.filter((one) => !did.includes(one));
  const shown = all || quiet.length <= QUIET ? quiet : [];
  return (
    <>
      <ul className="bench-rules">{did.map((one) => <Rule key={one.at} document={document} told={one} />)}</ul>
      {quiet.length === 0 ? null : <h3 className="bench-quiet">{say("bench.quiet", { count: quiet.length })}</h3>}
      <ul className="bench-rules">{shown.map((one) => <Rule key={one.at} document={document} told={one} />)}</ul>
      {quiet.length > QUIET ? <Button look="quiet" size="small" onPress={() => showAll(!all)}>{say(all ? "bench.fewer" : "bench.all")}</Button> : null}
    </>
  );
}

const WORDS: Record<NonNullable<RegexRow["skipped"]>, MessageId> = {
  off: "bench.skip.off", phase: "bench.skip.phase", target: "bench.skip.target", depth: "bench.skip.depth", fault: "bench.skip.fault", "no-pattern": "bench.skip.noPattern",
  "too-large": "bench.skip.tooLarge", "too-slow": "bench.skip.tooSlow", "no-time": "bench.skip.noTime",
};

function Rule({ document, told: { at, row, before } }: { document: Document; told: Told }) {
  const { say } = useMessages();
  const rule = rowsAt(useValue(document, RULES))[at] ?? null;
  const bad = row.skipped === "fault" || row.skipped === "too-slow" || row.skipped === "too-large" || row.skipped === "no-time";
  return (
    <li className="bench-rule">
      <span className="line">
        {bad ? <Icon name="warning" size="small" className="said-warning" /> : <span className={`lore-dot ${row.text === null ? "lore-dot-off" : "lore-dot-always"}`} aria-hidden="true" />}
        <button type="button" className="rule-link grow" onClick={() => showField(`${RULES}[${at}].find`)}><Name text={ruleName(rule, at, say)} /></button>
        <span className={`small nowrap ${bad ? "said-warning" : "tertiary"}`}>{row.skipped !== null ? say(WORDS[row.skipped]) : say("bench.matches", { count: row.matches })}</span>
      </span>
      {row.fault === null ? null : <Authored text={row.fault} className="small said-warning bench-said" lang="en" />}
      {row.text === null ? null : <div className="small bench-said bench-change"><DiffText before={before} after={row.text} cut /></div>}
    </li>
  );
}

// One rule: what it looks for, what it puts there, and in sentences what it touches and when.
import { type Document, useText, useValue } from "../../documents";
import { EmptyState, LabelRow, Toggle } from "../../kit";
import { useMessages } from "../../messages";
import { Auto, AutoGrid } from "../fields/Auto";
import { Code } from "../fields/Code";
import { stepOf } from "../fields/names";
import { FormSection } from "../KindFrame";
import { RowHead } from "../RowHead";
import { isMap } from "../rows/acts";
import { FLAGS, flagsWith, ruleName, RULES, unwrapped } from "./rules";
import { RuleSentences } from "./RuleSentences";
import { useRuleRow } from "./bench";

export interface RulePageProps { document: Document; at: number; count: number; onMove: (gap: number) => void; onDuplicate: () => void; onRemove: () => void; onGive: () => void }

export function RulePage({ document, at, count, onMove, onDuplicate, onRemove, onGive }: RulePageProps) {
  const { say } = useMessages();
  const path = `${RULES}[${at}]`;
  const rule = useValue(document, path);
  const tried = useRuleRow(document.address, at);
  if (!isMap(rule)) return <EmptyState title={say("rules.unreadable")} hint={say("rows.unreadableHint")} />;
  const name = ruleName(rule, at, say);
  const fault = tried?.skipped === "fault" ? tried.fault : tried?.skipped === "too-slow" ? say("rules.tooSlowLong") : null;
  return (
    <div className="form-scroll" data-pane-start>
      <div className="form">
        <RowHead
          document={document} path={path} titlePath={`${path}.label`} titleLabel={say("field.name")} name={name} at={at} count={count} onMove={onMove} onDuplicate={onDuplicate} onRemove={onRemove}
          groups={[{ id: "give", items: [{ id: "give", label: say("rules.give"), icon: "export" }] }]} onAct={onGive}
        />
        <Pattern document={document} path={path} fault={fault} />
        <Code document={document} path={`${path}.replace`} label={say("rules.replace")} hint={say("rules.replaceHint")} rows={2} keepEmpty />
        <RuleSentences document={document} path={path} rule={rule} />
        <Auto document={document} path={`${path}.trimStrings`} hint={say("rules.trimHint")} />
        <Auto document={document} path={`${path}.characterIds`} hint={say("rules.charactersHint")} />
        <Auto document={document} path={`${path}.note`} hint={say("rules.noteHint")} optional carried />
        <FormSection title={say("rules.rest")} hint={say("rules.restHint")}>
          <AutoGrid document={document} paths={[`${path}.sortOrder`, `${path}.id`]} />
          <Auto document={document} path={`${path}.extras`} hint={say("fields.extrasHint")} />
        </FormSection>
      </div>
    </div>
  );
}

/** The pattern between its slashes, and its flags as letters to press; other flags stay where they are. */
function Pattern({ document, path, fault }: { document: Document; path: string; fault: string | null }) {
  const { say } = useMessages();
  const find = useText(document, `${path}.find`);
  const flags = useText(document, `${path}.flags`);
  const pasted = unwrapped(find);
  const writeFlags = (next: string): void => document.edit({ label: stepOf(say("rules.flags")), changes: [next === "" ? { path: `${path}.flags` } : { path: `${path}.flags`, value: next }] });
  const strange = [...(flags.split("<")[0] ?? "")].filter((flag) => !(FLAGS as readonly string[]).includes(flag)).join("");
  return (
    <div className="rule-pattern">
      <Code document={document} path={`${path}.find`} label={say("rules.pattern")} hint={say("rules.patternHint")} rows={2} fault={fault} keepEmpty />
      {pasted === null ? null : (
        <p className="small secondary line">{say("rules.slashes")} <button type="button" className="rule-link" onClick={() => document.edit({ label: stepOf(say("rules.pattern")), changes: [{ path: `${path}.find`, value: pasted.find }, { path: `${path}.flags`, value: pasted.flags }] })}>{say("rules.takeSlashes")}</button></p>
      )}
      <div className="line rule-flags" data-path={`${path}.flags`} role="group" aria-label={say("rules.flags")}>
        <LabelRow label={say("rules.flags")} />
        {FLAGS.map((flag) => <Toggle key={flag} label={say(`rules.flag.${flag}`)} words on={flags.split("<")[0]?.includes(flag) === true} onChange={(on) => writeFlags(flagsWith(flags, flag, on))} />)}
        {strange === "" && !flags.includes("<") ? null : <code className="mono small tertiary">{flags}</code>}
      </div>
    </div>
  );
}

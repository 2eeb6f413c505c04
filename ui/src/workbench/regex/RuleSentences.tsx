// What a rule touches, as sentences: which texts, the stored one or a copy, how old a message may be, and the rest that
// most rules leave alone. A value that is not said is told as what its absence means.
import type { JsonObject } from "../../bindings";
import type { Document } from "../../documents";
import { Phrase } from "../../kit";
import { useMessages } from "../../messages";
import { CarriedLine } from "../fields/Carried";
import { Pick, Tristate } from "../fields/Choices";
import { NumberLine } from "../fields/Line";
import { wordsAt } from "../fields/schema";
import { Words } from "../fields/Words";
import { wordsOf } from "./rules";

export function RuleSentences({ document, path, rule }: { document: Document; path: string; rule: JsonObject }) {
  const messages = useMessages();
  const { say, rich, language, number } = messages;
  const phases = wordsAt("regex", `${path}.phases[0]`, language);
  const targets = wordsAt("regex", `${path}.targets[0]`, language);
  const macros = wordsAt("regex", `${path}.substituteFind`, language);
  const touched = wordsOf(rule, "phases");
  const copies = wordsOf(rule, "targets").filter((word) => word !== "response");
  const phaseWord = (word: string): string => (phases.some(({ id }) => id === word) ? say(`rules.phase.${word as "input"}`) : word);
  const list = (words: string[]): string => new Intl.ListFormat(language === "zh" ? "zh-Hans" : "en", { type: "conjunction" }).format(words);
  const least = typeof rule.minDepth === "number" && rule.minDepth >= 0 ? rule.minDepth : null;
  const most = typeof rule.maxDepth === "number" && rule.maxDepth >= 0 ? rule.maxDepth : null;
  const macro = typeof rule.substituteFind === "string" ? rule.substituteFind : "none";
  const where = copies.length === 0 ? "stored" : copies.length > 1 ? "both" : copies[0] === "display" ? "display" : "prompt";

  const phrase = (field: string, label: string, text: string, form: React.ReactNode): React.ReactNode => (
    <Phrase label={label} text={text} path={`${path}.${field}`}><div className="popover-form">{form}<CarriedLine document={document} path={`${path}.${field}`} /></div></Phrase>
  );
  return (
    <section className="sentences rule-sentences" aria-label={say("rules.touches")}>
      <p>{rich("rules.says.where", {
        phases: () => phrase("phases", say("rules.phases"), touched.length === 0 ? say("rules.noPhase") : list(touched.map(phaseWord)), <Words document={document} path={`${path}.phases`} label={say("rules.phases")} options={phases} />),
        targets: () => phrase("targets", say("rules.targets"), say(`rules.target.${where}`), <Words document={document} path={`${path}.targets`} label={say("rules.targets")} hint={say("rules.targetsHint")} options={targets} />),
      })}</p>
      <p>{rich("rules.says.depth", {
        least: () => phrase("minDepth", say("rules.minDepth"), least === null || least === 0 ? say("rules.newest") : say("rules.back", { count: least }), <NumberLine document={document} path={`${path}.minDepth`} label={say("rules.minDepth")} hint={say("rules.depthHint")} />),
        most: () => phrase("maxDepth", say("rules.maxDepth"), most === null ? say("rules.oldest") : say("rules.back", { count: most }), <NumberLine document={document} path={`${path}.maxDepth`} label={say("rules.maxDepth")} hint={say("rules.depthHint")} />),
      })}</p>
      <p>{rich("rules.says.rest", {
        macros: () => phrase("substituteFind", say("rules.macros"), macros.some(({ id }) => id === macro) ? say(`rules.macro.${macro as "none"}`) : macro, <Pick document={document} path={`${path}.substituteFind`} label={say("rules.macros")} unset={say("fields.unset")} options={macros} />),
        edit: () => phrase("runOnEdit", say("rules.onEdit"), say(rule.runOnEdit === true ? "rules.editToo" : rule.runOnEdit === false ? "rules.editNot" : "rules.editUnset"), <Tristate document={document} path={`${path}.runOnEdit`} label={say("rules.onEdit")} unset={say("fields.unset")} />),
        flags: () => phrase("useFlags", say("rules.useFlags"), say(rule.useFlags === false ? "rules.flagsNot" : "rules.flagsCount"), <Tristate document={document} path={`${path}.useFlags`} label={say("rules.useFlags")} unset={say("fields.unset")} />),
      })}</p>
      {touched.length === 0 ? <p className="small tertiary">{say("rules.noPhaseHint", { count: number(0) })}</p> : null}
    </section>
  );
}

// The status bar of a character: what the first turn costs, part by part, what all of it costs, its words, and the field
// one is in. Figures are those of the tokenizer named beside them.
import { useEffect, useState } from "react";
import type { Document } from "../../documents";
import { type MessageId, useMessages } from "../../messages";
import { StatusBar } from "../../shell/StatusBar";
import { FocusedFigure, TokenizerFigure } from "../FieldFigures";
import { sumOf, type Tokens, tokensUnder } from "../tokens";
import { countWords } from "./words";

/** What every app sends at the first turn, in the order of the bar. */
const FIRST_TURN: { path: string; label: MessageId }[] = [
  { path: "identity.description", label: "field.description" }, { path: "persona.personality", label: "field.personality" }, { path: "persona.scenario", label: "field.scenario" },
  { path: "prompts", label: "section.prompts" }, { path: "greetings.firstMessage", label: "field.firstMessage" }, { path: "examples", label: "section.examples" },
];

export function Figures({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say, rich, number } = useMessages();
  const [words, setWords] = useState<number | null>(null);
  // Counted again when the tokens are, not at every key.
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(document.store.get().body)), 50);
    return () => clearTimeout(timer);
  }, [document, tokens]);
  const parts = FIRST_TURN.map(({ path, label }) => ({ path, label: say(label), count: tokensUnder(tokens, path) }));
  const first = parts.reduce((sum, { count }) => sum + count, 0);
  const all = sumOf(tokens);
  const told = say("figures.parts", { parts: parts.filter(({ count }) => count > 0).map(({ label, count }) => say("figures.part", { name: label, count })).join(", ") });
  return (
    <StatusBar>
      <span className="nowrap">{rich("figures.first", { count: number(first), b: (chunks) => <b className="figure-strong">{chunks}</b> })}</span>
      <span className="turn-bar" role="img" aria-label={told} title={told}>
        {parts.map(({ path, count }, at) => (count === 0 ? null : <span key={path} className={`turn-part turn-part-${at}`} style={{ flexGrow: count }} />))}
        {all > first ? <span className="turn-part turn-rest" style={{ flexGrow: all - first }} /> : null}
      </span>
      <TokenizerFigure all={all} />
      {words === null ? null : <><span className="status-line wide-only" /><span className="nowrap wide-only">{say("figures.words", { count: words })}</span></>}
      <FocusedFigure tokens={tokens} />
    </StatusBar>
  );
}

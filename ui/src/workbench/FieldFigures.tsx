// Figures every status bar of a piece has: all tokens with the tokenizer they were counted by, and the field one is in.
import { useMessages } from "../messages";
import { useSettings } from "../settings/current";
import { useFocusedField } from "./focus";
import type { Tokens } from "./tokens";

const bold = (chunks: React.ReactNode[]): React.ReactNode => <b className="figure-strong">{chunks}</b>;

export function TokenizerFigure({ all }: { all: number }) {
  const { say } = useMessages();
  const tokenizer = useSettings((settings) => settings.tokenizer);
  return (
    <>
      <span className="nowrap" title={say("figures.estimate")}>{say("figures.all", { count: all, tokenizer })}</span>
      <span className="nowrap tertiary wide-only">{say("figures.elsewhere")}</span>
    </>
  );
}

export function FocusedFigure({ tokens }: { tokens: Tokens }) {
  const { rich, number } = useMessages();
  const { path, label } = useFocusedField();
  const here = path === null ? undefined : tokens.get(path);
  return here === undefined ? null : <span className="nowrap focused-figure">{rich("figures.field", { field: label, count: number(here), b: bold })}</span>;
}

// Two texts word by word: what went is struck, what came is underlined, on one side or in one text. Long texts are cut
// down to the surroundings of what changed.
import { diffChars, diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import { visible } from "./Authored";
import "./Diff.css";

interface Part { text: string; kind: "same" | "gone" | "came" }

/** Characters kept on either side of a change when a text is cut. */
const AROUND = 28;
/** Above this many characters the texts are set against each other as a whole; a comparison would take too long. */
const MOST = 20_000;

/** Scripts without blanks between words: their texts are set against each other sign by sign. */
const SOLID = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function compare(before: string, after: string): Part[] {
  if (before === after) return [{ text: before, kind: "same" }];
  if (before.length + after.length > MOST) return [{ text: before, kind: "gone" }, { text: after, kind: "came" }];
  const solid = SOLID.test(before + after) && !/\s/.test(before.trim()) && !/\s/.test(after.trim());
  const run = solid ? diffChars : diffWordsWithSpace;
  return run(before, after).map(({ value, added, removed }) => ({ text: value, kind: added ? "came" : removed ? "gone" : "same" }));
}

function shorten(parts: Part[]): Part[] {
  return parts.map((part, at) => {
    if (part.kind !== "same" || part.text.length <= AROUND * 2) return part;
    const signs = [...part.text];
    const head = at === 0 ? "" : signs.slice(0, AROUND).join("");
    const tail = at === parts.length - 1 ? "" : signs.slice(-AROUND).join("");
    return { ...part, text: `${head}…${tail}` };
  });
}

export interface DiffTextProps {
  before: string;
  after: string;
  /** Which text is shown; `both` shows one text with both in it. */
  side?: "before" | "after" | "both";
  cut?: boolean;
}

export function DiffText({ before, after, side = "both", cut = false }: DiffTextProps) {
  const parts = useMemo(() => {
    const all = compare(before, after).filter(({ kind }) => side === "both" || kind === "same" || (side === "before") === (kind === "gone"));
    return cut ? shorten(all) : all;
  }, [before, after, side, cut]);
  return (
    <bdi dir="auto" className="diff">
      {parts.map((part, at) => {
        if (part.kind === "gone") return <del key={at}>{visible(part.text)}</del>;
        if (part.kind === "came") return <ins key={at}>{visible(part.text)}</ins>;
        return <span key={at}>{visible(part.text)}</span>;
      })}
    </bdi>
  );
}

// A piece of a card for reading: what it is, and its text as text. Long texts are drawn in turns, so that a piece of any
// length costs no more than what is read of it.
import { type ReactNode, useState } from "react";
import { Authored, Button } from "../../kit";
import { useMessages } from "../../messages";

/** Characters drawn at once. */
const TURN = 6_000;

/** The first signs of a text, never cut inside one. */
function head(text: string, most: number): string {
  if (text.length <= most) return text;
  const code = text.charCodeAt(most - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? most - 1 : most);
}

export function LongText({ text, marks = [] }: { text: string; marks?: readonly string[] }) {
  const { say } = useMessages();
  const [shown, show] = useState(TURN);
  const part = head(text, shown);
  return (
    <div className="worlds-prose" dir="auto">
      <Marked text={part} marks={marks} />
      {part.length === text.length ? null : <p><Button size="small" look="line" onPress={() => show(shown + TURN)}>{say("piece.more", { count: text.length - part.length })}</Button></p>}
    </div>
  );
}

/** Where words stand in a text, in order, those that touch as one. */
export function spansOf(text: string, marks: readonly string[]): { from: number; to: number }[] {
  const found = marks.flatMap((mark) => {
    const from = mark.length < 3 ? -1 : text.indexOf(mark);
    return from === -1 ? [] : [{ from, to: from + mark.length }];
  }).sort((a, b) => a.from - b.from);
  const spans: { from: number; to: number }[] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (last !== undefined && (span.from <= last.to || text.slice(last.to, span.from).trim() === "")) last.to = Math.max(last.to, span.to);
    else spans.push({ ...span });
  }
  return spans;
}

/** The text with words marked that a document took from it. */
function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to } of spansOf(text, marks)) {
    parts.push(<Authored key={`t${at}`} text={text.slice(at, from)} />, <mark key={`m${from}`} className="worlds-mark"><Authored text={text.slice(from, to)} /></mark>);
    at = to;
  }
  return <>{parts}<Authored text={text.slice(at)} /></>;
}

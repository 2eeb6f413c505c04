// Which words of a card's piece a document took over: runs of the piece that stand in the document as they are. What is
// quoted is the sentence around the longest of them.

export interface Quote { before: string; parts: { text: string; used: boolean }[] }

/** Shortest run that says something: letters of a script with blanks, signs of one without. */
const LEAST = 14;
const LEAST_DENSE = 5;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const LETTER = /[\p{L}\p{N}]/u;
/** Signs of a piece that are looked at, and of a quote that are shown. */
const LOOKED = 6_000;
const SHOWN = 220;
const ENDS = /[.!?。！？…\n]/;

export interface Span { from: number; to: number }

/** Runs of `piece` that stand in `text`, longest possible each, in order. */
export function usedSpans(piece: string, text: string): Span[] {
  const spans: Span[] = [];
  const limit = Math.min(piece.length, LOOKED);
  let at = 0;
  while (at < limit) {
    const least = DENSE.test(piece[at] ?? "") ? LEAST_DENSE : LEAST;
    // A run begins where a word does.
    if (least === LEAST && ((at > 0 && LETTER.test(piece[at - 1] ?? "")) || !LETTER.test(piece[at] ?? ""))) {
      at += 1;
      continue;
    }
    let to = at + least;
    if (to > limit || !text.includes(piece.slice(at, to))) {
      at += 1;
      continue;
    }
    while (to < limit && text.includes(piece.slice(at, to + 1))) to += 1;
    const trimmed = piece.slice(at, to).trimEnd().length;
    spans.push({ from: at, to: at + trimmed });
    at = to;
  }
  return spans;
}

/** The sentence around a span, cut at its ends where it is long. */
function around(piece: string, { from, to }: Span): Span {
  let start = from;
  while (start > 0 && from - start < SHOWN / 2 && !ENDS.test(piece[start - 1] ?? "")) start -= 1;
  let end = Math.min(to, from + SHOWN);
  while (end < piece.length && end - start < SHOWN && !ENDS.test(piece[end - 1] ?? "")) end += 1;
  while (start < from && /\s/.test(piece[start] ?? "")) start += 1;
  return { from: start, to: end };
}

/** What of a piece is quoted beside a document; its beginning where nothing was taken over word for word. */
export function quoteOf(piece: string, text: string): Quote {
  const spans = usedSpans(piece, text);
  const best = spans.reduce<Span | null>((longest, span) => (longest === null || span.to - span.from > longest.to - longest.from ? span : longest), null);
  const shown = around(piece, best ?? { from: 0, to: 0 });
  const parts: Quote["parts"] = [];
  let at = shown.from;
  for (const span of spans) {
    const [from, to] = [Math.max(span.from, shown.from), Math.min(span.to, shown.to)];
    if (from >= to) continue;
    if (from > at) parts.push({ text: piece.slice(at, from), used: false });
    parts.push({ text: piece.slice(from, to), used: true });
    at = to;
  }
  if (at < shown.to) parts.push({ text: piece.slice(at, shown.to), used: false });
  return { before: shown.from > 0 ? "…" : "", parts };
}

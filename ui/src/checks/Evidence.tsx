// What a finding stands on: the part of the text, with what is around it. Always text of a card, so always plain.
import type { EvidenceRow } from "../bindings";
import { visible } from "../kit";

/** On one line, the part first. */
export function EvidenceLine({ evidence }: { evidence: EvidenceRow }) {
  const oneLine = (text: string): string => text.replace(/\s+/g, " ");
  return (
    <bdi className="evidence-line mono cut" dir="auto" title={evidence.span}>
      {visible(oneLine(lastWords(evidence.before)))}<mark className="evidence-part">{visible(oneLine(evidence.span))}</mark>{visible(oneLine(evidence.after))}
    </bdi>
  );
}

/** With everything that is shown around it. */
export function EvidenceText({ evidence }: { evidence: EvidenceRow }) {
  return (
    <blockquote className="evidence-text" dir="auto">
      {visible(evidence.before)}<mark className="evidence-part">{visible(evidence.span)}</mark>{visible(evidence.after)}
    </blockquote>
  );
}

/** The part for a column: a short one with the words around it, so that one sees what it belongs to. */
export function shortEvidence({ before, span, after }: EvidenceRow): string {
  const text = span.trim().length < 8 ? `${lastWords(before)}${span}${after.slice(0, 24)}` : span;
  return text.replace(/\s+/g, " ").trim();
}

/** Few letters before the part, so that the part itself is in view. */
function lastWords(text: string): string {
  const few = text.slice(-18);
  const blank = few.search(/\s/);
  return few.length < text.length && blank !== -1 ? few.slice(blank + 1) : few;
}

// The pieces a document was made from, each with its text, the words the document took marked in it.
import { useMemo } from "react";
import type { ImportReview, Json, JsonObject } from "../../bindings";
import { Authored, Icon } from "../../kit";
import { useMessages } from "../../messages";
import { LongText, spansOf } from "../parts/PieceText";

/** The texts of a document that may stand word for word in a piece. */
function textsOf(value: Json): string[] {
  if (typeof value === "string") return value.length < 3 ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsOf) : [];
}

/** Whether a document took nearly all of a piece: then it is said once, and nothing is marked. */
function isWhole(text: string, marks: readonly string[]): boolean {
  const taken = spansOf(text, marks).reduce((sum, { from, to }) => sum + to - from, 0);
  return text.length > 0 && taken >= text.length * 0.9;
}

export function Beside({ review, from, doc }: { review: ImportReview; from: string[]; doc: JsonObject }) {
  const { say } = useMessages();
  const pieces = from.flatMap((id) => review.pieces.filter((piece) => piece.row.id === id));
  const marks = useMemo(() => textsOf(doc).flatMap((text) => text.split("\n")).map((line) => line.trim()).filter((line) => line.length >= 3).slice(0, 400), [doc]);
  return (
    <div className="pane-scroll review-beside">
      <h3>{say("review.madeFromCount", { count: pieces.length })}</h3>
      {pieces.length === 0 ? <p className="small tertiary">{say("review.madeFromNone")}</p> : null}
      {pieces.map((piece) => {
        const whole = isWhole(piece.text, marks);
        return (
          <section key={piece.row.id} className="review-piece">
            <div className="line"><span className="medium cut grow"><Authored text={piece.row.title} cut /></span><span className="small tertiary mono">{piece.row.id}</span></div>
            {whole ? <p className="small said-good line"><Icon name="carried" size="small" />{say("review.wordForWord")}</p> : null}
            <blockquote className="review-quote"><LongText text={piece.text} marks={whole ? [] : marks} /></blockquote>
          </section>
        );
      })}
    </div>
  );
}

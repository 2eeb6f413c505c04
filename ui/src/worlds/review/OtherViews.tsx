// What a review shows besides documents: a text of the world itself, a piece of the card.
import type { ImportReview, ReviewPiece, ReviewText } from "../../bindings";
import { Authored, Button, Name } from "../../kit";
import { useMessages } from "../../messages";
import { OutcomeWord } from "../parts/Outcomes";
import { LongText } from "../parts/PieceText";
import { nameOf } from "./model";
import { useTextTitle } from "./ReviewList";

export function TextView({ text }: { text: ReviewText }) {
  const titleOf = useTextTitle();
  return <article className="review-document"><header className="review-document-head"><h2 className="review-name"><Name text={titleOf(text.id, text.title)} /></h2></header><LongText text={text.text} /></article>;
}

export function PieceView({ review, piece, onOpen }: { review: ImportReview; piece: ReviewPiece; onOpen: (reference: string) => void }) {
  const { say } = useMessages();
  const made = piece.row.madeInto.flatMap((reference) => review.documents.filter((one) => one.ref === reference));
  return (
    <article className="review-document">
      <header className="review-document-head">
        <div className="line"><h2 className="review-name"><Name text={piece.row.title} /></h2><OutcomeWord outcome={piece.outcome} /></div>
        <p className="small tertiary">{say(`worlds.outcomeWhy.${piece.outcome}`)}</p>
        {piece.row.keys.length === 0 ? null : <p className="small secondary"><Authored text={piece.row.keys.join(", ")} /></p>}
        {made.length === 0 ? null : <p className="review-acts">{made.map((one) => <Button key={one.ref} size="small" look="line" icon="right" onPress={() => onOpen(one.ref)}><Authored text={nameOf(one)} cut /></Button>)}</p>}
      </header>
      <LongText text={piece.text} />
    </article>
  );
}

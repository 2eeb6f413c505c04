// What of the card a document was made from: the pieces, each quoted where it was used, with the words that stand in the
// document marked. For what the import made nothing of, where the card speaks of it.
import type { JsonObject } from "../../../bindings";
import { useQuery } from "../../../data/queries";
import { Button } from "../../../kit";
import { visible } from "../../../kit/Authored";
import { useMessages } from "../../../messages";
import { openWorldPanel } from "../../route";
import { useOpened } from "../names";
import { quoteOf } from "./used";

/** Pieces quoted here; the card has all. */
const SHOWN = 3;
/** The panel of the card behind a world. */
const CARD = "card";

function textsOf(doc: JsonObject): string {
  return Object.values(doc).flatMap((value) => (typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [])).join("\n");
}

export function MadeFrom({ document, doc }: { document: string; doc: JsonObject }) {
  const { say, number } = useMessages();
  const desk = useOpened();
  const { data, error } = useQuery("card_origin", { world: desk.world, subject: document });
  if (error !== null) return <section className="inspector-part"><h4>{say("world.madeFrom")}</h4><p className="small secondary">{error.message}</p></section>;
  if (data === null) return null;
  const { builtFrom, mentionedIn } = data;
  const count = builtFrom.length > 0 ? builtFrom.length : mentionedIn.length;
  const rest = count - SHOWN;
  return (
    <section className="inspector-part" aria-label={say("world.madeFrom")}>
      <h4>{say(builtFrom.length > 0 || mentionedIn.length === 0 ? "world.madeFrom" : "world.mentionedIn")} <span className="tertiary">{count === 0 ? "" : number(count)}</span></h4>
      {count === 0 ? <p className="small secondary">{say("world.madeHere")}</p> : null}
      {builtFrom.slice(0, SHOWN).map((piece) => <Piece key={piece.id} piece={piece.id} title={piece.title} text={textsOf(doc)} />)}
      {builtFrom.length > 0 ? null : mentionedIn.slice(0, SHOWN).map((hit) => (
        <blockquote key={`${hit.piece} ${hit.from}`} className="world-quote"><p dir="auto">{visible(hit.before)}<mark>{visible(hit.span)}</mark>{visible(hit.after)}</p><footer className="small tertiary"><bdi>{visible(hit.title)}</bdi></footer></blockquote>
      ))}
      {rest > 0 || count > 0 ? <Button look="quiet" size="small" onPress={() => openWorldPanel(CARD, `origin:${document}`)}>{rest > 0 ? say("world.moreInCard", { count: rest }) : say("world.inCard")}</Button> : null}
    </section>
  );
}

function Piece({ piece, title, text }: { piece: string; title: string; text: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const { data, error } = useQuery("card_read", { world: desk.world, version: "current", piece, from: 0, raw: false });
  const quote = data === null ? null : quoteOf(data.text, text);
  return (
    <blockquote className="world-quote">
      {error !== null ? <p className="small said-warning">{error.message}</p> : null}
      {quote === null ? null : <p dir="auto">{quote.before}{quote.parts.map((part, at) => (part.used ? <mark key={at}>{visible(part.text)}</mark> : <span key={at}>{visible(part.text)}</span>))}</p>}
      <footer className="small tertiary"><button type="button" className="link-open" aria-label={say("world.openPiece", { title })} onClick={() => openWorldPanel(CARD, `piece:${piece}`)}><bdi className="cut">{visible(title)}</bdi></button></footer>
    </blockquote>
  );
}

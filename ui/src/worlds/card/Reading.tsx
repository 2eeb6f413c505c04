// A piece word for word, a turn at a time. It is text: nothing in it is drawn as markup, led to or loaded.
import type { CardPieceRow } from "../../bindings";
import { useQuery } from "../../data/queries";
import { Authored, Button, Name, Switch } from "../../kit";
import { useMessages } from "../../messages";
import { roleWord } from "./OverviewView";
import { card, useCard } from "./state";

/** Characters of a turn. */
const TURN = 6_000;

export function Reading({ world, piece }: { world: string; piece: CardPieceRow }) {
  const { say } = useMessages();
  const { version, from, raw } = useCard((state) => state);
  const { data, error } = useQuery("card_read", { world, version, piece: piece.id, from, raw });
  return (
    <article className="review-document">
      <header className="review-document-head">
        <div className="line"><h2 className="review-name"><Name text={piece.title} /></h2><span className="small tertiary mono nowrap">{piece.id}</span></div>
        <p className="small secondary card-facts">
          <span>{say("make.chars", { count: piece.chars })}</span>
          {piece.parts < 2 ? null : <span>{say("cardtool.parts", { count: piece.parts })}</span>}
          {piece.constant ? <span>{say("make.constant")}</span> : null}
          {piece.keys.length === 0 ? null : <span><Authored text={piece.keys.join(", ")} /></span>}
          {piece.roles.length === 0 ? null : <span>{say("cardtool.takenAs", { roles: piece.roles.map((role) => roleWord(say, role)).join(", ") })}</span>}
          {piece.settledBy === null ? null : <span>{piece.settledBy === "structure" ? say("cardtool.byStructure") : piece.settledBy === "person" ? say("cardtool.byPerson") : say("cardtool.byModel")}</span>}
        </p>
        <div className="review-acts">
          <Switch label={say("cardtool.raw")} on={raw} onChange={(on) => card.set({ raw: on, from: 0 })} />
          {data === null ? null : <Button size="small" icon="copy" onPress={() => void navigator.clipboard.writeText(data.text)}>{say("cardtool.copy")}</Button>}
        </div>
      </header>
      {error === null ? null : <p className="said-error small">{error.message}</p>}
      {data === null ? null : (
        <>
          <div className={raw ? "mono card-raw" : "worlds-prose"} dir="auto"><Authored text={data.text} /></div>
          {data.total <= TURN && from === 0 ? null : (
            <div className="line card-turns">
              <Button size="small" look="line" isDisabled={data.from === 0} onPress={() => card.set({ from: Math.max(0, data.from - TURN) })}>{say("cardtool.earlier")}</Button>
              <span className="small tertiary" role="status">{say("cardtool.turn", { from: data.from + 1, to: data.to, total: data.total })}</span>
              <Button size="small" look="line" isDisabled={data.next === null} onPress={() => card.set({ from: data.next ?? data.from })}>{say("cardtool.further")}</Button>
            </div>
          )}
        </>
      )}
    </article>
  );
}

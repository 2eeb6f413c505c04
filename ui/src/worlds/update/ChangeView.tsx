// One change: what the new card says otherwise, sentence by sentence, and how it is settled.
import type { Json, UpdateChange } from "../../bindings";
import { Authored, Button, Name, Segmented } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { addAsLore, mark, takeField } from "./acts";
import { useChangeTitle } from "./ChangeList";
import { useQuery } from "../../data/queries";

export function ChangeView({ world, change }: { world: string; change: UpdateChange }) {
  const { say } = useMessages();
  const titleOf = useChangeTitle();
  return (
    <article className="review-document">
      <header className="review-document-head">
        <div className="line"><h2 className="review-name"><Name text={titleOf(change)} /></h2><span className="small tertiary nowrap">{say(`newer.kind.${change.kind}` as MessageId)}</span></div>
        {change.how === null || change.how === "id" ? null : <p className="small tertiary">{say(`newer.how.${change.how}` as MessageId)}</p>}
        <div className="review-acts">
          <Segmented
            label={say("newer.settle")} size="small" value={change.mark ?? "open"} onChange={(next) => void mark(world, change.id, next === "open" ? null : next)}
            options={[{ id: "open", label: say("newer.mark.open") }, { id: "carried", label: say("newer.mark.carried"), icon: "tick" }, { id: "dismissed", label: say("newer.mark.dismissed"), icon: "close" }]}
          />
          {change.kind === "field" && change.after !== null ? <Button size="small" look="line" icon="carried" onPress={() => void takeField(world, change)}>{say("newer.take")}</Button> : null}
          {change.kind === "added" && change.new?.origin === "entry" && change.mark === null ? <Button size="small" look="line" icon="lorebook" onPress={() => void addAsLore(world, change)}>{say("newer.asLore")}</Button> : null}
        </div>
        {change.editedHere ? <p className="small said-warning">{say("newer.editedHere")}</p> : null}
        {change.tooLong ? <p className="small tertiary">{say("newer.tooLong")}</p> : null}
      </header>
      <Sentences world={world} change={change} />
      <Addresses came={change.came} gone={change.gone} />
    </article>
  );
}

function Sentences({ world, change }: { world: string; change: UpdateChange }) {
  const { say } = useMessages();
  if (change.kind === "picture") return <p className="secondary">{say("newer.pictureTold")}</p>;
  if (change.kind === "added" && change.new !== null && change.sentences.length === 0) return <WholePiece world={world} piece={change.new.id} version="new" />;
  if (change.kind === "dropped" && change.old !== null && change.sentences.length === 0) return <WholePiece world={world} piece={change.old.id} version="current" />;
  if (change.kind === "field" && change.sentences.length === 0) return <p className="worlds-prose diff"><del><Authored text={wordsOf(change.before)} /></del> <ins><Authored text={wordsOf(change.after)} /></ins></p>;
  return (
    <div className="worlds-prose diff" dir="auto">
      {change.sentences.map((one, at) => (one.what === "same" ? (
        <span key={at} className="secondary"><Authored text={one.text} />{one.text === "" ? <span className="small tertiary">{say("newer.sameSentences", { count: one.count })}</span> : null} </span>
      ) : one.what === "added" ? <ins key={at}><Authored text={one.text} /></ins> : <del key={at}><Authored text={one.text} /></del>))}
    </div>
  );
}

function wordsOf(value: Json | null): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join(", ") : value === null ? "" : JSON.stringify(value, null, 1);
}

function WholePiece({ world, piece, version }: { world: string; piece: string; version: "current" | "new" }) {
  const { data, error } = useQuery("card_read", { world, version, piece, from: 0, raw: false });
  if (error !== null) return <p className="small said-error">{error.message}</p>;
  if (data === null) return null;
  return <div className="worlds-prose diff" dir="auto">{version === "new" ? <ins><Authored text={data.text} /></ins> : <del><Authored text={data.text} /></del>}</div>;
}

function Addresses({ came, gone }: { came: string[]; gone: string[] }) {
  if (came.length + gone.length === 0) return null;
  return (
    <ul className="mono small diff update-addresses">
      {came.slice(0, 500).map((address) => <li key={`+${address}`}><ins><Authored text={address} /></ins></li>)}
      {gone.slice(0, 500).map((address) => <li key={`-${address}`}><del><Authored text={address} /></del></li>)}
    </ul>
  );
}

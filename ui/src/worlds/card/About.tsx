// A card at a glance, while no piece of it is read: what it is, who was found in it, what was remarked.
import type { CardOverview } from "../../bindings";
import { Authored, Button, Name, Tag } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { Notes } from "../importing/Came";
import { openWorldPanel } from "../route";

export function About({ overview }: { overview: CardOverview }) {
  const { say } = useMessages();
  return (
    <article className="review-document">
      <header className="review-document-head">
        <h2 className="review-name"><Name text={overview.name} /></h2>
        <p className="small secondary card-facts">
          {overview.creator === "" ? null : <span><bdi dir="auto">{say("make.by", { creator: overview.creator })}</bdi></span>}
          {overview.version === "" ? null : <span><bdi dir="auto">{say("make.version", { version: overview.version })}</bdi></span>}
          <span>{overview.sourceFormat}</span>
        </p>
      </header>
      <p className="secondary">{say("cardtool.choosePiece")}</p>
      {overview.roster.length === 0 ? null : (
        <section className="card-part">
          <h3>{say("cardtool.roster")}</h3>
          <ul className="card-made">
            {overview.roster.map((row) => (
              <li key={row.ref} className="line">
                <Button size="small" icon="right" isDisabled={!row.exists} onPress={() => openWorldPanel("world", row.ref)}><Authored text={row.name} cut /></Button>
                <span className="small tertiary">{say(`review.kind.${row.kind}s` as MessageId)}</span>
                {row.aliases.map((alias) => <Tag key={alias}><Authored text={alias} cut /></Tag>)}
                {row.exists ? null : <span className="small tertiary">{say("cardtool.entityGone")}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {overview.pictures.length === 0 ? null : (
        <section className="card-part"><h3>{say("make.addresses")}</h3><p className="making-tags">{overview.pictures.map(({ name, count }) => <Tag key={name}>{say(`cardtool.picture.${name}` as MessageId, { count })}</Tag>)}</p></section>
      )}
      <Notes notes={overview.notes} />
    </article>
  );
}

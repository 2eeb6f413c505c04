// Where something of the world comes from: the pieces it was built from, and where its name is mentioned.
import { useState } from "react";
import type { CardOverview } from "../../bindings";
import { useQuery } from "../../data/queries";
import { Button, PagePane, PaneRow, TextField } from "../../kit";
import { useMessages } from "../../messages";
import { openWorldPanel } from "../route";
import { PieceLink } from "./OverviewView";
import { Hits } from "./SearchView";
import { card, useCard } from "./state";

export function OriginView({ world, overview }: { world: string; overview: CardOverview }) {
  const { say } = useMessages();
  const subject = useCard((state) => state.subject);
  const { data, error } = useQuery("card_origin", subject.trim() === "" ? null : { world, subject });
  return (
    <PaneRow>
      <PagePane label={say("cardtool.origin")}>
        <div className="card-search" data-help="card">
          <Ask key={subject} subject={subject} known={overview.roster.map((row) => row.name)} />
          {error === null ? null : <p className="small secondary" role="status">{error.message}</p>}
          {data === null ? null : (
            <>
              {data.entity === null ? null : <p><Button size="small" look="line" icon="right" onPress={() => openWorldPanel("world", data.entity)}>{say("newer.openDocument")}</Button> <span className="small tertiary mono">{data.entity}</span></p>}
              <section className="card-part">
                <h3>{say("cardtool.builtFrom", { count: data.builtFrom.length })}</h3>
                {data.builtFrom.length === 0 ? <p className="small tertiary">{say("cardtool.builtFromNone")}</p> : <ul>{data.builtFrom.map((row) => <li key={row.id}><PieceLink row={row} /></li>)}</ul>}
              </section>
              <section className="card-part">
                <h3>{say("cardtool.mentioned", { count: data.mentionedIn.length })}</h3>
                <Hits hits={data.mentionedIn} label={say("cardtool.origin")} />
              </section>
            </>
          )}
        </div>
      </PagePane>
    </PaneRow>
  );
}

function Ask({ subject, known }: { subject: string; known: string[] }) {
  const { say } = useMessages();
  const [text, setText] = useState(subject);
  return (
    <form className="card-ask" onSubmit={(event) => { event.preventDefault(); card.set({ subject: text.trim() }); }}>
      <TextField label={say("cardtool.subject")} help={say("cardtool.subjectHint")} value={text} onChange={setText} list="card-subjects" className="grow" />
      <datalist id="card-subjects">{[...new Set(known)].map((name) => <option key={name} value={name} />)}</datalist>
      <Button look="line" type="submit">{say("cardtool.ask")}</Button>
    </form>
  );
}

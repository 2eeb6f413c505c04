// What came of an import: what a story still needs, what was made, what became of the card's pieces, what was remarked.
import type { ImportNote, ImportStatus } from "../../bindings";
import { Button, Icon, NoteRow, PagePane, PaneRow } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { NoteText } from "../parts/NoteText";
import { OutcomeBar, OUTCOMES, OutcomeWord, totalOf } from "../parts/Outcomes";
import { Player } from "./Player";
import { ReadinessMark } from "../parts/Readiness";
import { openWorldPanel } from "../route";

const COUNTED = new Set(["characters", "places", "factions", "things", "lore", "plots"]);

export function Came({ status }: { status: ImportStatus }) {
  const { say, number } = useMessages();
  const made = status.counts.filter(({ name, count }) => count > 0 && COUNTED.has(name));
  return (
    <PaneRow>
      <PagePane label={say("run.title")} className="run-came-page">
        <div className="run-came" data-help="worlds">
          <section className="run-part">
            <div className="line"><h2>{say("came.readiness")}</h2><ReadinessMark readiness={status.readiness} problems={status.problems.length} /></div>
            <p className="secondary">{say(`came.readiness.${status.readiness}`)}</p>
            {status.readiness === "needs-player" ? <Player world={status.world} /> : null}
            <div className="line">
              <Button look={status.readiness === "needs-player" ? "line" : "fill"} icon="worlds" onPress={() => openWorldPanel("world")}>{say("came.openWorld")}</Button>
              <Button look="line" icon="lorebook" onPress={() => openWorldPanel("card")}>{say("came.openCard")}</Button>
            </div>
          </section>
          <section className="run-part">
            <h2>{say("came.made")}</h2>
            <ul className="run-counts">{made.map(({ name, count }) => <li key={name} className="line"><Icon name="tick" size="small" />{say(`worlds.counts.${name}` as MessageId, { count })}</li>)}</ul>
          </section>
          {totalOf(status.outcomes) === 0 ? null : (
            <section className="run-part">
              <h2>{say("worlds.outcomes")}</h2>
              <OutcomeBar outcomes={status.outcomes} />
              <dl className="run-outcomes">
                {OUTCOMES.filter((one) => status.outcomes[one] > 0).map((one) => <div key={one} className="line"><dt><OutcomeWord outcome={one} /></dt><dd className="figure">{number(status.outcomes[one])}</dd></div>)}
              </dl>
            </section>
          )}
          <Notes notes={status.notes} />
        </div>
      </PagePane>
    </PaneRow>
  );
}

export function Notes({ notes }: { notes: ImportNote[] }) {
  const { say } = useMessages();
  if (notes.length === 0) return null;
  return (
    <section className="run-part">
      <h2>{say("came.notes", { count: notes.length })}</h2>
      {notes.slice(0, 300).map((note, at) => <NoteRow key={at} severity="info"><NoteText note={note} /></NoteRow>)}
      {notes.length > 300 ? <p className="small tertiary">{say("came.notesMore", { count: notes.length - 300 })}</p> : null}
    </section>
  );
}

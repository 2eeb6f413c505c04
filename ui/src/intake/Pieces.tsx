// The pieces of a file that holds several nobody links to, an account's archive say: one row each with what was said of
// it, then the rows that become nothing.
import type { Note, StagedDetail } from "../bindings";
import { Authored, Icon, NoteRow } from "../kit";
import { Said } from "../kit/Said";
import { useMessages } from "../messages";

/** Rows that are drawn; an archive may hold thousands. */
const SHOWN = 200;

/** Whether the file holds pieces that stand beside each other. */
export function holdsSeveral(detail: StagedDetail): boolean {
  return detail.brought.some(({ loose }) => loose);
}

/** Places of the notes the list of pieces shows. */
export function saidOfPieces(detail: StagedDetail): Set<number> {
  if (!holdsSeveral(detail)) return new Set();
  const failed = detail.notes.flatMap(({ code }, at) => (code === "row-failed" ? [at] : []));
  return new Set([...detail.brought.slice(0, SHOWN).flatMap(({ notes }) => notes), ...failed]);
}

function NoteLines({ notes }: { notes: Note[] }) {
  return notes.map((note, at) => <NoteRow key={at} severity={note.severity}><Said code={note.code} text={note.text} /></NoteRow>);
}

export function Pieces({ detail }: { detail: StagedDetail }) {
  const { say } = useMessages();
  if (!holdsSeveral(detail)) return null;
  const failed = detail.notes.filter(({ code }) => code === "row-failed");
  const { length } = detail.brought;
  return (
    <section className="intake-part">
      <h3 className="intake-heading">{say("intake.pieces", { count: length })}</h3>
      <p className="small tertiary">{say("intake.piecesHint")}</p>
      <ul className="intake-pieces">
        {detail.brought.slice(0, SHOWN).map((piece, at) => (
          <li key={at}>
            <span className="line">
              <Icon name={piece.kind} size="small" />
              <span className="grow cut"><Authored text={piece.name === "" ? say("common.noName") : piece.name} /></span>
              <span className="tertiary nowrap">{say("intake.brought", { name: say(`kind.${piece.kind}`), count: piece.count })}</span>
            </span>
            <NoteLines notes={piece.notes.flatMap((index) => detail.notes[index] ?? [])} />
          </li>
        ))}
      </ul>
      {length <= SHOWN ? null : <p className="small tertiary">{say("intake.morePieces", { count: length - SHOWN })}</p>}
      {failed.length === 0 ? null : (
        <>
          <h3 className="intake-heading">{say("intake.rowsFailed", { count: failed.length })}</h3>
          <NoteLines notes={failed} />
        </>
      )}
    </section>
  );
}

// What a run did: the counts, the pieces that were left alone with the reason, and the way back for all of it.
import { useState } from "react";
import type { Run } from "../../bindings";
import { asApiError } from "../../host";
import { Button, Icon, Name, NoteRow } from "../../kit";
import { useMessages } from "../../messages";
import { undoRun } from "../runs";

export function Report({ run }: { run: Run }) {
  const { say } = useMessages();
  const [undone, setUndone] = useState<Run | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const shown = undone ?? run;
  async function undo(): Promise<void> {
    try {
      setUndone(await undoRun(run.pieces));
    } catch (thrown) {
      setFault(asApiError(thrown).message);
    }
  }
  return (
    <div className="pane-scroll replace-report" role="region" aria-label={say("run.report")}>
      <p className="medium line" role="status">
        <Icon name="ok" className="said-good" />
        {undone === null ? say("run.done", { total: run.total, pieces: run.pieces.length }) : say("run.undone", { pieces: undone.pieces.length })}
      </p>
      <p className="line">
        {undone === null && run.pieces.length > 0 ? <Button look="line" icon="undo" onPress={() => void undo()}>{say("run.undo")}</Button> : null}
      </p>
      {fault === null ? null : <NoteRow severity="error">{fault}</NoteRow>}
      {shown.failed.length === 0 ? null : (
        <>
          <h3>{say("run.failed", { count: shown.failed.length })}</h3>
          <ul>
            {shown.failed.map(({ address, name, error }) => (
              <li key={address} className="replace-failed"><Name text={name === "" ? address : name} className="medium" /><span className="secondary">{error.message} {error.hint}</span></li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

// The bench: a chat, typed or pasted, tried out on the book as it is being written.
import { type Document, useDocument } from "../../../documents";
import { Banner, Button, Popover } from "../../../kit";
import { useMessages } from "../../../messages";
import { ENTRIES, listOf } from "../entries";
import { BenchRules } from "./BenchRules";
import { ChatLog } from "./ChatLog";
import { Outcome } from "./Outcome";
import { useTrial } from "./useTrial";
import "./trial.css";

export function BenchPanel({ document }: { document: Document }) {
  const { say } = useMessages();
  const entries = useDocument(document, ({ body }) => listOf(body[ENTRIES]));
  const { trial, error, asking } = useTrial(document, { user: say("trial.user"), character: say("trial.character") });
  return (
    <div className="pane-scroll trial" data-help="bench" aria-busy={asking}>
      <ChatLog document={document} marks={trial?.marks ?? []} />
      <div className="trial-foot">
        <span className="small tertiary cut">{say("trial.engine")}</span>
        <Popover label={say("trial.rules")} placement="bottom end" button={<Button size="small" look="quiet" icon="settings">{say("trial.rules")}</Button>}>{() => <BenchRules document={document} />}</Popover>
      </div>
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      {trial === null ? null : <Outcome document={document} entries={entries} trial={trial} />}
    </div>
  );
}

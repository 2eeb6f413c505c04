// The bench: a chat, typed or pasted, tried out on the book as it is being written.
import { type Document, useDocument } from "../../../documents";
import { Banner, Button, Popover } from "../../../kit";
import { useMessages } from "../../../messages";
import { ENTRIES, listOf } from "../entries";
import { BenchRules } from "./BenchRules";
import { ChatLog } from "./ChatLog";
import { Outcome } from "./Outcome";
import { useTrial } from "./useTrial";
import "./bench.css";

export function BenchPanel({ document }: { document: Document }) {
  const { say } = useMessages();
  const entries = useDocument(document, ({ body }) => listOf(body[ENTRIES]));
  const { trial, error, asking } = useTrial(document, { user: say("bench.user"), character: say("bench.character") });
  return (
    <div className="pane-scroll bench" data-help="bench" aria-busy={asking}>
      <ChatLog document={document} marks={trial?.marks ?? []} />
      <div className="bench-foot">
        <span className="small tertiary cut">{say("bench.engine")}</span>
        <Popover label={say("bench.rules")} placement="bottom end" button={<Button size="small" look="quiet" icon="settings">{say("bench.rules")}</Button>}>{() => <BenchRules document={document} />}</Popover>
      </div>
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      {trial === null ? null : <Outcome document={document} entries={entries} trial={trial} />}
    </div>
  );
}

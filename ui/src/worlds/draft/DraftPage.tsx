// A draft: the files are written, and something still stands in the way of a story. Each problem leads to its document;
// mended by hand, the last one makes it a world by itself. It can also be kept as it is, or go to the trash.
import { useState } from "react";
import type { ImportStatus, WorldProblem } from "../../bindings";
import { asApiError, invoke } from "../../host";
import { Authored, Banner, Button, Icon, PagePane, PaneRow } from "../../kit";
import { toast } from "../../kit";
import { messages, useMessages } from "../../messages";
import { refreshWorlds } from "../fresh";
import { Notes } from "../importing/Came";
import { restoreWorld } from "../list/acts";
import { closeWorld, openWorldPanel } from "../route";
import type { ApiError, DraftAct } from "../../bindings";

async function act(status: ImportStatus, what: DraftAct): Promise<void> {
  const { say } = messages();
  if (what === "discard") {
    const { item } = await invoke("world_discard", { world: status.world });
    closeWorld();
    toast({ icon: "trash", text: say("worlds.trashed", { name: status.name }), act: { label: say("common.undo"), run: () => void restoreWorld(item) } });
  } else {
    await invoke("draft_act", { world: status.world, act: what });
    toast({ text: say("draft.kept", { name: status.name }) });
  }
  refreshWorlds();
}

export function DraftPage({ status }: { status: ImportStatus }) {
  const { say } = useMessages();
  const [fault, setFault] = useState<ApiError | null>(null);
  const run = (what: DraftAct): void => {
    act(status, what).then(() => setFault(null), (thrown: unknown) => setFault(asApiError(thrown)));
  };
  return (
    <PaneRow>
      <PagePane label={say("draft.title")} className="run-came-page">
        <div className="run-came" data-help="draft">
          {fault === null ? null : <Banner tone="error" title={fault.message} hint={fault.hint} />}
          <section className="run-part">
            <h2>{say("draft.head", { count: status.problems.length })}</h2>
            <p className="secondary">{say("draft.hint")}</p>
            <ul className="draft-problems" aria-label={say("draft.problems")}>
              {status.problems.map((problem, at) => <Problem key={at} problem={problem} />)}
            </ul>
            <div className="line draft-acts">
              <Button look="line" icon="ok" onPress={() => run("keep")}>{say("draft.keep")}</Button>
              <Button icon="trash" onPress={() => run("discard")}>{say("draft.discard")}</Button>
              <span className="small tertiary cut">{say("draft.keepHint")}</span>
            </div>
          </section>
          <Notes notes={status.notes} />
        </div>
      </PagePane>
    </PaneRow>
  );
}

function Problem({ problem }: { problem: WorldProblem }) {
  const { say } = useMessages();
  return (
    <li className="draft-problem">
      <Icon name="error" className="said-error" />
      <span className="grow stack">
        <span className="draft-message"><Authored text={problem.message} /></span>
        <span className="small tertiary mono draft-place"><Authored text={problem.place} /></span>
        {problem.hint === null ? null : <span className="small secondary"><Authored text={problem.hint} /></span>}
      </span>
      <Button size="small" look="line" onPress={() => openWorldPanel("world", problem.document === null ? problem.place : problem.place.includes("#") ? `${problem.document}${problem.place.slice(problem.place.indexOf("#"))}` : problem.document)}>{say("draft.open")}</Button>
    </li>
  );
}

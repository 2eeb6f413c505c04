// An update from a newer card: what differs, each change beside the document it concerns, and what was settled of it.
import { useMemo } from "react";
import type { CardChanges, UpdateStatus } from "../../bindings";
import { useQuery } from "../../data/queries";
import { useStore } from "../../data/store";
import { Banner, Button, EmptyState, PagePane, PaneRow, SidePane } from "../../kit";
import { useMessages } from "../../messages";
import { useNavigation } from "../../navigation";
import type { WorldPanelProps } from "../panels";
import { beginUpdate, cancelUpdate, finishUpdate, undoUpdate, updating } from "./acts";
import { ChangeList } from "./ChangeList";
import { ChangeView } from "./ChangeView";
import { Concerned } from "./Concerned";
import { UpdateChecks } from "./UpdateChecks";
import "./update.css";

export function UpdatePanel({ world }: WorldPanelProps) {
  const { say } = useMessages();
  const { data: status, error } = useQuery("update_status", { world });
  const fault = useStore(updating, (state) => state.fault) ?? error;
  const waiting = status?.mark === "waiting";
  const asked = useQuery("card_diff", waiting ? { world } : null);
  const changes = asked.data;
  return (
    <>
      {fault === null ? null : <Banner tone="error" title={fault.message} hint={fault.hint} />}
      {asked.error === null ? null : <Banner tone="error" title={asked.error.message} hint={asked.error.hint} />}
      {status === null ? <PaneRow><PagePane label={say("newer.title")}>{null}</PagePane></PaneRow> : !waiting ? <NoUpdate world={world} status={status} />
        : changes === null ? <PaneRow><PagePane label={say("newer.title")}>{null}</PagePane></PaneRow> : <Waiting world={world} status={status} changes={changes} />}
    </>
  );
}

function NoUpdate({ world, status }: { world: string; status: UpdateStatus }) {
  const { say, ago } = useMessages();
  const undo = status.mark === "can-undo";
  return (
    <PaneRow>
      <PagePane label={say("newer.title")}>
        {!status.fromCard ? <EmptyState title={say("newer.noCard")} hint={say("newer.noCardHint")} /> : (
          <EmptyState title={undo ? say("newer.was", { ago: ago(status.finishedAt ?? "") }) : say("newer.none")} hint={undo ? say("newer.wasHint") : say("newer.noneHint")}>
            <Button look="line" icon="folder" onPress={() => void beginUpdate(world)}>{say("newer.choose")}</Button>
            {undo ? <Button look="line" icon="undo" onPress={() => void undoUpdate(world)}>{say("newer.undo")}</Button> : null}
          </EmptyState>
        )}
      </PagePane>
    </PaneRow>
  );
}

function Waiting({ world, status, changes }: { world: string; status: UpdateStatus; changes: CardChanges }) {
  const { say } = useMessages();
  const list = useNavigation((state) => state.list);
  const inspector = useNavigation((state) => state.inspector);
  const chosen = useStore(updating, (state) => state.chosen);
  const asked = useStore(updating, (state) => state.asked);
  const rows = changes.changes;
  const row = rows.find(({ id }) => id === chosen) ?? rows[0];
  const open = useMemo(() => rows.filter((one) => one.mark === null).length, [rows]);
  return (
    <>
      <div className="run-bar" data-pane="steps">
        <span className="medium nowrap">{say("newer.from")}</span>
        <span className="secondary cut"><bdi dir="auto">{status.version !== null && status.version !== "" ? say("newer.fromVersions", { file: status.fileName ?? "", before: status.versionBefore ?? "", after: status.version }) : status.fileName}</bdi></span>
        <span className="grow" />
        <span className="small secondary nowrap" role="status">{say("newer.open", { open, count: rows.length })}</span>
        <UpdateChecks world={world} />
        <Button size="small" onPress={() => void cancelUpdate(world)}>{say("newer.cancel")}</Button>
        <Button size="small" look="fill" onPress={() => void finishUpdate(world)}>{say("newer.finish")}</Button>
      </div>
      {asked === null ? null : (
        <Banner tone="warning" title={say("newer.asks", { count: asked.length })} hint={say("newer.asksHint")}>
          <Button size="small" onPress={() => updating.set({ asked: null, chosen: asked[0] ?? null })}>{say("newer.goOn")}</Button>
          <Button size="small" look="line" onPress={() => void finishUpdate(world)}>{say("newer.finishAllTheSame")}</Button>
        </Banner>
      )}
      <PaneRow>
        {list ? <SidePane id="update-list" side="left" label={say("newer.changes")}><ChangeList rows={rows} chosen={row?.id ?? null} same={changes.same} moved={changes.moved} edited={changes.editedSince} /></SidePane> : null}
        <PagePane label={say("newer.title")}>
          <div className="pane-scroll" data-help="update" key={row?.id}>{row === undefined ? <EmptyState title={say("newer.nothing")} hint={say("newer.nothingHint", { count: changes.same })} /> : <ChangeView world={world} change={row} />}</div>
        </PagePane>
        {inspector && row !== undefined ? <SidePane id="update-beside" side="right" label={say("newer.concerned")} width={400}><Concerned key={row.id} world={world} change={row} /></SidePane> : null}
      </PaneRow>
    </>
  );
}

// States of an open piece that last until somebody chooses: changed elsewhere, not saved, found from an earlier run,
// a library that cannot be written, keys of a newer version.
import { useState } from "react";
import { useStore } from "../data/store";
import { type Document, useDocument } from "../documents";
import { Banner, Button } from "../kit";
import { MergeDialog } from "../merge/MergeDialog";
import { updates } from "../merge/update";
import { UpdateDialog } from "../merge/UpdateDialog";
import { useMessages } from "../messages";
import { SnapshotDialog } from "./history/SnapshotDialog";

export function Lasting({ document }: { document: Document }) {
  const { say, moment, clock } = useMessages();
  const { conflict, recovered, save, entity } = useDocument(document, (state) => state);
  const [hidden, hide] = useState(false);
  const [comparing, compare] = useState(false);
  const updating = useStore(updates, ({ open }) => open);
  return (
    <>
      <SnapshotDialog document={document} />
      {comparing ? <MergeDialog document={document} onClose={() => compare(false)} /> : null}
      {updating?.address === document.address ? <UpdateDialog key={updating.row.id} document={document} updating={updating} /> : null}
      {conflict === null ? null : (
        <Banner tone="warning" title={say("conflict.title", { revision: conflict.revision })} hint={say("conflict.hint", { time: clock(conflict.since) })}>
          <Button look="fill" size="small" icon="compare" onPress={() => compare(true)}>{say("conflict.compare")}</Button>
        </Banner>
      )}
      {save.state !== "failed" ? null : (
        <Banner tone="error" title={say("save.failedTitle", { time: clock(save.since), reason: save.error.message })} hint={save.error.hint ?? say("save.failedHint")}>
          <Button look="line" size="small" onPress={() => void document.save("save")}>{say("common.tryAgain")}</Button>
          <Button look="line" size="small" onPress={() => void navigator.clipboard.writeText(JSON.stringify(document.store.get().body, null, 2))}>{say("workbench.copyText")}</Button>
        </Banner>
      )}
      {recovered === null || hidden || conflict !== null ? null : (
        <Banner tone="info" title={say("draft.found", { time: moment(recovered) })} hint={say("draft.foundHint", { revision: entity.revision })}>
          <Button look="line" size="small" icon="compare" onPress={() => compare(true)}>{say("draft.compare")}</Button>
          <Button look="line" size="small" onPress={() => void document.save("save").then((done) => done && hide(true))}>{say("common.save")}</Button>
          <Button look="quiet" size="small" onPress={() => void document.dropDraft()}>{say("workbench.discardDraft")}</Button>
        </Banner>
      )}
      {entity.readOnly ? <Banner tone="warning" title={say("workbench.readOnly")} /> : null}
      {entity.unknown ? <Banner tone="info" title={say("workbench.newer")} /> : null}
    </>
  );
}

// States of an open piece that last until somebody chooses: changed elsewhere, not saved, found from an earlier run,
// a library that cannot be written, keys of a newer version.
import { useState } from "react";
import { type Document, useDocument } from "../documents";
import { Banner, Button } from "../kit";
import { useMessages } from "../messages";
import { Compare } from "./Compare";

export function Lasting({ document }: { document: Document }) {
  const { say, moment, clock } = useMessages();
  const { conflict, recovered, save, entity } = useDocument(document, (state) => state);
  const [hidden, hide] = useState(false);
  const [comparing, compare] = useState(false);
  return (
    <>
      {comparing && conflict !== null ? <Compare document={document} onClose={() => compare(false)} /> : null}
      {conflict === null ? null : (
        <Banner tone="warning" title={say("conflict.title", { revision: conflict.revision })} hint={say("conflict.hint", { time: clock(conflict.since) })}>
          <Button look="line" size="small" onPress={() => compare(true)}>{say("conflict.compare")}</Button>
          <Button look="line" size="small" onPress={() => void document.keepMine()}>{say("conflict.mine")}</Button>
          <Button look="line" size="small" onPress={() => void document.takeTheirs()}>{say("conflict.theirs")}</Button>
        </Banner>
      )}
      {save.state !== "failed" ? null : (
        <Banner tone="error" title={say("save.failedTitle", { time: clock(save.since), reason: save.error.message })} hint={save.error.hint ?? say("save.failedHint")}>
          <Button look="line" size="small" onPress={() => void document.save("save")}>{say("common.tryAgain")}</Button>
          <Button look="line" size="small" onPress={() => void navigator.clipboard.writeText(JSON.stringify(document.store.get().body, null, 2))}>{say("workbench.copyText")}</Button>
        </Banner>
      )}
      {recovered === null || hidden ? null : (
        <Banner tone="info" title={say("draft.found", { time: moment(recovered) })}>
          <Button look="line" size="small" onPress={() => void document.save("save").then((done) => done && hide(true))}>{say("common.save")}</Button>
          <Button look="quiet" size="small" onPress={() => void document.takeTheirs()}>{say("workbench.discardDraft")}</Button>
        </Banner>
      )}
      {entity.readOnly ? <Banner tone="warning" title={say("workbench.readOnly")} /> : null}
      {entity.unknown ? <Banner tone="info" title={say("workbench.newer")} /> : null}
    </>
  );
}

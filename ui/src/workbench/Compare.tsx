// What the own edits and the revision saved elsewhere have differently, before one of them is chosen.
import { useEffect, useMemo, useState } from "react";
import type { ApiError, Json, JsonObject } from "../bindings";
import { difference, type Document, readPath } from "../documents";
import { asApiError, invoke } from "../host";
import { Banner, Button, Dialog, DiffText, EmptyState } from "../kit";
import { useMessages } from "../messages";
import { labelOf } from "./find/labels";

export function Compare({ document, onClose }: { document: Document; onClose: () => void }) {
  const { say } = useMessages();
  const [theirs, setTheirs] = useState<JsonObject | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    invoke("entity_open", { address: document.address }).then(({ body }) => setTheirs(body), (thrown: unknown) => setError(asApiError(thrown)));
  }, [document]);
  const { body: mine, entity } = document.store.get();
  const rows = useMemo(() => (theirs === null ? [] : difference(theirs, mine).map(({ path }) => ({ path, theirs: told(readPath(theirs, path)), mine: told(readPath(mine, path)) }))), [theirs, mine]);
  const act = (work: () => Promise<void>) => (): void => {
    onClose();
    void work();
  };
  return (
    <Dialog
      open size="page" title={say("conflict.compareTitle")} onClose={onClose} closeLabel={say("common.close")}
      footer={(
        <>
          <Button look="line" onPress={act(document.takeTheirs)}>{say("conflict.theirs")}</Button>
          <Button look="fill" onPress={act(document.keepMine)}>{say("conflict.mine")}</Button>
        </>
      )}
    >
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      {theirs !== null && rows.length === 0 ? <EmptyState title={say("conflict.same")} /> : null}
      <ul>
        {rows.map((row) => (
          <li key={row.path} className="compare-row">
            <div className="line"><span className="medium">{labelOf(entity.kind, mine, row.path, say)}</span><span className="mono tertiary cut">{row.path}</span></div>
            <div className="compare-texts">
              <section aria-label={say("conflict.theirsSaid")}><h3>{say("conflict.theirsSaid")}</h3><DiffText before={row.theirs} after={row.mine} side="before" /></section>
              <section aria-label={say("conflict.mineSaid")}><h3>{say("conflict.mineSaid")}</h3><DiffText before={row.theirs} after={row.mine} side="after" /></section>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function told(value: Json | undefined): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

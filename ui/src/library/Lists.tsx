// The lists that are no search: the trash, damaged files, drafts that no revision holds.
import { useState } from "react";
import type { LibrarySummary, TrashRow } from "../bindings";
import { useQuery } from "../data/queries";
import { Button, Checkbox, Dialog, EmptyState, Icon, Name } from "../kit";
import { useMessages } from "../messages";
import { host } from "../host";
import { deleteForGood, openRow, restorePieces, sayFailure } from "./acts";
import { addressOf } from "./state";
import "./Lists.css";

function DeleteDialog({ items, onClose }: { items: string[] | null; onClose: () => void }) {
  const { say } = useMessages();
  return (
    <Dialog
      grave open={items !== null} title={say("library.deleteTitle", { count: items?.length ?? 0 })} onClose={onClose} closeLabel={say("common.close")}
      footer={(
        <>
          <Button onPress={onClose} autoFocus>{say("common.cancel")}</Button>
          <Button look="danger" onPress={() => { void deleteForGood(items ?? []); onClose(); }}>{say("library.deleteForGood")}</Button>
        </>
      )}
    >
      <p>{say("library.deleteHint")}</p>
    </Dialog>
  );
}

export function Trash() {
  const { say, ago } = useMessages();
  const rows = useQuery("library_trash", {}).data;
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [deleting, ask] = useState<string[] | null>(null);
  if (rows === null) return null;
  if (rows.length === 0) return <EmptyState title={say("library.trashEmpty")} hint={say("library.trashHint")} />;
  const known = rows.filter(({ item }) => chosen.has(item)).map(({ item }) => item);
  const all = rows.map(({ item }) => item);
  const toggle = (row: TrashRow): void => {
    const next = new Set(chosen);
    if (!next.delete(row.item)) next.add(row.item);
    choose(next);
  };
  return (
    <div className="stack grow list-page">
      <div className="line list-head">
        <Checkbox
          label={say("library.picked", { count: known.length })} on={known.length === all.length} mixed={known.length > 0 && known.length < all.length}
          onChange={(on) => choose(new Set(on ? all : []))}
        />
        <span className="push" />
        <Button size="small" icon="undo" isDisabled={known.length === 0} onPress={() => void restorePieces(known)}>{say("common.restore")}</Button>
        <Button size="small" icon="trash" onPress={() => ask(known.length === 0 ? all : known)}>{known.length === 0 ? say("library.emptyTrash") : say("library.deleteForGood")}</Button>
      </div>
      <ul className="pane-scroll" aria-label={say("library.trash")}>
        {rows.map((row) => (
          <li key={row.item} className="list-row">
            <Checkbox label={null} name={say("library.pickOne", { name: row.name })} on={chosen.has(row.item)} onChange={() => toggle(row)} />
            <Icon name={row.kind} className="tertiary" />
            <Name text={row.name} className="grow" />
            <span className="small tertiary nowrap">{say("library.removedAt", { ago: ago(row.removedAt) })}</span>
            <Button size="small" onPress={() => void restorePieces([row.item])}>{say("common.restore")}</Button>
          </li>
        ))}
      </ul>
      <DeleteDialog items={deleting} onClose={() => ask(null)} />
    </div>
  );
}

/** Files that cannot be read: named, with the reason, and never with a delete beside them. */
export function Damaged({ summary }: { summary: LibrarySummary | null }) {
  const { say } = useMessages();
  const files = summary?.damaged ?? [];
  if (files.length === 0) return <EmptyState title={say("library.damagedTitle", { count: 0 })} />;
  return (
    <div className="stack grow list-page">
      <div className="list-head"><p className="medium">{say("library.damagedTitle", { count: files.length })}</p><p className="small tertiary">{say("library.damagedHint")}</p></div>
      <ul className="pane-scroll" aria-label={say("library.damaged")}>
        {files.map(({ file, error }) => (
          <li key={file} className="list-row">
            <Icon name="error" className="said-error" />
            <bdi className="mono cut grow" title={file}>{file}</bdi>
            <span className="small secondary">{error}</span>
            {host().can.openFolder && summary !== null ? (
              <Button size="small" look="quiet" onPress={() => void host().openFolder(`${summary.root}/${file}`).catch(sayFailure)}>{say("library.showInFolder")}</Button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Drafts({ summary }: { summary: LibrarySummary | null }) {
  const { say, ago } = useMessages();
  const addresses = summary?.drafts ?? [];
  const rows = useQuery("library_rows", addresses.length === 0 ? null : { addresses }).data ?? [];
  if (addresses.length === 0) return <EmptyState title={say("library.noDrafts")} />;
  return (
    <ul className="pane-scroll list-page" aria-label={say("library.drafts")}>
      {rows.map((row) => (
        <li key={addressOf(row)} className="list-row">
          <Icon name={row.kind} className="tertiary" />
          <Name text={row.name} className="grow" />
          <span className="small tertiary nowrap">{ago(row.updated)}</span>
          <Button size="small" look="line" onPress={() => openRow(row)}>{say("common.open")}</Button>
        </li>
      ))}
    </ul>
  );
}

// The export dialog: choose the app, read what was measured on the bytes, write the file. Open drafts become a revision
// first, so that what is measured is what is on the screen.
import { useEffect, useState } from "react";
import type { Address } from "../bindings";
import { invalidate } from "../data/queries";
import { documentAt } from "../documents";
import { Dialog, Name } from "../kit";
import { useMessages } from "../messages";
import { navigation } from "../navigation";
import { BatchSheet } from "./BatchSheet";
import { ExportSheet } from "./ExportSheet";
import "./export.css";

export function ExportDialog({ addresses, onClose }: { addresses: Address[]; onClose: () => void }) {
  const { say } = useMessages();
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    let gone = false;
    void Promise.all(addresses.map((address) => documentAt(address)?.save("export"))).then(() => !gone && setSaved(true));
    return () => {
      gone = true;
    };
  }, [addresses]);
  const [first] = addresses;
  const close = (): void => {
    invalidate("batch_unfinished");
    onClose();
  };
  const one = addresses.length === 1 && first !== undefined;
  const revision = saved && one ? documentAt(first)?.store.get().entity.revision : undefined;
  const title = (
    <span className="line">
      {say("export.title")}
      {one ? (
        <span className="secondary export-piece line">
          <Name text={navigation.get().labels[first]?.name ?? first} />
          {revision === undefined ? null : <span className="nowrap">{say("export.revision", { revision })}</span>}
        </span>
      ) : <span className="secondary export-piece">{say("export.pieces", { count: addresses.length })}</span>}
    </span>
  );
  return (
    <Dialog open size="page" title={title} label={say("export.title")} onClose={close} closeLabel={say("common.close")}>
      {!saved ? null : one ? <ExportSheet address={first} onClose={onClose} /> : <BatchSheet addresses={addresses} wish={navigation.get().resuming ?? undefined} onClose={close} />}
    </Dialog>
  );
}

// The question for a name, asked by Ctrl Shift S or the palette.
import { useState } from "react";
import { useStore } from "../../data/store";
import type { Document } from "../../documents";
import { asApiError } from "../../host";
import { Banner, Button, Dialog, TextField } from "../../kit";
import { useMessages } from "../../messages";
import { nameState, snapshots } from "./snapshot";

export function SnapshotDialog({ document }: { document: Document }) {
  const { say } = useMessages();
  const open = useStore(snapshots, ({ asking }) => asking === document.address);
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const close = (): void => {
    setText("");
    setError(null);
    snapshots.set({ asking: null });
  };
  async function done(): Promise<void> {
    const name = text.trim();
    if (name === "") return;
    try {
      // Where the edits could not be saved, the save line says why, and nothing was named.
      await nameState(document.address, name);
      close();
    } catch (thrown) {
      setError(asApiError(thrown).message);
    }
  }
  if (!open) return null;
  return (
    <Dialog
      open title={say("snapshot.title")} onClose={close} closeLabel={say("common.close")}
      footer={<><Button onPress={close}>{say("common.cancel")}</Button><Button look="fill" isDisabled={text.trim() === ""} onPress={() => void done()}>{say("common.save")}</Button></>}
    >
      {error === null ? null : <Banner tone="error" title={error} />}
      <TextField label={say("history.nameField")} value={text} onChange={setText} autoFocus onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && void done()} />
      <p className="small secondary">{say("snapshot.hint")}</p>
    </Dialog>
  );
}

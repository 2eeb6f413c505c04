// Another name for a piece, without opening it. Its address stays as it is.
import { useState } from "react";
import type { EntityRow } from "../bindings";
import { Button, Dialog, TextField } from "../kit";
import { useMessages } from "../messages";
import { renamePiece } from "./acts";
import { addressOf } from "./state";

export function RenameDialog({ row, onClose }: { row: EntityRow; onClose: () => void }) {
  const { say } = useMessages();
  const [name, setName] = useState(row.name);
  function rename(): void {
    onClose();
    if (name !== row.name) void renamePiece(addressOf(row), name);
  }
  return (
    <Dialog
      open title={say("common.rename")} onClose={onClose} closeLabel={say("common.close")}
      footer={<><Button onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" onPress={rename}>{say("common.rename")}</Button></>}
    >
      <TextField label={say("library.name")} value={name} onChange={setName} autoFocus onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && rename()} />
    </Dialog>
  );
}

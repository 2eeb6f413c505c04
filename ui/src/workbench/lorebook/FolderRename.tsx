// The name of a folder being written: opened when a folder is made, and from the folder's menu.
import { useState } from "react";
import type { Document } from "../../documents";
import { Button, Dialog, TextField } from "../../kit";
import { useMessages } from "../../messages";
import type { Folder } from "./rows";
import { useView, viewOf } from "./state";
import type { BookActs } from "./useBookActs";

export function FolderRename({ document, folders, acts }: { document: Document; folders: readonly Folder[]; acts: BookActs }) {
  const id = useView(document, (view) => view.renaming);
  const folder = folders.find((one) => one.id === id);
  return folder === undefined ? null : <Rename key={folder.id} folder={folder} acts={acts} onClose={() => viewOf(document).set({ renaming: null })} />;
}

function Rename({ folder, acts, onClose }: { folder: Folder; acts: BookActs; onClose: () => void }) {
  const { say } = useMessages();
  const [name, setName] = useState(folder.name);
  function done(): void {
    if (name.trim() !== "" && name !== folder.name) acts.acts.setFolder(folder.id, { name: name.trim() }, say("lore.step.renameFolder"));
    onClose();
  }
  return (
    <Dialog title={say("lore.folder.name")} open onClose={onClose} closeLabel={say("common.close")} footer={<><Button onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" onPress={done}>{say("common.save")}</Button></>}>
      <TextField label={say("lore.name")} value={name} onChange={setName} autoFocus onKeyDown={(event) => event.key === "Enter" && done()} />
    </Dialog>
  );
}

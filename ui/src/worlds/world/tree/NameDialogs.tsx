// Naming a document: a new one of a folder, or one that is there. The id is made of the name once, and stays.
import { useState } from "react";
import { Button, Dialog, TextField } from "../../../kit";
import { useMessages } from "../../../messages";
import { makeDocument } from "../acts";
import { type Folder, nameKey, partsOfRef } from "../model";
import { nameAt, useNames, useOpened } from "../names";
import { showDocument } from "../place";

interface NameProps { title: string; value: string; act: string; onDone: (name: string) => void; onClose: () => void }

function NameDialog({ title, value, act, onDone, onClose }: NameProps) {
  const { say } = useMessages();
  const [name, setName] = useState(value);
  const off = name.trim() === "" || name.trim() === value;
  const done = (): void => {
    if (off) return;
    onDone(name.trim());
    onClose();
  };
  return (
    <Dialog title={title} open onClose={onClose} closeLabel={say("common.close")} footer={<><Button look="line" onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" isDisabled={off} onPress={done}>{act}</Button></>}>
      <div className="dialog-form"><TextField label={say("world.field.name")} value={name} onChange={setName} autoFocus onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && done()} /></div>
    </Dialog>
  );
}

export function NewDocument({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { say } = useMessages();
  const desk = useOpened();
  return <NameDialog title={say(`world.newOne.${folder}`)} value="" act={say("world.make")} onClose={onClose} onDone={(name) => void makeDocument(desk, folder, name).then((document) => document !== null && showDocument(document))} />;
}

export function RenameDocument({ document, onClose }: { document: string; onClose: () => void }) {
  const { say } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const parts = partsOfRef(document);
  return (
    <NameDialog
      title={say("world.rename")} value={nameAt(names, document)} act={say("common.rename")} onClose={onClose}
      onDone={(name) => void desk.document(document).then((open) => {
        open.edit({ label: say("world.step.rename"), changes: [{ path: parts === null ? "name" : nameKey(parts.folder), value: name }] });
        return open.flushDraft();
      })}
    />
  );
}

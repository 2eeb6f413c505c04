// Asks for the name of a variant.
import { useState } from "react";
import { Button, Dialog, TextField } from "../../kit";
import { useMessages } from "../../messages";

export interface NameDialogProps { title: string; value: string; onName: (name: string) => void; onClose: () => void }

export function NameDialog({ title, value, onName, onClose }: NameDialogProps) {
  const { say } = useMessages();
  const [name, setName] = useState(value);
  function done(): void {
    if (name.trim() === "") return;
    onName(name.trim());
    onClose();
  }
  return (
    <Dialog
      open title={title} onClose={onClose} closeLabel={say("common.close")}
      footer={<><Button onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" isDisabled={name.trim() === ""} onPress={done}>{title}</Button></>}
    >
      <TextField label={say("variant.name")} value={name} onChange={setName} autoFocus onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && done()} />
    </Dialog>
  );
}

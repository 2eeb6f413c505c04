// Giving the state one sees a name, so that it can be found again among many revisions.
import { useState } from "react";
import { Button, Popover, TextField } from "../../kit";
import { useMessages } from "../../messages";

export function NameRevision({ onName }: { onName: (name: string) => void }) {
  const { say } = useMessages();
  const [text, setText] = useState("");
  return (
    <Popover label={say("history.name")} placement="bottom end" button={<Button look="plain" icon="pin">{say("history.name")}</Button>}>
      {(close) => {
        const done = (): void => {
          const name = text.trim();
          if (name === "") return;
          onName(name);
          setText("");
          close();
        };
        return (
          <div className="line name-revision">
            <TextField label={say("history.nameField")} value={text} onChange={setText} autoFocus onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && done()} />
            <Button look="fill" isDisabled={text.trim() === ""} onPress={done}>{say("common.save")}</Button>
          </div>
        );
      }}
    </Popover>
  );
}

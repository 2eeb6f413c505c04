// A world file that is over a limit: the button that offers to raise it for this file, and the question that says what
// it costs.
import { useState } from "react";
import { Button, Dialog } from "../../kit";
import { useMessages } from "../../messages";
import { importArchive } from "./acts";
import { list, useList } from "./state";

export function RaiseArchive() {
  const { say } = useMessages();
  const refused = useList((state) => state.refused);
  const [asking, ask] = useState(false);
  if (refused === null) return null;
  const close = (): void => ask(false);
  const raise = (): void => {
    close();
    list.set({ fault: null, refused: null });
    void importArchive(refused, true);
  };
  const name = "paths" in refused ? refused.paths[0] : refused.files[0]?.name;
  return (
    <>
      <Button size="small" look="line" onPress={() => ask(true)}>{say("limit.raise")}</Button>
      {asking ? (
        <Dialog
          open grave title={say("limit.title")} onClose={close} closeLabel={say("common.close")}
          footer={<><Button onPress={close} autoFocus>{say("common.cancel")}</Button><Button look="fill" onPress={raise}>{say("worlds.raise")}</Button></>}
        >
          <p><bdi className="mono">{name}</bdi></p>
          <p>{say("worlds.raiseTold")}</p>
          <p className="tertiary">{say("worlds.raiseTrust")}</p>
        </Dialog>
      ) : null}
    </>
  );
}

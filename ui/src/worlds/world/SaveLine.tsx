// How far a file of a world is written, and its steps: undo and redo name what they take back.
import { capOf, commandOf, runCommand } from "../../commands";
import { type Document, useDocument } from "../../documents";
import { IconButton } from "../../kit";
import { useMessages } from "../../messages";
import { useDesk } from "./desk";
import { useOpened } from "./names";

export function SaveLine({ document }: { document: Document }) {
  const { say, clock } = useMessages();
  const desk = useOpened();
  const save = useDocument(document, (state) => state.save);
  const undone = useDesk(desk, ({ undone: files }) => files.length);
  const done = useDesk(desk, ({ done: files }) => files.length);
  const cap = (id: string): string | undefined => {
    const keys = commandOf(id)?.keys?.[0];
    return keys === undefined ? undefined : capOf(keys);
  };
  const text = save.state === "saved" ? say("world.saved", { time: clock(save.at) }) : save.state === "failed" ? say("world.failed") : say("world.saving");
  return (
    <span className="line world-save">
      <IconButton icon="undo" size="small" label={say("world.undo")} cap={cap("entity.undo")} isDisabled={done === 0} onPress={() => void runCommand("entity.undo")} />
      <IconButton icon="redo" size="small" label={say("world.redo")} cap={cap("entity.redo")} isDisabled={undone === 0} onPress={() => void runCommand("entity.redo")} />
      <span className={`small nowrap ${save.state === "failed" ? "said-error" : "tertiary"}`} role="status">{text}</span>
    </span>
  );
}

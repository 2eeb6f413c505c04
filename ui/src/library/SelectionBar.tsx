// What can be done with the picked pieces, docked below them so that it covers nothing. What has no button of its own
// is a command whose id begins with `pieces.`: it is listed under More, with the reason while it is off.
import { Button as AriaButton } from "react-aria-components";
import { capOf, runCommand, useCommands } from "../commands";
import { Button, Icon, IconButton, Menu } from "../kit";
import { useMessages } from "../messages";
import { exportPieces, pickEverything, removePieces } from "./acts";
import { takeOffShelf } from "./shelves";
import { ShelveMenu } from "./Shelves";
import { clearPicks, useLibrary } from "./state";
import { TagsForm } from "./TagsForm";

export function SelectionBar({ total }: { total: number }) {
  const { say } = useMessages();
  const picked = useLibrary((state) => state.picked);
  const corner = useLibrary((state) => state.corner);
  const more = useCommands().filter(({ id }) => id.startsWith("pieces."));
  if (picked.size === 0) return null;
  const addresses = [...picked];
  const shelf = corner.startsWith("shelf:") ? corner.slice("shelf:".length) : null;
  const items = more.map((command) => {
    const can = command.when?.() ?? true;
    const chord = command.keys?.[0];
    return { id: command.id, label: say(command.title, command.values?.()), icon: command.icon ?? ("right" as const), cap: chord === undefined ? undefined : capOf(chord), off: can !== true, note: can === true ? undefined : say(can) };
  });
  return (
    <div className="selection-bar" role="toolbar" aria-label={say("library.picked", { count: picked.size })} data-pane="selection">
      <span className="medium" role="status">{say("library.picked", { count: picked.size })}</span>
      <span className="upright" />
      <Button size="small" icon="export" onPress={() => exportPieces(addresses)}>{say("commands.export")}</Button>
      <TagsForm addresses={addresses} />
      <ShelveMenu addresses={addresses} />
      <Button size="small" icon="trash" onPress={() => void removePieces(addresses)}>{say("library.toTrash")}</Button>
      <Menu
        label={say("common.more")} placement="top"
        onAction={(id) => (id === "off" && shelf !== null ? void takeOffShelf(shelf, addresses) : void runCommand(id))}
        button={<AriaButton className="button button-plain button-small" aria-label={say("common.more")}><Icon name="more" size="small" /></AriaButton>}
        groups={[{ id: "commands", items }, { id: "shelf", items: shelf === null ? [] : [{ id: "off", label: say("shelf.takeOff"), icon: "library" as const }] }]}
      />
      {picked.size >= total ? null : <Button size="small" icon="checks" onPress={() => void pickEverything(total)}>{say("library.pickAll", { count: total })}</Button>}
      <span className="push" />
      <IconButton icon="close" label={say("library.unpick")} cap="Esc" onPress={clearPicks} />
    </div>
  );
}

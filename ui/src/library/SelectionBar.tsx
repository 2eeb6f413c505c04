// What can be done with the picked pieces, docked below them so that it covers nothing.
import { Button, IconButton } from "../kit";
import { useMessages } from "../messages";
import { exportPieces, pickEverything, removePieces } from "./acts";
import { clearPicks, useLibrary } from "./state";

export function SelectionBar({ total }: { total: number }) {
  const { say } = useMessages();
  const picked = useLibrary((state) => state.picked);
  if (picked.size === 0) return null;
  const addresses = [...picked];
  return (
    <div className="selection-bar" role="toolbar" aria-label={say("library.picked", { count: picked.size })} data-pane="selection">
      <span className="medium" role="status">{say("library.picked", { count: picked.size })}</span>
      <span className="upright" />
      <Button size="small" icon="export" onPress={() => exportPieces(addresses)}>{say("commands.export")}</Button>
      <Button size="small" icon="trash" onPress={() => void removePieces(addresses)}>{say("library.toTrash")}</Button>
      {picked.size >= total ? null : <Button size="small" icon="checks" onPress={() => void pickEverything(total)}>{say("library.pickAll", { count: total })}</Button>}
      <span className="push" />
      <IconButton icon="close" label={say("library.unpick")} cap="Esc" onPress={clearPicks} />
    </div>
  );
}

// Worlds that were taken away, each with its way back.
import { useQuery } from "../../data/queries";
import { Button, EmptyState, Icon, Name } from "../../kit";
import { useMessages } from "../../messages";
import { restoreWorld } from "./acts";

export function TrashRows() {
  const { say, ago } = useMessages();
  const rows = useQuery("world_trash", {}).data;
  if (rows === null) return null;
  if (rows.length === 0) return <EmptyState title={say("worlds.trashEmpty")} hint={say("worlds.trashHint")} />;
  return (
    <ul className="pane-scroll" aria-label={say("worlds.trash")}>
      {rows.map((row) => (
        <li key={row.item} className="worlds-trash-row">
          <Icon name="trash" className="tertiary" />
          <span className="grow line"><Name text={row.name} /></span>
          <span className="small tertiary nowrap">{say("worlds.removedAt", { ago: ago(row.removedAt) })}</span>
          <Button size="small" look="line" icon="undo" onPress={() => void restoreWorld(row.item)}>{say("worlds.restore")}</Button>
        </li>
      ))}
    </ul>
  );
}

// A dot behind the word of the panel while a newer card waits.
import { useQuery } from "../../data/queries";
import { useMessages } from "../../messages";

export function UpdateWaits({ world }: { world: string }) {
  const { say } = useMessages();
  const waits = useQuery("world_list", {}).data?.some((row) => row.id === world && row.update === "waiting") === true;
  return waits ? <span className="worlds-dot" title={say("worlds.update.waiting")}><span className="aside-text">{say("worlds.update.waiting")}</span></span> : null;
}

// The place of worlds: the list, or one opened world with its panels.
import { ListPage } from "./list/ListPage";
import { useRoute } from "./route";
import { WorldPage } from "./WorldPage";
import "./register";
import "./worlds.css";

export function WorldsPlace() {
  const world = useRoute((state) => state.world);
  return world === null ? <ListPage /> : <WorldPage key={world} world={world} />;
}

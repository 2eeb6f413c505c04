// What is asked again after something of a world changed. One list, so that no screen shows what was.
import { invalidate, invalidateBut } from "../data/queries";

/** Marks every answer about worlds as old; those on screen are asked again. `over`: the world whose newer card waits no
 *  more; nothing is asked of that card. */
export function refreshWorlds(over: string | null = null): void {
  invalidate("world_list", "world_books", "world_trash", "world_open", "world_document", "import_status", "draft_status", "card_origin", "update_status");
  invalidateBut(({ world, version }) => world === over && version !== "current", "card_overview", "card_search", "card_read", "card_diff");
}

// What is asked again after something of a world changed. One list, so that no screen shows what was.
import { invalidate } from "../data/queries";

/** Marks every answer about worlds as old; those on screen are asked again. */
export function refreshWorlds(): void {
  invalidate(
    "world_list", "world_books", "world_trash", "world_open", "world_document", "import_status", "draft_status",
    "card_overview", "card_search", "card_read", "card_origin", "card_diff", "update_status",
  );
}

// The documents of a world beside an update: asked again whenever one of them was written here.
import { invalidate } from "../../data/queries";

/** Marks what is known of documents as old, here and in the opened world. */
export function documentChanged(): void {
  invalidate("world_document", "world_open", "world_list", "card_overview", "card_origin");
}

// The topics of the help in the order they are listed, each under the word its panel carries in `data-help`.
import type { MessageId } from "../messages";
import type { PlaceId } from "../navigation";

export interface Topic { id: string; title: MessageId; text: MessageId }

export const TOPICS: readonly Topic[] = [
  { id: "library", title: "help.library.title", text: "help.library.text" },
  { id: "import", title: "help.import.title", text: "help.import.text" },
];

/** The topic of the panel that holds an element; the place's own where no panel has one. */
export function topicOf(element: Element | null, place: PlaceId): string {
  const marked = element?.closest<HTMLElement>("[data-help]")?.dataset["help"] ?? document.querySelector<HTMLElement>("[data-pane=page] [data-help], [data-help][data-pane=page]")?.dataset["help"];
  if (marked !== undefined && TOPICS.some(({ id }) => id === marked)) return marked;
  return TOPICS.some(({ id }) => id === place) ? place : TOPICS[0]?.id ?? "";
}

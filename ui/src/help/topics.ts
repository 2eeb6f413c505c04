// The topics of the help in the order they are listed, each under the word its panel carries in `data-help`.
import type { Address } from "../bindings";
import type { MessageId } from "../messages";
import type { PlaceId } from "../navigation";

export interface Topic { id: string; title: MessageId; text: MessageId }

export const TOPICS: readonly Topic[] = [
  { id: "library", title: "help.library.title", text: "help.library.text" },
  { id: "replace", title: "help.replace.title", text: "help.replace.text" },
  { id: "compare", title: "help.compare.title", text: "help.compare.text" },
  { id: "import", title: "help.import.title", text: "help.import.text" },
  { id: "workbench", title: "help.workbench.title", text: "help.workbench.text" },
  { id: "character", title: "help.character.title", text: "help.character.text" },
  { id: "variants", title: "help.variants.title", text: "help.variants.text" },
  { id: "structured", title: "help.structured.title", text: "help.structured.text" },
  { id: "pictures", title: "help.pictures.title", text: "help.pictures.text" },
  { id: "preview", title: "help.preview.title", text: "help.preview.text" },
  { id: "lorebook", title: "help.lorebook.title", text: "help.lorebook.text" },
  { id: "bench", title: "help.bench.title", text: "help.bench.text" },
  { id: "wakes", title: "help.wakes.title", text: "help.wakes.text" },
  { id: "persona", title: "help.persona.title", text: "help.persona.text" },
  { id: "regex", title: "help.regex.title", text: "help.regex.text" },
  { id: "preset", title: "help.preset.title", text: "help.preset.text" },
  { id: "pack", title: "help.pack.title", text: "help.pack.text" },
  { id: "quickreply", title: "help.quickreply.title", text: "help.quickreply.text" },
  { id: "native", title: "help.native.title", text: "help.native.text" },
  { id: "find", title: "help.find.title", text: "help.find.text" },
  { id: "raw", title: "help.raw.title", text: "help.raw.text" },
  { id: "history", title: "help.history.title", text: "help.history.text" },
  { id: "export", title: "help.export.title", text: "help.export.text" },
  { id: "batch", title: "help.batch.title", text: "help.batch.text" },
  { id: "merge", title: "help.merge.title", text: "help.merge.text" },
  { id: "worlds", title: "help.worlds.title", text: "help.worlds.text" },
  { id: "making", title: "help.making.title", text: "help.making.text" },
  { id: "review", title: "help.review.title", text: "help.review.text" },
  { id: "draft", title: "help.draft.title", text: "help.draft.text" },
  { id: "card", title: "help.card.title", text: "help.card.text" },
  { id: "update", title: "help.update.title", text: "help.update.text" },
  { id: "world-overview", title: "help.world-overview.title", text: "help.world-overview.text" },
  { id: "world-document", title: "help.world-document.title", text: "help.world-document.text" },
  { id: "world-ties", title: "help.world-ties.title", text: "help.world-ties.text" },
  { id: "world-map", title: "help.world-map.title", text: "help.world-map.text" },
  { id: "world-pictures", title: "help.world-pictures.title", text: "help.world-pictures.text" },
  { id: "world-prompts", title: "help.world-prompts.title", text: "help.world-prompts.text" },
  { id: "world-checks", title: "help.world-checks.title", text: "help.world-checks.text" },
  { id: "settings", title: "help.settings.title", text: "help.settings.text" },
  { id: "findings", title: "help.findings.title", text: "help.findings.text" },
  { id: "checks", title: "help.checks.title", text: "help.checks.text" },
];

const known = (id: string | undefined): id is string => TOPICS.some((topic) => topic.id === id);

/** The nearest topic above an element; a panel without one leaves it to what it lies in. */
function topicAbove(element: Element | null | undefined): string | undefined {
  let mark = element?.closest<HTMLElement>("[data-help]");
  while (mark != null && !known(mark.dataset["help"])) mark = mark.parentElement?.closest<HTMLElement>("[data-help]");
  return mark?.dataset["help"];
}

/** The topic of the panel that holds an element; the page's where no panel has one, else that of the piece or the place. */
export function topicOf(element: Element | null, place: PlaceId, tab: Address | null): string {
  const page = document.querySelector<HTMLElement>("[data-pane=page] [data-help], [data-pane=page][data-help]");
  const kind = place === "workbench" ? tab?.split("/")[0] : undefined;
  return [topicAbove(element), topicAbove(page), kind, place].find(known) ?? "library";
}

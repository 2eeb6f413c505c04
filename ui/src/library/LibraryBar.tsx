// The bar of the library: the search with its operators, the filters in force, how many, the order, the view.
import { type KeyboardEvent, type Ref, useEffect, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { LibrarySort, LibrarySummary } from "../bindings";
import { Chip, Icon, IconButton, Menu, SearchField, Segmented, Select } from "../kit";
import { useMessages } from "../messages";
import { askLibrary, library, orderOf, sortBy, toggleTag, useLibrary } from "./state";

const SORTS: readonly LibrarySort[] = ["relevance", "updated", "added", "name", "creator"];
const FILTER_TAGS = 30;
const ASK_AFTER = 40;

/** The field keeps what is typed; the question follows when the person pauses for a moment. */
function Search({ field, onDown }: { field: Ref<HTMLInputElement>; onDown: () => void }) {
  const { say } = useMessages();
  const asked = useLibrary((state) => state.text);
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  useEffect(() => {
    if (text === library.get().text) return;
    const timer = setTimeout(() => askLibrary({ text }), ASK_AFTER);
    return () => clearTimeout(timer);
  }, [text]);
  function pressed(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    onDown();
  }
  return (
    <SearchField
      className="library-search" inputRef={field} label={say("library.find")} placeholder={say("library.findPlaceholder")} clearLabel={say("library.clearSearch")} cap="/"
      value={text} onChange={setText} onKeyDown={pressed}
    />
  );
}

function Filters({ summary }: { summary: LibrarySummary | null }) {
  const { say, number } = useMessages();
  const tags = useLibrary((state) => state.tags);
  const open = (summary?.tags ?? []).filter(({ tag }) => !tags.includes(tag)).slice(0, FILTER_TAGS);
  return (
    <>
      {tags.map((tag) => <Chip key={tag} on removeLabel={say("common.removeNamed", { name: tag })} onRemove={() => toggleTag(tag)}>{tag}</Chip>)}
      {open.length === 0 ? null : (
        <Menu
          label={say("library.filterByTag")} onAction={toggleTag}
          button={<AriaButton className="button button-plain library-filter" aria-label={say("library.filterByTag")}><Icon name="filter" /><span className="wide-only">{say("library.filter")}</span></AriaButton>}
          groups={[{ id: "tags", title: say("library.tags"), items: open.map(({ tag, count }) => ({ id: tag, label: tag, cap: number(count) })) }]}
        />
      )}
    </>
  );
}

export interface LibraryBarProps { field: Ref<HTMLInputElement>; shown: number | null; summary: LibrarySummary | null; onDown: () => void; lists: boolean }

export function LibraryBar({ field, shown, summary, onDown, lists }: LibraryBarProps) {
  const { say, number } = useMessages();
  const sort = useLibrary((state) => orderOf(state).sort);
  const descending = useLibrary((state) => orderOf(state).descending);
  const searching = useLibrary((state) => state.text.trim() !== "");
  const view = useLibrary((state) => state.view);
  const total = summary?.total ?? 0;
  const count = shown === null ? "" : shown === total ? number(total) : say("library.count", { shown, total });
  return (
    <header className="place-bar" data-pane="bar">
      <Search field={field} onDown={onDown} />
      <Filters summary={summary} />
      <span className="grow" />
      {lists ? null : (
        <>
          <span className="secondary small nowrap wide-only" role="status">{count}</span>
          <span className="line wide-only library-sort">
            <Select
              hideLabel label={say("library.sort")} look="plain" value={sort} options={SORTS.filter((id) => searching || id !== "relevance").map((id) => ({ id, label: say(`library.sort.${id}`) }))}
              onChange={(next) => next !== sort && sortBy(next)}
            />
            <IconButton isDisabled={sort === "relevance"} icon={descending ? "sortDown" : "sortUp"} label={say(descending ? "library.descending" : "library.ascending")} onPress={() => sortBy(sort)} />
          </span>
          <Segmented
            iconsOnly label={say("library.view")} value={view} onChange={(next) => library.set({ view: next })}
            options={[{ id: "grid", label: say("library.view.grid"), icon: "grid" }, { id: "list", label: say("library.view.list"), icon: "list" }]}
          />
        </>
      )}
    </header>
  );
}

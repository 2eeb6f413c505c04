// The list at the left: kinds, tags, what needs a look, the trash. Everything here narrows the page at the right.
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { Kind, LibrarySummary } from "../bindings";
import { useQuery } from "../data/queries";
import { Authored, Icon, type IconName, Menu, Roving } from "../kit";
import { useMessages } from "../messages";
import { newPiece } from "./acts";
import { Shelves } from "./Shelves";
import { askLibrary, type Corner, toggleTag, useLibrary } from "./state";

/** Kinds with an editor that can fill them from nothing. */
const NEW_KINDS: readonly Kind[] = ["character", "lorebook"];
const FEW_TAGS = 8;
const MANY_TAGS = 60;

interface ItemProps { corner: Corner; icon: IconName; title: string; count: number | null }

function Item({ corner, icon, title, count }: ItemProps) {
  const { number } = useMessages();
  const on = useLibrary((state) => state.corner === corner);
  return (
    <button type="button" className="pane-item" aria-current={on || undefined} onClick={() => askLibrary({ corner })}>
      <Icon name={icon} />
      <span className="cut">{title}</span>
      {count === null ? null : <span className="pane-count">{number(count)}</span>}
    </button>
  );
}

function Tags({ tags }: { tags: LibrarySummary["tags"] }) {
  const { say, number } = useMessages();
  const [all, showAll] = useState(false);
  const chosen = useLibrary((state) => state.tags);
  if (tags.length === 0) return null;
  const shown = tags.slice(0, all ? MANY_TAGS : FEW_TAGS);
  const more = Math.min(tags.length, MANY_TAGS) - FEW_TAGS;
  return (
    <>
      <h2 className="pane-group" id="library-tags">{say("library.tags")}</h2>
      <div role="group" aria-labelledby="library-tags">
        {shown.map(({ tag, count }) => {
          const on = chosen.includes(tag);
          return (
            <button key={tag} type="button" className="pane-item" aria-pressed={on} onClick={() => toggleTag(tag)}>
              <Icon name={on ? "tick" : "tag"} />
              <Authored text={tag} cut />
              <span className="pane-count">{number(count)}</span>
            </button>
          );
        })}
        {more <= 0 ? null : (
          <button type="button" className="pane-item tertiary" aria-expanded={all} onClick={() => showAll(!all)}>
            <Icon name={all ? "up" : "down"} />{all ? say("library.fewerTags") : say("library.moreTags", { count: more })}
          </button>
        )}
      </div>
    </>
  );
}

/** How many pieces a list that is no search has. */
function useListed(of: "twins" | "unlinked"): number {
  return useQuery("library_query", { query: { text: "", kinds: [], tags: [], creator: null, list: { of }, sort: "name", descending: false, offset: 0, limit: 1 } }).data?.total ?? 0;
}

export function Shelf({ summary }: { summary: LibrarySummary | null }) {
  const { say, number } = useMessages();
  const kinds = (summary?.perKind ?? []).filter(({ kind, count }) => count > 0 || kind === "character" || kind === "lorebook");
  const drafts = summary?.drafts.length ?? 0;
  const damaged = summary?.damaged.length ?? 0;
  const twins = useListed("twins");
  const unlinked = useListed("unlinked");
  return (
    <>
      <div className="pane-head">
        <h1 className="pane-title">{say("library.title")}</h1>
        <span className="push tertiary small figure">{summary === null ? "" : number(summary.total)}</span>
        <Menu
          label={say("library.new")} placement="bottom end" onAction={(kind) => void newPiece(kind as Kind)}
          button={<AriaButton className="button button-plain button-square button-small" aria-label={say("library.new")}><Icon name="add" size="small" /></AriaButton>}
          groups={[{ id: "kinds", items: NEW_KINDS.map((kind) => ({ id: kind, label: say(`kind.${kind}`), icon: kind })) }]}
        />
      </div>
      <Roving className="pane-scroll" label={say("library.kinds")}>
        <Item corner="all" icon="library" title={say("library.all")} count={summary?.total ?? null} />
        {kinds.map(({ kind, count }) => <Item key={kind} corner={kind} icon={kind} title={say(`kinds.${kind}`)} count={count} />)}
        <Shelves />
        <Tags tags={summary?.tags ?? []} />
        {drafts + damaged + twins + unlinked === 0 ? null : <h2 className="pane-group">{say("library.look")}</h2>}
        {twins === 0 ? null : <Item corner="twins" icon="copy" title={say("look.twins")} count={twins} />}
        {unlinked === 0 ? null : <Item corner="unlinked" icon="lorebook" title={say("look.unlinked")} count={unlinked} />}
        {drafts === 0 ? null : <Item corner="drafts" icon="history" title={say("library.drafts")} count={drafts} />}
        {damaged === 0 ? null : <Item corner="damaged" icon="error" title={say("library.damaged")} count={damaged} />}
      </Roving>
      <div className="shelf-foot"><Item corner="trash" icon="trash" title={say("library.trash")} count={summary?.trash ?? null} /></div>
    </>
  );
}

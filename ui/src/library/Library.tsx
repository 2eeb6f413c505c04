// The library place: list at the left, the pieces, the inspector. Which of its states is shown is decided here.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { EntityRow, LibrarySummary } from "../bindings";
import { useMedia } from "../data/media";
import { invalidate, useQuery } from "../data/queries";
import { host } from "../host";
import { UnfinishedExport } from "../export/Unfinished";
import { addFiles, addFolder, openSamples } from "../intake/add";
import { Banner, Button, EmptyState, IconButton, type ListHandle, PagePane, PaneRow, Progress, SidePane } from "../kit";
import { useMessages } from "../messages";
import { NARROW, navigation, useNavigation } from "../navigation";
import { startTour } from "../tour/state";
import { registerLibrary } from "./acts";
import { ComparePage } from "./ComparePage";
import { Inspector } from "./Inspector";
import { LibraryBar } from "./LibraryBar";
import { Damaged, Drafts, Trash } from "./Lists";
import { Pieces } from "./Pieces";
import { ReplacePage } from "./replace/ReplacePage";
import { hitAt, rowAt, type Rows, useRows } from "./rows";
import { RenameDialog } from "./RenameDialog";
import { SelectionBar } from "./SelectionBar";
import { Shelf } from "./Shelf";
import { addressOf, askLibrary, library, queryOf, takeSearch, useLibrary } from "./state";
import "./Library.css";

/** How often a rebuilding index is asked how far it is. */
const REBUILD_LOOK = 1_500;

function EmptyLibrary() {
  const { say } = useMessages();
  return (
    <EmptyState level={1} title={say("library.empty")} hint={say("library.emptyHint")}>
      <Button look="fill" onPress={() => void addFiles()}>{say("commands.addFiles")}</Button>
      {host().can.pickPaths ? <Button look="line" onPress={() => void addFolder()}>{say("commands.addFolder")}</Button> : null}
      <Button look="quiet" onPress={() => void openSamples()}>{say("commands.samples")}</Button>
      <Button look="quiet" onPress={startTour}>{say("tour.start")}</Button>
    </EmptyState>
  );
}

function NothingFound() {
  const { say } = useMessages();
  const text = useLibrary((state) => state.text.trim());
  const tags = useLibrary((state) => state.tags.length);
  const corner = useLibrary((state) => state.corner);
  if (text === "" && tags === 0 && (corner === "twins" || corner === "unlinked")) return <EmptyState title={say(`look.${corner}None`)} />;
  if (text === "" && tags === 0 && corner.startsWith("shelf:")) return <EmptyState title={say("shelf.empty")} hint={say("shelf.emptyHint")} />;
  if (text === "" && tags === 0) {
    return (
      <EmptyState title={say("library.emptyKind")} hint={say("library.emptyKindHint")}>
        <Button look="line" onPress={() => void addFiles()}>{say("commands.addFiles")}</Button>
        <Button look="quiet" onPress={() => askLibrary({ corner: "all" })}>{say("library.showAll")}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={text === "" ? say("library.noHitTags") : say("library.noHit", { text })} hint={say("library.noHitHint")}>
      {corner === "all" ? null : <Button look="line" onPress={() => askLibrary({ corner: "all" })}>{say("library.allKinds")}</Button>}
      <Button look="quiet" onPress={() => askLibrary({ text: "", tags: [], corner: "all" })}>{say("library.clearFilters")}</Button>
    </EmptyState>
  );
}

function Lasting({ summary }: { summary: LibrarySummary | null }) {
  const { say } = useMessages();
  const fault = useLibrary((state) => state.fault);
  return (
    <>
      {fault === null ? null : (
        <Banner tone="error" title={fault.message} hint={fault.hint ?? undefined}>
          <Button size="small" onPress={() => library.set({ fault: null })}>{say("common.dismiss")}</Button>
        </Banner>
      )}
      {summary?.readOnly === true ? <Banner tone="warning" title={say("library.readOnly")} hint={say("library.readOnlyHint", { folder: summary.root })} /> : null}
      {summary?.rebuilding == null ? null : (
        <Banner tone="info" title={say("library.rebuilding")} hint={say("library.rebuildingHint", { ...summary.rebuilding })}>
          <Progress label={say("library.rebuilding")} done={summary.rebuilding.done} total={summary.rebuilding.total} />
        </Banner>
      )}
    </>
  );
}

function Answer({ rows, summary, handle }: { rows: Rows; summary: LibrarySummary | null; handle: React.Ref<ListHandle> }) {
  const { say } = useMessages();
  if (rows.error !== null && rows.total === null) {
    return (
      <Banner tone="error" title={say("library.failed")} hint={`${rows.error.message} ${rows.error.hint ?? ""}`}>
        <Button look="line" size="small" onPress={() => askLibrary({})}>{say("common.tryAgain")}</Button>
      </Banner>
    );
  }
  if (rows.total === null) return null;
  if (rows.total > 0) return <Pieces rows={rows} handle={handle} />;
  return summary !== null && summary.total === 0 ? <EmptyLibrary /> : <NothingFound />;
}

/** The row under the cursor, kept while its page is asked again. */
function useCurrent(rows: Rows): EntityRow | null {
  const cursor = useLibrary((state) => state.cursor);
  const current = cursor < 0 ? null : rowAt(rows, cursor);
  const [kept, keep] = useState<EntityRow | null>(null);
  useEffect(() => {
    if (current !== null || cursor < 0) keep(current);
  }, [current, cursor]);
  return current ?? (cursor < 0 ? null : kept);
}

export function Library() {
  const { say } = useMessages();
  const question = useLibrary(queryOf, (a, b) => JSON.stringify(a) === JSON.stringify(b));
  const corner = useLibrary((state) => state.corner);
  const summary = useQuery("library_summary", {}).data;
  const rows = useRows(question);
  const row = useCurrent(rows);
  const cursor = useLibrary((state) => state.cursor);
  const field = useRef<HTMLInputElement>(null);
  const pieces = useRef<ListHandle>(null);
  const narrow = useMedia(NARROW);
  const list = useNavigation((state) => state.list);
  const inspector = useNavigation((state) => (narrow ? state.drawer : state.inspector));
  const search = useNavigation((state) => state.search);
  useEffect(takeSearch, [search]);
  const renaming = useLibrary((state) => state.renaming);
  const under = useRef<EntityRow | null>(null);
  under.current = row;
  function chosen(): string[] {
    const { picked } = library.get();
    return picked.size > 0 ? [...picked] : under.current === null ? [] : [addressOf(under.current)];
  }
  useLayoutEffect(() => registerLibrary(() => field.current?.select(), chosen, () => under.current), []);
  const rebuilding = summary?.rebuilding != null;
  useEffect(() => {
    if (!rebuilding) return;
    const timer = setInterval(() => invalidate("library_summary", "library_query"), REBUILD_LOOK);
    return () => clearInterval(timer);
  }, [rebuilding]);
  const page = useLibrary((state) => state.page);
  const lists = corner === "trash" || corner === "damaged" || corner === "drafts";

  function enter(): void {
    pieces.current?.focus();
    if (library.get().cursor < 0) library.set({ cursor: 0, anchor: 0 });
  }
  return (
    <>
      <LibraryBar field={field} shown={rows.total} summary={summary} onDown={enter} lists={lists} />
      <PaneRow>
        {list ? <SidePane id="library-list" side="left" label={say("pane.list")}><Shelf summary={summary} /></SidePane> : null}
        <PagePane label={say("library.pieces")}>
          <Lasting summary={summary} />
          <UnfinishedExport />
          {corner === "trash" ? <Trash /> : corner === "damaged" ? <Damaged summary={summary} /> : corner === "drafts" ? <Drafts summary={summary} />
            : page?.of === "replace" ? <ReplacePage /> : page?.of === "compare" ? <ComparePage left={page.left} right={page.right} />
              : <Answer rows={rows} summary={summary} handle={pieces} />}
          {lists || page !== null ? null : <SelectionBar total={rows.total ?? 0} />}
        </PagePane>
        {inspector && !lists && page === null && (summary?.total ?? 0) > 0 ? (
          <SidePane id="library-inspector" side="right" label={say("pane.inspector")} width={300} className={narrow ? "side-drawer" : ""}>
            {narrow ? <div className="pane-head"><span className="push" /><IconButton icon="close" label={say("common.close")} cap="Ctrl I" onPress={() => navigation.set({ drawer: false })} /></div> : null}
            <Inspector row={row} hit={hitAt(rows, cursor)} />
          </SidePane>
        ) : null}
      </PaneRow>
      {renaming === null ? null : <RenameDialog row={renaming} onClose={() => library.set({ renaming: null })} />}
    </>
  );
}

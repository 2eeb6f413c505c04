// A lorebook: its entries at the left, what is chosen of them on the page, or the book's own settings, the raw original, the
// history. The bench, the graph and the findings are panels of the inspector.
import { useCallback, useEffect, useLayoutEffect, useMemo } from "react";
import { type Document, useDocument } from "../../documents";
import { Button, EmptyState, PagePane, PaneRow, SidePane } from "../../kit";
import { useMessages } from "../../messages";
import { NativeItems } from "../../native/NativeItems";
import { showRow } from "../../native/state";
import { useNavigation, useSections } from "../../navigation";
import { StatusBar } from "../../shell/StatusBar";
import { FocusedFigure, TokenizerFigure } from "../FieldFigures";
import { useGoto } from "../goto";
import { HistoryPage } from "../history/HistoryPage";
import { Inspector } from "../Inspector";
import { hasRaw, useRawPage } from "../raw/place";
import { RawPage } from "../raw/RawPage";
import { SideItem } from "../SideItem";
import { sumOf, useTokens } from "../tokens";
import { BookDialogs } from "./BookDialogs";
import { BookPage } from "./BookPage";
import { BulkPage } from "./BulkPage";
import { registerBook } from "./commands";
import { ENTRIES, FOLDERS, isMap, listOf, titleOf } from "./entries";
import { EntryList } from "./EntryList";
import { EntryPage } from "./EntryPage";
import { FolderRename } from "./FolderRename";
import { ListHead } from "./ListHead";
import { foldersOf, rowsOf } from "./rows";
import { showEntries, showPage, useGraphKept, useView, viewOf } from "./state";
import { UsersFigure } from "./UsersFigure";
import { useBookActs } from "./useBookActs";
import { useMarked } from "./useMarked";
import "./lorebook.css";

export function LorebookEditor({ document }: { document: Document }) {
  const { say, number } = useMessages();
  const list = useNavigation((state) => state.list);
  const entries = useDocument(document, ({ body }) => listOf(body[ENTRIES]));
  const categories = useDocument(document, ({ body }) => listOf(body[FOLDERS]));
  const folders = useMemo(() => foldersOf(categories), [categories]);
  const revision = useDocument(document, (state) => state.entity.revision);
  const hasOriginal = useDocument(document, hasRaw);
  const tokens = useTokens(document);
  const { page: wanted, chosen, row, closed, words } = useView(document, (view) => view);
  const acts = useBookActs(document);
  const marked = useMarked(document);
  const page = wanted === "entries" && entries.length === 0 ? "book" : wanted;
  const ats = useMemo(() => chosen.filter((at) => at < entries.length), [chosen, entries.length]);
  const folder = useMemo(() => {
    const at = row === null ? undefined : rowsOf({ entries, folders, closed, words })[row];
    return at?.kind === "folder" ? at.folder : null;
  }, [row, entries, folders, closed, words]);
  useGraphKept(document);
  useEffect(() => viewOf(document).set({ tokens }), [document, tokens]);
  useSections(() => [
    { id: "book", title: say("lore.book"), icon: "settings", show: () => showPage(document, "book") },
    ...entries.map((entry, at) => ({ id: String(at), title: titleOf(entry, at, say), icon: "lorebook" as const, show: () => showEntries(document, [at]) })),
  ]);
  useLayoutEffect(() => registerBook(document, acts), [document, acts]);
  useGoto(useCallback((path: string) => {
    const at = /^entries\[(\d+)\]/.exec(path)?.[1];
    if (at === undefined) showPage(document, "book");
    else showEntries(document, [Number(at)]);
  }, [document]));

  useRawPage(document, useCallback(() => showPage(document, "raw"), [document]), useCallback(() => showPage(document, "entries"), [document]));
  const one = ats.length === 1 && page === "entries" ? entries[ats[0] ?? 0] : undefined;
  const shown = isMap(one) && typeof one.id === "string" ? one.id : null;
  useEffect(() => showRow(document.address, ENTRIES, shown), [document, shown]);
  const left = list ? (
    <SidePane id="lorebook" side="left" label={say("workbench.outline")}>
      <ListHead document={document} count={entries.length} tokens={sumOf(tokens)} folder={folder} acts={acts} />
      <EntryList document={document} entries={entries} folders={folders} tokens={tokens} marked={marked} acts={acts} />
      <nav className="lore-foot" aria-label={say("workbench.outline")}>
        <SideItem icon="settings" label={say("lore.book")} count="" on={page === "book"} onPress={() => showPage(document, "book")} />
        <NativeItems document={document} />
        {hasOriginal ? <SideItem icon="braces" label={say("workbench.raw")} count="" on={page === "raw"} onPress={() => showPage(document, "raw")} /> : null}
        <SideItem icon="history" label={say("workbench.history")} count={number(revision)} on={page === "history"} onPress={() => showPage(document, "history")} />
      </nav>
    </SidePane>
  ) : null;
  const first = ats[0] ?? entries.length - 1;
  if (page === "raw") return <RawPage document={document} left={left} />;
  return (
    <>
      <PaneRow>
        {left}
        <PagePane label={say("pane.page")}>
          {page === "history" ? <HistoryPage document={document} /> : page === "book" ? (
            <>
              {entries.length > 0 ? null : <EmptyState title={say("lore.none")}><Button look="line" icon="add" onPress={acts.add}>{say("lore.add")}</Button></EmptyState>}
              <BookPage document={document} />
            </>
          ) : ats.length > 1 ? <BulkPage document={document} ats={ats} entries={entries} tokens={tokens} acts={acts} />
            : <EntryPage key={first} document={document} at={first} entries={entries} tokens={tokens} acts={acts} />}
        </PagePane>
        <Inspector document={document} />
      </PaneRow>
      <StatusBar>
        <TokenizerFigure all={sumOf(tokens)} />
        <UsersFigure document={document} />
        <FocusedFigure tokens={tokens} />
      </StatusBar>
      <BookDialogs document={document} />
      <FolderRename document={document} folders={folders} acts={acts} />
    </>
  );
}

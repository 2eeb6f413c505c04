// A lorebook: its entries at the left, one of them, the book's own settings, the raw original or the history on the page.
import { useCallback, useEffect } from "react";
import { type Document, useDocument, useValue } from "../../documents";
import { Button, EmptyState, Name, PagePane, PaneRow, SidePane, toast } from "../../kit";
import { useMessages } from "../../messages";
import { NativeItems } from "../../native/NativeItems";
import { showRow } from "../../native/state";
import { useNavigation, usePageWithin, useSections } from "../../navigation";
import { StatusBar } from "../../shell/StatusBar";
import { showField, useGoto } from "../goto";
import { HistoryPage } from "../history/HistoryPage";
import { Inspector } from "../Inspector";
import { usePieceName } from "../name";
import { hasRaw, useRawPage } from "../raw/place";
import { RawPage } from "../raw/RawPage";
import { SideItem } from "../SideItem";
import { sumOf, useTokens } from "../tokens";
import { undoOfLast } from "../undo";
import { FocusedFigure, TokenizerFigure } from "../FieldFigures";
import { BookPage } from "./BookPage";
import { ENTRIES, entryActs, titleOf } from "./entries";
import { EntryList } from "./EntryList";
import { EntryPage } from "./EntryPage";
import "./lorebook.css";

type PageId = "book" | "raw" | "history" | number;

function isPage(page: string | number): boolean {
  return typeof page === "number" || page === "book" || page === "raw" || page === "history";
}

export function LorebookEditor({ document }: { document: Document }) {
  const { say, number } = useMessages();
  const list = useNavigation((state) => state.list);
  const value = useValue(document, ENTRIES);
  const entries = Array.isArray(value) ? value : [];
  const name = usePieceName(document);
  const revision = useDocument(document, (state) => state.entity.revision);
  const hasOriginal = useDocument(document, hasRaw);
  const tokens = useTokens(document);
  const [wanted, setPage] = usePageWithin<PageId>(document.address, entries.length > 0 ? 0 : "book", isPage);
  useSections(() => [
    { id: "book", title: say("lore.book"), icon: "settings", show: () => setPage("book") },
    ...entries.map((entry, at) => ({ id: String(at), title: titleOf(entry, at, say), icon: "lorebook" as const, show: () => setPage(at) })),
  ]);
  const page = typeof wanted === "number" && wanted >= entries.length ? (entries.length > 0 ? entries.length - 1 : "book") : wanted;
  const acts = entryActs(document, say);
  useGoto(useCallback((path: string) => {
    const at = /^entries\[(\d+)\]/.exec(path)?.[1];
    setPage(at === undefined ? "book" : Number(at));
  }, [setPage]));

  useRawPage(document, useCallback(() => setPage("raw"), [setPage]), useCallback(() => setPage(0), [setPage]));
  const row = typeof page === "number" ? entries[page] : undefined;
  const shown = typeof row === "object" && row !== null && !Array.isArray(row) && typeof row.id === "string" ? row.id : null;
  useEffect(() => showRow(document.address, ENTRIES, shown), [document, shown]);

  function add(): void {
    showField(`${ENTRIES}[${acts.add()}].title`);
  }
  function move(from: number, to: number): void {
    if (acts.move(from, to)) setPage(to);
  }
  function remove(at: number): void {
    const gone = titleOf(entries[at], at, say);
    acts.remove(at);
    toast({ icon: "trash", text: say("lore.removed", { name: gone }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  const left = list ? (
    <SidePane id="lorebook" side="left" label={say("workbench.outline")}>
      <div className="lore-head">
        <span className="outline-name"><Name text={name} /></span>
        <span className="small tertiary cut">{say("lore.summary", { count: entries.length, tokens: sumOf(tokens) })}</span>
      </div>
      <nav aria-label={say("workbench.outline")}><SideItem icon="settings" label={say("lore.book")} count="" on={page === "book"} onPress={() => setPage("book")} /></nav>
      <EntryList
        entries={entries} tokens={tokens} chosen={typeof page === "number" ? page : null} onChoose={setPage} onMove={move} onAdd={add} onRemove={remove}
      />
      <div className="lore-foot">
        <NativeItems document={document} />
        {hasOriginal ? <SideItem icon="braces" label={say("workbench.raw")} count="" on={page === "raw"} onPress={() => setPage("raw")} /> : null}
        <SideItem icon="history" label={say("workbench.history")} count={number(revision)} on={page === "history"} onPress={() => setPage("history")} />
      </div>
    </SidePane>
  ) : null;
  if (page === "raw") return <RawPage document={document} left={left} />;
  return (
    <>
      <PaneRow>
        {left}
        <PagePane label={say("pane.page")}>
          {page === "history" ? <HistoryPage document={document} /> : page === "book" ? (
            entries.length > 0 ? <BookPage document={document} /> : (
              <>
                <EmptyState title={say("lore.none")}><Button look="line" icon="add" onPress={add}>{say("lore.add")}</Button></EmptyState>
                <BookPage document={document} />
              </>
            )
          ) : (
            <EntryPage
              key={page} document={document} at={page} count={entries.length} tokens={tokens} onMove={(to) => move(page, to)} onDuplicate={() => setPage(acts.duplicate(page))} onRemove={() => remove(page)}
            />
          )}
        </PagePane>
        <Inspector document={document} />
      </PaneRow>
      <StatusBar>
        <TokenizerFigure all={sumOf(tokens)} />
        <FocusedFigure tokens={tokens} />
      </StatusBar>
    </>
  );
}

// A character: outline at the left, one section, the raw original or the history on the page, figures at the foot.
import { useCallback, useState } from "react";
import { type Document, useDocument } from "../../documents";
import { PagePane, PaneRow, SidePane } from "../../kit";
import { useMessages } from "../../messages";
import { useNavigation } from "../../navigation";
import { useGoto } from "../goto";
import { HistoryPage } from "../history/HistoryPage";
import { Inspector } from "../Inspector";
import { RawPage } from "../raw/RawPage";
import { useTokens } from "../tokens";
import { Figures } from "./Figures";
import { Outline, type PageId } from "./Outline";
import { SectionPage } from "./SectionPage";
import { sectionOf } from "./sections";

export function CharacterEditor({ document }: { document: Document }) {
  const { say } = useMessages();
  const list = useNavigation((state) => state.list);
  const tokens = useTokens(document);
  const hasOriginal = useDocument(document, (state) => state.entity.originals.length > 0);
  const [page, setPage] = useState<PageId>("definition");
  /** The field somebody wants to see, for sections that show one of many. */
  const [field, setField] = useState<string | null>(null);
  useGoto(useCallback((path: string) => {
    setPage(sectionOf(path));
    setField(path);
  }, []));
  const left = list ? (
    <SidePane id="outline" side="left" label={say("workbench.outline")}>
      <Outline document={document} tokens={tokens} page={page} onPage={(next) => { setPage(next); setField(null); }} />
    </SidePane>
  ) : null;
  if (page === "raw" && hasOriginal) return <RawPage document={document} left={left} />;
  return (
    <>
      <PaneRow>
        {left}
        <PagePane label={say("pane.page")}>
          {page === "history" ? <HistoryPage document={document} /> : <SectionPage key={page} document={document} page={page === "raw" ? "definition" : page} tokens={tokens} field={field} />}
        </PagePane>
        <Inspector document={document} />
      </PaneRow>
      <Figures document={document} tokens={tokens} />
    </>
  );
}

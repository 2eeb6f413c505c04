// Kinds whose own editor does not exist yet: name, raw original and history, said plainly.
import { useCallback, useState } from "react";
import { type Document, useDocument } from "../../documents";
import { Name, PagePane, PaneRow, SidePane } from "../../kit";
import { useMessages } from "../../messages";
import { useNavigation } from "../../navigation";
import { StatusBar } from "../../shell/StatusBar";
import { FocusedFigure, TokenizerFigure } from "../FieldFigures";
import { Line } from "../fields/Line";
import { useGoto } from "../goto";
import { HistoryPage } from "../history/HistoryPage";
import { Inspector } from "../Inspector";
import { usePieceName } from "../name";
import { RawPage } from "../raw/RawPage";
import { SideItem } from "../SideItem";
import { sumOf, useTokens } from "../tokens";

type PageId = "piece" | "raw" | "history";

export function OtherEditor({ document }: { document: Document }) {
  const { say, number } = useMessages();
  const list = useNavigation((state) => state.list);
  const { kind, revision } = useDocument(document, (state) => state.entity);
  const hasOriginal = useDocument(document, (state) => state.entity.originals.length > 0);
  const name = usePieceName(document);
  const tokens = useTokens(document);
  const [page, setPage] = useState<PageId>("piece");
  useGoto(useCallback(() => setPage("piece"), []));
  const left = list ? (
    <SidePane id="outline" side="left" label={say("workbench.outline")}>
      <div className="lore-head"><span className="outline-name"><Name text={name} /></span><span className="small tertiary">{say(`kind.${kind}`)}</span></div>
      <nav aria-label={say("workbench.outline")}>
        <SideItem label={say("section.identity")} count="" on={page === "piece"} onPress={() => setPage("piece")} />
        {hasOriginal ? <SideItem icon="braces" label={say("workbench.raw")} count="" on={page === "raw"} onPress={() => setPage("raw")} /> : null}
        <SideItem icon="history" label={say("workbench.history")} count={number(revision)} on={page === "history"} onPress={() => setPage("history")} />
      </nav>
    </SidePane>
  ) : null;
  if (page === "raw") return <RawPage document={document} left={left} />;
  return (
    <>
      <PaneRow>
        {left}
        <PagePane label={say("pane.page")}>
          {page === "history" ? <HistoryPage document={document} /> : (
            <div className="form-scroll" data-pane-start>
              <div className="form">
                <h2 className="form-title">{say(`kind.${kind}`)}</h2>
                <Line document={document} path="name" label={say("field.name")} keepEmpty />
                <p className="secondary">{say("workbench.madeHere")}</p>
              </div>
            </div>
          )}
        </PagePane>
        <Inspector document={document} />
      </PaneRow>
      <StatusBar><TokenizerFigure all={sumOf(tokens)} /><FocusedFigure tokens={tokens} /></StatusBar>
    </>
  );
}

// The frame of an editor of rows and pages: name and list at the side, the page in the middle, the inspector beside it,
// figures at the foot. The raw original and the history are pages of every piece.
import type { ReactNode } from "react";
import { type Document, useDocument } from "../documents";
import { type IconName, Name, PagePane, PaneRow, SidePane } from "../kit";
import { useMessages } from "../messages";
import { NativeItems } from "../native/NativeItems";
import { useNavigation } from "../navigation";
import { StatusBar } from "../shell/StatusBar";
import { FocusedFigure, TokenizerFigure } from "./FieldFigures";
import { HistoryPage } from "./history/HistoryPage";
import { Inspector } from "./Inspector";
import { usePieceName } from "./name";
import { hasRaw, useRawPage } from "./raw/place";
import { RawPage } from "./raw/RawPage";
import { SideItem } from "./SideItem";
import { sumOf, type Tokens } from "./tokens";
import "./fields/fields.css";
import "./lorebook/lorebook.css";

export interface FramePage { id: string; label: string; icon?: IconName; count?: string }

export interface FrameProps {
  document: Document;
  tokens: Tokens;
  /** The line under the name. */
  summary: string;
  /** The rows at the side; pages stand below them then. */
  list?: ReactNode;
  pages: FramePage[];
  /** The page that is shown; a row of the list is none of them. */
  page: string;
  onPage: (id: string) => void;
  /** The topic of the help that is about this editor. */
  help: string;
  figures?: ReactNode;
  /** What stands below the pages. */
  more?: ReactNode;
  children: ReactNode;
}

export function KindFrame({ document, tokens, summary, list, pages, page, onPage, help, figures, more, children }: FrameProps) {
  const { say, number } = useMessages();
  const shown = useNavigation((state) => state.list);
  const { revision } = useDocument(document, (state) => state.entity);
  const hasOriginal = useDocument(document, hasRaw);
  useRawPage(document, () => onPage("raw"), () => onPage(pages[0]?.id ?? ""));
  const name = usePieceName(document);
  const nav = (
    <nav aria-label={say("workbench.outline")} className={list === undefined ? "outline pane-scroll" : "lore-foot"} {...(list === undefined ? { "data-pane-start": true } : {})}>
      {pages.map(({ id, label, icon, count = "" }) => <SideItem key={id} label={label} count={count} on={page === id} onPress={() => onPage(id)} {...(icon === undefined ? {} : { icon })} />)}
      {more}
      <NativeItems document={document} />
      {hasOriginal ? <SideItem icon="braces" label={say("workbench.raw")} count="" on={page === "raw"} onPress={() => onPage("raw")} /> : null}
      <SideItem icon="history" label={say("workbench.history")} count={number(revision)} on={page === "history"} onPress={() => onPage("history")} />
    </nav>
  );
  const left = shown ? (
    <SidePane id="rows" side="left" label={say("workbench.outline")}>
      <div className="frame-head"><span className="outline-name"><Name text={name} /></span><span className="small tertiary">{summary}</span></div>
      {list}
      {nav}
    </SidePane>
  ) : null;
  if (page === "raw") return <RawPage document={document} left={left} />;
  return (
    <>
      <PaneRow>
        {left}
        <PagePane label={say("pane.page")}>
          <div className="frame-page" data-help={help}>{page === "history" ? <HistoryPage document={document} /> : children}</div>
        </PagePane>
        <Inspector document={document} />
      </PaneRow>
      <StatusBar>{figures}<TokenizerFigure all={sumOf(tokens)} /><FocusedFigure tokens={tokens} /></StatusBar>
    </>
  );
}

/** A page of fields. */
export function FormPage({ title, hint, children, wide = false }: { title?: string; hint?: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className="form-scroll" data-pane-start>
      <div className={`form ${wide ? "form-wide" : ""}`}>
        {title === undefined ? null : <div><h2 className="form-title">{title}</h2>{hint === undefined ? null : <p className="secondary form-lead">{hint}</p>}</div>}
        {children}
      </div>
    </div>
  );
}

/** Fields under one head. */
export function FormSection({ title, hint, end, children }: { title: string; hint?: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="form-section" aria-label={title}>
      <div className="form-section-head"><h3>{title}</h3>{hint === undefined ? null : <span className="small tertiary">{hint}</span>}{end}</div>
      {children}
    </section>
  );
}

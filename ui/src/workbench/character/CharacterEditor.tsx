// A character: outline at the left, one section, the raw original or the history on the page, figures at the foot. The
// strip above the form says in which form of the character, or for which app, one writes.
import { useCallback, useMemo, useState } from "react";
import { type Document, useDocument } from "../../documents";
import { useFormatTitle } from "../../data/formats";
import { PagePane, PaneRow, SidePane } from "../../kit";
import { useMessages } from "../../messages";
import { useNavigation, usePageWithin, useSections } from "../../navigation";
import { useGoto } from "../goto";
import { HistoryPage } from "../history/HistoryPage";
import { Inspector } from "../Inspector";
import { hasRaw, useRawPage } from "../raw/place";
import { RawPage } from "../raw/RawPage";
import { BASE, scoped, type ScopeId, variantAt } from "../scope/scope";
import { placeOf } from "../scope/place";
import { useTokens } from "../tokens";
import { labelIn } from "../variants/acts";
import { VariantStrip } from "../variants/VariantStrip";
import { Figures } from "./Figures";
import { Outline, type PageId } from "./Outline";
import { SectionPage } from "./SectionPage";
import { sectionOf, SECTIONS } from "./sections";

/** What of the character one writes in, as a document; a variant that went away is the base. */
function useScoped(document: Document, wanted: ScopeId): { view: Document; scope: ScopeId } {
  const { say } = useMessages();
  const titleOf = useFormatTitle();
  const label = useDocument(document, (state) => (wanted.kind === "variant" ? labelIn(variantAt(state, wanted.at) ?? undefined) || say("variant.number", { number: wanted.at + 1 }) : ""));
  const gone = useDocument(document, (state) => wanted.kind === "variant" && variantAt(state, wanted.at) === null);
  const key = wanted.kind === "variant" ? `v${wanted.at}` : wanted.kind === "profile" ? `p${wanted.format}` : "base";
  const name = wanted.kind === "profile" ? titleOf(wanted.format) : label;
  const scope = gone ? BASE : wanted;
  // A scope is told by its key; the object may be another one.
  const view = useMemo(() => scoped(document, scope, name), [document, key, gone, name]);
  return { view, scope };
}

function isPage(page: string | number): boolean {
  return page === "raw" || page === "history" || SECTIONS.some(({ id }) => id === page);
}

export function CharacterEditor({ document }: { document: Document }) {
  const { say } = useMessages();
  const list = useNavigation((state) => state.list);
  const [wanted, setScope] = useState<ScopeId>(BASE);
  const { view, scope } = useScoped(document, wanted);
  const tokens = useTokens(view);
  const hasOriginal = useDocument(document, hasRaw);
  const [page, setPage] = usePageWithin<PageId>(document.address, "definition", isPage);
  useSections(() => SECTIONS.map(({ id, title }) => ({ id, title: say(title), show: () => setPage(id) })));
  /** The field somebody wants to see, for sections that show one of many. */
  const [field, setField] = useState<string | null>(null);
  useGoto(useCallback((path: string, here: boolean) => {
    const place = placeOf(path);
    if (!here) setScope(place.scope);
    setPage(sectionOf(place.path));
    setField(place.path);
    return place.path;
  }, [setPage]));
  useRawPage(document, useCallback(() => setPage("raw"), [setPage]), useCallback(() => setPage("definition"), [setPage]));
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
          {page === "history" ? <HistoryPage document={document} /> : (
            <div className="page-form" data-help="character">
              <VariantStrip document={document} scope={scope} onScope={setScope} />
              <SectionPage key={page} document={view} page={page === "raw" ? "definition" : page} tokens={tokens} field={field} />
            </div>
          )}
        </PagePane>
        <Inspector document={document} />
      </PaneRow>
      <Figures document={view} tokens={tokens} />
    </>
  );
}

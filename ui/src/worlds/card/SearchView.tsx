// Finding words in the card: phrases first, then all words, then any. A query is text, never a pattern.
import { useDeferredValue, useRef } from "react";
import type { CardHit } from "../../bindings";
import { useQuery } from "../../data/queries";
import { Authored, PagePane, PaneRow, Roving, SearchField } from "../../kit";
import { useMessages } from "../../messages";
import { card, readPiece, useCard } from "./state";

const LATIN = /^[\p{Script=Latin}\d\s]*$/u;

/** Whether a query is long enough to be asked: two letters of Latin, one of any other script. */
function longEnough(query: string): boolean {
  const signs = [...query.trim()].length;
  return signs >= (LATIN.test(query) ? 2 : 1);
}

export function SearchView({ world }: { world: string }) {
  const { say } = useMessages();
  const { query, version } = useCard((state) => state);
  const asked = useDeferredValue(query);
  const field = useRef<HTMLInputElement>(null);
  const { data, error } = useQuery("card_search", longEnough(asked) ? { world, version, query: asked } : null);
  return (
    <PaneRow>
      <PagePane label={say("cardtool.search")}>
        <div className="card-search" data-help="card">
          <SearchField label={say("cardtool.find")} placeholder={say("cardtool.find")} value={query} onChange={(next) => card.set({ query: next })} clearLabel={say("common.clear")} inputRef={field} />
          {error !== null ? <p className="small secondary" role="status">{error.message}</p> : !longEnough(asked) ? <p className="small tertiary">{say("cardtool.findHint")}</p>
            : data === null ? null : (
              <>
                <p className="small tertiary" role="status">{data.total === 0 ? say("cardtool.noHits") : say("cardtool.hits", { shown: data.hits.length, total: data.total })}</p>
                <Hits hits={data.hits} label={say("cardtool.search")} />
              </>
            )}
        </div>
      </PagePane>
    </PaneRow>
  );
}

/** Characters of a turn: a hit is read in the turn that holds it. */
const TURN = 6_000;

export function Hits({ hits, label }: { hits: CardHit[]; label: string }) {
  const { say } = useMessages();
  return (
    <Roving role="group" label={label} className="card-hits">
      {hits.map((hit, at) => (
        <button key={at} type="button" className="card-hit" onClick={() => { readPiece(hit.piece, hit.from < TURN ? 0 : Math.max(0, hit.from - 200)); }}>
          <span className="line"><span className="medium cut"><Authored text={hit.title} cut /></span><span className="small tertiary mono nowrap">{hit.piece}</span>{hit.how === "title" ? <span className="small tertiary nowrap">{say("cardtool.inTitle")}</span> : null}</span>
          <span className="card-snippet"><Authored text={hit.before} /><mark className="worlds-mark"><Authored text={hit.span} /></mark><Authored text={hit.after} /></span>
        </button>
      ))}
    </Roving>
  );
}

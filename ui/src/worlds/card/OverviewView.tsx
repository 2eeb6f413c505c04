// The pieces of a card with what became of each, the one that is read, and what it was made into.
import { type KeyboardEvent, useMemo, useRef } from "react";
import type { CardOverview, CardPieceRow } from "../../bindings";
import { Authored, Button, Icon, PagePane, PaneRow, placeId, SearchField, Select, SidePane, Switch, VirtualList } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { en } from "../../messages/en";
import { useNavigation } from "../../navigation";
import { OutcomeStrip, OutcomeWord } from "../parts/Outcomes";
import { openWorldPanel } from "../route";
import { About } from "./About";
import { Reading } from "./Reading";
import { card, filtered, readPiece, useCard } from "./state";

/** The list of pieces, for coming back to it from the reading. */
const ROWS = "card-rows";

export function roleWord(say: (id: MessageId) => string, role: string): string {
  const id = `cardtool.role.${role}`;
  return id in en ? say(id as MessageId) : role;
}

export function OverviewView({ world, overview }: { world: string; overview: CardOverview }) {
  const { say } = useMessages();
  const state = useCard((all) => all);
  const list = useNavigation((all) => all.list);
  const inspector = useNavigation((all) => all.inspector);
  const reading = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => filtered(overview.pieces, state), [overview, state]);
  const current = overview.pieces.find((piece) => piece.id === state.piece) ?? null;
  return (
    <>
      <PaneRow>
        {list ? <SidePane id="card-pieces" side="left" label={say("cardtool.pieces")} width={300}><Filters overview={overview} /><Pieces rows={rows} onOpen={() => reading.current?.focus()} /></SidePane> : null}
        <PagePane label={say("cardtool.reading")}>
          <div
            ref={reading} className="pane-scroll card-reading" data-help="card" key={state.piece} tabIndex={-1} role="group" aria-label={say("cardtool.reading")}
            onKeyDown={({ key }) => key === "Escape" && document.getElementById(ROWS)?.focus()}
          >{current === null ? <About overview={overview} /> : <Reading world={world} piece={current} />}</div>
        </PagePane>
        {inspector && current !== null ? <SidePane id="card-made" side="right" label={say("cardtool.madeInto")}><Made overview={overview} piece={current} /></SidePane> : null}
      </PaneRow>
      <div className="review-foot"><OutcomeStrip outcomes={overview.totals} chosen={state.outcome} onChoose={(outcome) => card.set({ outcome })} /></div>
    </>
  );
}

function Filters({ overview }: { overview: CardOverview }) {
  const { say } = useMessages();
  const { text, role, origin, off } = useCard((state) => state);
  const roles = useMemo(() => [...new Set(overview.pieces.flatMap((piece) => piece.roles))].sort(), [overview]);
  const someOff = overview.pieces.some((piece) => piece.off);
  return (
    <div className="card-filters">
      <SearchField label={say("cardtool.filter")} placeholder={say("cardtool.filter")} value={text} onChange={(next) => card.set({ text: next })} clearLabel={say("common.clear")} onKeyDown={({ key }) => key === "ArrowDown" && document.getElementById(ROWS)?.focus()} />
      <div className="card-filter-row">
        <Select
          label={say("cardtool.kind")} hideLabel size="small" look="plain" value={origin ?? "all"} onChange={(next) => card.set({ origin: next === "all" ? null : next })}
          options={[{ id: "all", label: say("cardtool.allKinds") }, ...(["field", "greeting", "entry"] as const).map((id) => ({ id, label: say(`review.group.${id}`) }))]}
        />
        {roles.length === 0 ? null : (
          <Select
            label={say("cardtool.roles")} hideLabel size="small" look="plain" value={role ?? "all"} onChange={(next) => card.set({ role: next === "all" ? null : next })}
            options={[{ id: "all", label: say("cardtool.allRoles") }, ...roles.map((id) => ({ id, label: roleWord(say, id) }))]}
          />
        )}
        {someOff ? <Switch label={say("cardtool.off")} on={off} onChange={(on) => card.set({ off: on })} /> : null}
      </div>
    </div>
  );
}

function Pieces({ rows, onOpen }: { rows: CardPieceRow[]; onOpen: () => void }) {
  const { say } = useMessages();
  const piece = useCard((state) => state.piece);
  const cursor = rows.findIndex((row) => row.id === piece);
  const pick = (at: number): void => {
    const row = rows[at];
    if (row !== undefined) card.set({ piece: row.id, from: 0 });
  };
  const keyed = (event: KeyboardEvent): void => {
    if (event.key !== "/") return;
    event.preventDefault();
    event.currentTarget.closest("aside")?.querySelector("input")?.focus();
  };
  if (rows.length === 0) return <p className="small tertiary card-none">{say("cardtool.noPieces")}</p>;
  return (
    <VirtualList id={ROWS} label={say("cardtool.pieces")} count={rows.length} cursor={cursor} rowSize={44} className="review-rows" onCursor={pick} onOpen={onOpen} onKey={keyed}>
      {(index) => {
        const row = rows[index];
        if (row === undefined) return <div />;
        const head = index === 0 || rows[index - 1]?.origin !== row.origin;
        return (
          <div role="presentation">
            {head ? <div className="review-head" role="presentation">{say(`review.group.${row.origin}` as MessageId)}</div> : null}
            <div id={placeId(ROWS, index)} role="option" aria-selected={index === cursor} className={`card-row ${index === cursor ? "review-row-on" : ""}`} onClick={() => pick(index)}>
              <span className="line"><Authored text={row.title} cut className="grow" /><span className="small tertiary figure">{say("make.charsShort", { count: row.chars })}</span></span>
              <span className="small line"><OutcomeWord outcome={row.outcome} />{row.off ? <span className="tertiary">{say("cardtool.isOff")}</span> : null}</span>
            </div>
          </div>
        );
      }}
    </VirtualList>
  );
}

function Made({ overview, piece }: { overview: CardOverview; piece: CardPieceRow }) {
  const { say } = useMessages();
  const nameOf = (reference: string): string => overview.roster.find((one) => one.ref === reference)?.name ?? reference;
  const gone = (reference: string): boolean => overview.roster.some((one) => one.ref === reference && !one.exists);
  return (
    <div className="pane-scroll review-beside">
      <h3>{say("cardtool.madeInto")}</h3>
      <p className="small secondary"><OutcomeWord outcome={piece.outcome} /></p>
      <p className="small tertiary">{say(`worlds.outcomeWhy.${piece.outcome}`)}</p>
      {piece.madeInto.length === 0 ? <p className="small tertiary">{say("cardtool.madeNothing")}</p> : (
        <ul className="card-made">
          {piece.madeInto.map((reference) => (
            <li key={reference} className="line">
              <Button size="small" icon="right" isDisabled={gone(reference)} onPress={() => openWorldPanel("world", reference)}><Authored text={nameOf(reference)} cut /></Button>
              <span className="small tertiary mono cut">{reference}</span>
              {gone(reference) ? <Icon name="minus" size="small" /> : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Opens a piece from a list elsewhere. */
export function PieceLink({ row }: { row: CardPieceRow }) {
  return <button type="button" className="card-link" onClick={() => readPiece(row.id)}><Authored text={row.title} cut className="grow" /><span className="small"><OutcomeWord outcome={row.outcome} /></span></button>;
}

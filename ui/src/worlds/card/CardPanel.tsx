// The card behind a world: its pieces with what became of each, a search in it, where something comes from. It is
// evidence and is only read; the world's files are what counts.
import { useEffect, useMemo } from "react";
import { useQuery } from "../../data/queries";
import { Banner, Button, EmptyState, PagePane, PaneRow, Segmented } from "../../kit";
import { useMessages } from "../../messages";
import type { WorldPanelProps } from "../panels";
import { openWorldPanel } from "../route";
import { OriginView } from "./OriginView";
import { OverviewView } from "./OverviewView";
import { SearchView } from "./SearchView";
import { card, turnTo, useCard } from "./state";
import "./card.css";
import "../review/review.css";

export function CardPanel({ world, at }: WorldPanelProps) {
  const { say } = useMessages();
  useEffect(() => turnTo(world, at), [world, at]);
  const view = useCard((state) => state.view);
  const version = useCard((state) => state.version);
  const { data, error } = useQuery("card_overview", { world, version });
  const update = useQuery("update_status", { world }).data;
  const waits = update?.mark === "waiting";
  const gone = error?.code === "no-card" || update?.fromCard === false;
  const head = useMemo(() => (data === null ? null : { name: data.name, format: data.sourceFormat }), [data]);
  if (gone) return <PaneRow><PagePane label={say("cardtool.title")}><EmptyState title={say("cardtool.gone")} hint={say("cardtool.goneHint")} /></PagePane></PaneRow>;
  return (
    <>
      <div className="run-bar" data-pane="steps">
        <span className="medium cut"><bdi dir="auto">{head === null ? "" : head.name}</bdi></span>
        <span className="small tertiary cut">{head?.format ?? ""}</span>
        <span className="grow" />
        {waits ? <Segmented label={say("cardtool.version")} size="small" value={version} onChange={(next) => card.set({ version: next, piece: null, from: 0 })} options={[{ id: "current", label: say("cardtool.current") }, { id: "new", label: say("cardtool.new") }]} /> : null}
        <Segmented
          label={say("cardtool.views")} size="small" value={view} onChange={(next) => card.set({ view: next })}
          options={[{ id: "overview", label: say("cardtool.overview") }, { id: "search", label: say("cardtool.search") }, { id: "origin", label: say("cardtool.origin") }]}
        />
        {waits ? <Button size="small" look="line" icon="compare" onPress={() => openWorldPanel("update")}>{say("worlds.update.waiting")}</Button> : null}
      </div>
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      {data === null ? <PaneRow><PagePane label={say("cardtool.title")}>{null}</PagePane></PaneRow>
        : view === "search" ? <SearchView world={world} /> : view === "origin" ? <OriginView world={world} overview={data} /> : <OverviewView world={world} overview={data} />}
      <p className="card-canon small tertiary">{say("cardtool.canon")}</p>
    </>
  );
}

// The list of staged files with its filters. Exact duplicates are folded into one line, since there is nothing to decide.
import { type KeyboardEvent, useMemo, useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { Decision, StagedRow } from "../bindings";
import { Button, FilterChip, Icon, Menu, VirtualList } from "../kit";
import { useMessages } from "../messages";
import { canRaise, isLocked, decide, decideAll, decisionsFor, discard, isDecidable } from "./acts";
import { IntakeRow } from "./IntakeRow";
import { rowsFor, staged, type StagedFilter, useStaged } from "./staged";

const FILTERS: readonly StagedFilter[] = ["all", "new", "decide", "here", "refused"];
/** From this many on, files that are already here are one line. */
const FOLD = 4;
const LETTERS: Record<string, Decision> = { k: "keep", u: "update", s: "skip" };

function Filters({ view }: { view: StagedRow[] }) {
  const { say, number } = useMessages();
  const rows = useStaged((state) => state.rows);
  const decided = useStaged((state) => state.decided);
  const current = useStaged((state) => state.filter);
  return (
    <div className="intake-filters" role="group" aria-label={say("intake.filter")}>
      {FILTERS.map((filter) => {
        const count = rowsFor(rows, filter, decided).length;
        if (count === 0 && filter !== "all" && filter !== current) return null;
        return <FilterChip key={filter} label={say(`intake.filter.${filter}`)} count={number(count)} on={filter === current} onChange={() => staged.set({ filter })} />;
      })}
      <span className="push" />
      <Menu
        label={say("intake.setAll")} placement="bottom end" onAction={(id) => void decideAll(view, id as Decision)}
        button={<AriaButton className="button button-plain button-small">{say("intake.setAll")}<Icon name="down" size="small" /></AriaButton>}
        groups={[{ id: "all", title: say("intake.setAllTo", { count: view.length }), items: (["keep", "update", "skip"] as const).map((id) => ({ id, label: say(`intake.decide.${id}`) })) }]}
      />
    </div>
  );
}

export function IntakeRows() {
  const { say } = useMessages();
  const rows = useStaged((state) => state.rows);
  const decided = useStaged((state) => state.decided);
  const filter = useStaged((state) => state.filter);
  const chosen = useStaged((state) => state.chosen);
  const list = useRef("intake-rows").current;
  const { view, folded } = useMemo(() => {
    const all = rowsFor(rows, filter, decided);
    const here = all.filter((row) => row.state === "same");
    if (filter !== "all" || here.length < FOLD || here.length === all.length) return { view: all, folded: 0 };
    return { view: all.filter((row) => row.state !== "same"), folded: here.length };
  }, [rows, filter, decided]);
  const cursor = view.findIndex((row) => row.id === chosen);
  const choose = (index: number): void => staged.set({ chosen: view[index]?.id ?? null });

  function keyed(event: KeyboardEvent): void {
    const row = view[cursor];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const decision = LETTERS[event.key];
    if (decision !== undefined && isDecidable(row) && decisionsFor(row).includes(decision)) void decide([row.id], decision);
    else if (event.key === "r" && canRaise(row)) staged.set({ raising: row.id });
    else if (event.key === "r" && isLocked(row)) staged.set({ unlocking: row.id });
    else if (event.key === "Delete") void discard([row.id]);
    else return;
    event.preventDefault();
  }
  return (
    <>
      <Filters view={view} />
      <VirtualList
        id={list} role="grid" label={say("intake.rows")} count={view.length} cursor={cursor} rowSize={58} onCursor={choose} onKey={keyed} className="intake-list"
      >
        {(index) => {
          const row = view[index];
          return row === undefined ? <div /> : <IntakeRow list={list} index={index} row={row} current={index === cursor} onPress={choose} />;
        }}
      </VirtualList>
      {folded === 0 ? null : (
        <div className="intake-folded line">
          <Icon name="copy" className="tertiary" />
          <span className="grow"><span className="medium">{say("intake.folded", { count: folded })}</span> <span className="tertiary small">{say("intake.foldedHint")}</span></span>
          <Button size="small" onPress={() => staged.set({ filter: "here" })}>{say("intake.showThem")}</Button>
        </div>
      )}
    </>
  );
}

// The findings in their groups, one tab stop, rows drawn only where they are in view. A group is folded by its head.
import { useId, useMemo, useRef } from "react";
import type { CheckedPiece, FindingRow } from "../bindings";
import { Button, Icon, placeId, VirtualList, visible } from "../kit";
import { useMessages } from "../messages";
import { goToFinding, sureFix } from "./acts";
import { shortEvidence } from "./Evidence";
import { PlaceWords } from "./FindingList";
import { mendOne } from "./mend";
import { checks, type Group, nameOf, toggleGroup, useChecks } from "./run";

type Item = { group: Group } | { row: FindingRow };

export function FindingRows({ groups, pieces }: { groups: Group[]; pieces: readonly CheckedPiece[] }) {
  const { say } = useMessages();
  const id = useId();
  const folded = useChecks((state) => state.folded);
  const chosen = useChecks((state) => state.chosen);
  const items = useMemo<Item[]>(
    () => groups.flatMap((group): Item[] => [{ group }, ...(folded.has(group.id) ? [] : group.rows.map((row) => ({ row })))]),
    [groups, folded],
  );
  // The piece that was asked for needs no name beside its own findings.
  const names = useMemo(() => new Map(pieces.slice(1).map(({ address, name }) => [address, name === "" ? address : name])), [pieces]);
  const last = useRef(0);
  const found = items.findIndex((item) => "row" in item && nameOf(item.row) === chosen);
  const cursor = found === -1 ? Math.min(last.current, items.length - 1) : found;
  last.current = cursor;
  function move(index: number): void {
    const item = items[index];
    last.current = index;
    checks.set({ chosen: item !== undefined && "row" in item ? nameOf(item.row) : null });
  }
  function open(index: number): void {
    const item = items[index];
    if (item === undefined) return;
    if ("group" in item) toggleGroup(item.group.id);
    else goToFinding(item.row);
  }
  return (
    <VirtualList
      id={id} role="grid" label={say("checks.list")} count={items.length} cursor={cursor} onCursor={(index) => move(index)} onOpen={open} onToggle={open} rowSize={40} className="checks-rows"
    >
      {(first) => {
        const item = items[first];
        if (item === undefined) return <div />;
        const on = first === cursor;
        return "group" in item
          ? <GroupHead id={placeId(id, first)} group={item.group} folded={folded.has(item.group.id)} on={on && chosen === null} />
          : <Row id={placeId(id, first)} row={item.row} on={on} piece={names.get(item.row.address) ?? (pieces.some(({ address }) => address === item.row.address) ? null : item.row.address)} onChoose={() => move(first)} />;
      }}
    </VirtualList>
  );
}

function GroupHead({ id, group, folded, on }: { id: string; group: Group; folded: boolean; on: boolean }) {
  const { say, number } = useMessages();
  return (
    <div id={id} role="row" aria-selected={on} className={`checks-group ${on ? "checks-group-on" : ""}`} onClick={() => toggleGroup(group.id)}>
      <span role="gridcell" className="line">
        <Icon name={folded ? "right" : "down"} size="small" />
        {group.title === null ? null : <Icon name={group.severity} className={`said-${group.severity}`} />}
        <b className="strong">{group.title ?? say(`checks.group.${group.severity}`)}</b>
        <span className="tertiary">{number(group.rows.length)}</span>
        <span className="aside-text">{say(folded ? "checks.folded" : "checks.unfolded")}</span>
      </span>
    </div>
  );
}

function Row({ id, row, on, piece, onChoose }: { id: string; row: FindingRow; on: boolean; piece: string | null; onChoose: () => void }) {
  const { say } = useMessages();
  const fix = sureFix(row);
  return (
    <div id={id} role="row" aria-selected={on} className={`checks-row ${on ? "checks-row-on" : ""} ${row.hushed ? "checks-row-hushed" : ""}`} onClick={onChoose} onDoubleClick={() => goToFinding(row)} data-finding={row.code}>
      <span role="gridcell" className={`said-${row.severity} checks-mark`}><Icon name={row.severity} /><span className="aside-text">{say(`checks.severity.${row.severity}`)}</span></span>
      <span role="gridcell" className="medium cut">{row.title}{row.fresh ? <span className="checks-new">{say("checks.new")}</span> : null}</span>
      <span role="gridcell" className="secondary cut"><PlaceWords row={row} />{piece === null ? null : <bdi className="checks-piece small tertiary">{piece}</bdi>}</span>
      <bdi role="gridcell" className="mono cut checks-evidence" dir="auto">{row.evidence === null ? null : visible(shortEvidence(row.evidence))}</bdi>
      <span role="gridcell" className="small tertiary cut checks-hint" dir="auto">{row.hint ?? row.message}</span>
      <span role="gridcell" className="checks-fix">
        {fix === null ? null : <Button look="line" size="small" excludeFromTabOrder aria-label={say("checks.fixNamed", { title: row.title, fix: fix.label })} onPress={() => void mendOne(row, fix)}>{say("checks.fix")}</Button>}
      </span>
    </div>
  );
}

// Fields in three versions: mine, the other's, and, where both edits fit into one text, both. Each row says which it
// takes; what is taken is what will be saved, so the marked version is the preview. Only what is in view is drawn.
import { useLayoutEffect, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { ComparisonRow, MergeSide, Told } from "../bindings";
import { Icon, Segmented } from "../kit";
import { useMessages } from "../messages";
import { type Choices, sideOf } from "./choices";
import { FieldHead } from "./FieldHead";
import { Version } from "./Version";
import "./merge.css";

export interface SideWords { mine: string; theirs: string }

export interface MergeRowsProps {
  rows: ComparisonRow[];
  choices: Choices;
  words: SideWords;
  onChoose: (row: ComparisonRow, side: MergeSide) => void;
  /** Brought into view when it changes. */
  show?: number | null;
  off?: boolean;
}

const ROW = 150;

export function MergeRows({ rows, choices, words, onChoose, show = null, off = false }: MergeRowsProps) {
  const { say } = useMessages();
  const holder = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  useLayoutEffect(() => {
    if (show !== null) list.current?.scrollToIndex(show, { align: "start" });
  }, [show]);
  return (
    <div ref={holder} className="merge-rows" role="list" aria-label={say("merge.fields")} tabIndex={0}>
      <Virtualizer ref={list} scrollRef={holder} data={rows} itemSize={ROW}>
        {(row) => <Row key={row.path} row={row} side={sideOf(row, choices)} words={words} off={off} onChoose={onChoose} />}
      </Virtualizer>
    </div>
  );
}

interface RowProps { row: ComparisonRow; side: MergeSide | null; words: SideWords; off: boolean; onChoose: MergeRowsProps["onChoose"] }

function Row({ row, side, words, off, onChoose }: RowProps) {
  const { say } = useMessages();
  const options: { id: MergeSide; label: string }[] = [
    { id: "mine", label: words.mine }, { id: "theirs", label: words.theirs },
    ...(row.joined === null ? [] : [{ id: "joined" as const, label: say("merge.both") }]),
  ];
  return (
    <div role="listitem" className={`merge-row ${side === null ? "merge-row-open" : ""}`}>
      <div className="merge-head">
        <FieldHead row={row} />
        <span className="push" />
        {side === null ? <span className="small said-warning line nowrap"><Icon name="warning" size="small" />{say("merge.choose")}</span> : null}
        <div role="group" aria-label={say("merge.takes", { field: row.label })}>
          <Segmented<MergeSide | "none"> label={say("merge.takes", { field: row.label })} size="small" value={side ?? "none"} options={off ? options.map((option) => ({ ...option, off: true })) : options} onChange={(next) => next !== "none" && onChoose(row, next)} />
        </div>
      </div>
      <div className="merge-texts">
        <Side title={words.mine} told={row.mine} base={row.source} on={side === "mine"} />
        <Side title={words.theirs} told={row.theirs} base={row.source} on={side === "theirs"} />
        {side === "joined" ? <Side title={say("merge.together")} told={row.joined} base={row.source} on wide /> : null}
      </div>
    </div>
  );
}

function Side({ title, told, base, on, wide = false }: { title: string; told: Told | null; base: Told | null; on: boolean; wide?: boolean }) {
  const { say } = useMessages();
  return (
    <section className={`merge-side ${on ? "merge-side-on" : ""} ${wide ? "merge-side-wide" : ""}`} aria-label={title}>
      <h3 className="small line">{title}{on ? <span className="line said-good"><Icon name="tick" size="small" />{say("merge.taken")}</span> : null}</h3>
      <div className="merge-text"><Version told={told} against={base} /></div>
    </section>
  );
}

// Base and variants as a row of tabs. A variant moves by dragging, with Alt and the arrow keys, or from its menu.
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { horizontalListSortingStrategy, SortableContext, useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Json } from "../../bindings";
import { type Document, useDocument } from "../../documents";
import { visible } from "../../kit";
import { Portrait } from "../../library/Portrait";
import { useMessages } from "../../messages";
import { portraitOf } from "../character/pictures";
import { isMap } from "../scope/merge";
import { countIn, labelIn, overridesIn, type variantActs } from "./acts";

export interface VariantTabsProps {
  document: Document; rows: Json[]; acts: ReturnType<typeof variantActs>;
  /** The variant on the page; `null` for the base. */
  on: number | null;
  onChoose: (at: number | null) => void;
  onRename: (at: number) => void;
  onRemove: (at: number) => void;
}

export function VariantTabs({ document, rows, acts, on, onChoose, onRename, onRemove }: VariantTabsProps) {
  const { say } = useMessages();
  const list = useRef<HTMLDivElement>(null);
  // The form on the page is told by its tab, so that stays in sight.
  useEffect(() => {
    // Newer web views answer with a promise, which is no way to end an effect.
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [on, rows.length]);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));

  function focus(to: number | null): void {
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-variant="${to ?? "base"}"]`)?.focus());
  }
  function pressed(event: KeyboardEvent, at: number | null): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const here = at ?? -1;
    const to = event.key === "Home" ? -1 : event.key === "End" ? rows.length - 1 : here + by;
    if (at !== null && event.key === "F2") onRename(at);
    else if (at !== null && event.key === "Delete") { onRemove(at); focus(null); }
    else if ((by === 0 && event.key !== "Home" && event.key !== "End") || to < -1 || to >= rows.length) return;
    else if (!event.altKey) { onChoose(to === -1 ? null : to); focus(to === -1 ? null : to); }
    else if (at !== null && to >= 0) { acts.move(at, to); onChoose(to); focus(to); }
    event.preventDefault();
    event.stopPropagation();
  }
  function dropped({ active, over }: DragEndEvent): void {
    if (over === null || active.id === over.id) return;
    acts.move(Number(active.id), Number(over.id));
    onChoose(Number(over.id));
  }
  const ids = rows.map((_, at) => String(at));
  return (
    // Around the list and not in it: what the drag tells a screen reader is no tab.
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={dropped}>
      <SortableContext items={ids} strategy={horizontalListSortingStrategy}>
        <div ref={list} className="variant-tabs" role="tablist" aria-label={say("variant.tabs")}>
          <button type="button" role="tab" aria-selected={on === null} tabIndex={on === null ? 0 : -1} data-variant="base" className="variant-tab" onClick={() => onChoose(null)} onKeyDown={(event) => pressed(event, null)}>{say("variant.base")}</button>
          {rows.map((row, at) => <VariantTab key={at} id={String(at)} document={document} row={row} name={acts.named(at)} on={on === at} onChoose={() => onChoose(at)} onKey={(event) => pressed(event, at)} />)}
        </div>
      </SortableContext>
    </DndContext>
  );
}

interface TabProps { id: string; document: Document; row: Json; name: string; on: boolean; onChoose: () => void; onKey: (event: KeyboardEvent) => void }

function VariantTab({ id, document, row, name, on, onChoose, onKey }: TabProps) {
  const { say, number } = useMessages();
  const { listeners, setNodeRef, transform, transition } = useSortable({ id });
  const entity = useDocument(document, (state) => state.entity);
  const body = useDocument(document, (state) => state.body);
  const media = overridesIn(row).media;
  const portrait = portraitOf(isMap(media) ? media.portrait : undefined, entity);
  const count = countIn(body, row);
  return (
    <button
      ref={setNodeRef} {...listeners} type="button" role="tab" aria-selected={on} tabIndex={on ? 0 : -1} data-variant={id} disabled={!isMap(row)} className="variant-tab" style={{ transform: CSS.Translate.toString(transform), transition }}
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight F2 Delete" onClick={onChoose} onKeyDown={onKey}
    >
      {portrait === null ? null : <Portrait key={portrait} portrait={portrait} kind="character" side={32} className="variant-face" />}
      <span className={`cut ${labelIn(row) === "" ? "tertiary" : ""}`}><bdi>{visible(name)}</bdi><span className="aside-text">{say("variant.tab", { count })}</span></span>
      {count === 0 ? null : <span className="variant-count" aria-hidden="true">{number(count)}</span>}
    </button>
  );
}

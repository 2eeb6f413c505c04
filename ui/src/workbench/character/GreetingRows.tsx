// One list of greetings as rows. Only rows in view are drawn. A row is moved by dragging its grip, with Alt and the
// arrow keys, or from its menu; every move is one step.
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { Json } from "../../bindings";
import { type Document, useValue } from "../../documents";
import { Authored, Button, Icon, IconButton, Menu } from "../../kit";
import { useMessages } from "../../messages";
import { inSentence } from "../fields/names";
import { showHere } from "../goto";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import type { Tokens } from "../tokens";
import { type GreetingList, greetingActs, textOf, titleOf } from "./greetings-edit";

/** Signs of a greeting shown in its row. */
const SHOWN = 160;
/** Rows above which the list scrolls inside itself. */
const LONG = 12;
/** Frames waited for a row that comes into view. */
const FRAMES = 30;
const NONE: Json[] = [];

export interface GreetingRowsProps { document: Document; list: GreetingList; tokens: Tokens; open: string; onOpen: (path: string | null) => void }
type Acts = ReturnType<typeof greetingActs>;

export function GreetingRows({ document, list, tokens, open, onOpen }: GreetingRowsProps) {
  const { say, number } = useMessages();
  const value = useValue(document, list);
  const rows: Json[] = Array.isArray(value) ? value : NONE;
  const acts = greetingActs(document, list, say);
  const look = useScopeLook(document, list);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const holder = useRef<HTMLDivElement>(null);
  const scroller = useRef<VirtualizerHandle>(null);
  const items = useMemo(() => Array.from({ length: rows.length }, (_, at) => String(at)), [rows.length]);
  const title = say(list === "greetings.alternateGreetings" ? "field.alternates" : "field.groupGreetings");
  const at = open.startsWith(`${list}[`) ? Number(/\[(\d+)\]/.exec(open)?.[1] ?? -1) : -1;
  const many = rows.length > LONG;
  /** The row that Tab comes to; the arrow keys go on from there. */
  const [rover, setRover] = useState(0);
  const tabStop = Math.min(rover, rows.length - 1);

  function focusRow(to: number): void {
    if (to < 0 || to >= rows.length) return;
    setRover(to);
    scroller.current?.scrollToIndex(to, { align: "nearest" });
    // A row out of view is drawn first; the row with a moved greeting's number is another greeting now.
    let left = FRAMES;
    const look = (): void => {
      const row = holder.current?.querySelector<HTMLElement>(`[data-greeting="${list}[${to}]"]`);
      left -= 1;
      row?.focus({ preventScroll: many });
      // A row that was not measured yet is hidden, and what is hidden takes no focus.
      if ((row == null || window.document.activeElement !== row) && left > 0) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }
  useEffect(() => {
    if (at >= 0) scroller.current?.scrollToIndex(at, { align: "nearest" });
  }, [at]);

  function dropped({ active, over }: DragEndEvent): void {
    if (over === null || active.id === over.id) return;
    acts.move(rows, Number(active.id), Number(over.id));
    onOpen(`${list}[${String(over.id)}]`);
  }
  function add(): void {
    acts.add(rows);
    onOpen(`${list}[${rows.length}]`);
    showHere(`${list}[${rows.length}].text`);
  }
  if (rows.length === 0) return <Button icon="add" size="small" className="add-field" onPress={add}>{say("workbench.addField", { field: inSentence(title) })}</Button>;
  const draw = (id: string, index: number): ReactElement => (
    <GreetingRow
      key={id} id={id} row={rows[index] ?? null} at={index} last={index === rows.length - 1} tokens={tokens.get(`${list}[${index}].text`)} on={index === at} list={list} rows={rows} acts={acts} onOpen={onOpen}
      stop={index === tabStop} onFocus={focusRow} onFocused={setRover}
    />
  );
  return (
    <section className={`greetings ${look}`} aria-label={title}>
      <div className="line greetings-head">
        <h3 className="form-subtitle">{title}</h3>
        <span className="small tertiary">{number(rows.length)}</span>
        <ScopeTag document={document} path={list} label={title} />
        <IconButton icon="add" size="small" className="push" label={say("workbench.addField", { field: inSentence(title) })} onPress={add} />
      </div>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={dropped}>
        <SortableContext items={items} strategy={verticalListSortingStrategy}>
          <div ref={holder} className={`greeting-rows ${many ? "greeting-rows-many" : ""}`} role="list">
            {many ? <Virtualizer ref={scroller} scrollRef={holder} data={items} itemSize={32} keepMounted={[tabStop]}>{draw}</Virtualizer> : items.map(draw)}
          </div>
        </SortableContext>
      </DndContext>
    </section>
  );
}

interface RowProps {
  id: string; row: Json; at: number; last: boolean; tokens: number | undefined; on: boolean; list: GreetingList; rows: Json[]; acts: Acts; onOpen: (path: string | null) => void;
  stop: boolean; onFocus: (at: number) => void; onFocused: (at: number) => void;
}

function GreetingRow({ id, row, at, last, tokens, on, list, rows, acts, onOpen, stop, onFocus, onFocused }: RowProps) {
  const { say, number } = useMessages();
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id });
  const text = textOf(row);
  const title = titleOf(row);
  const name = say("field.greetingNumber", { number: at + 1 });

  function move(to: number): void {
    acts.move(rows, at, to);
    onOpen(`${list}[${to}]`);
    onFocus(to);
  }
  function pressed(event: KeyboardEvent): void {
    if (event.key === "Delete") {
      event.preventDefault();
      acts.remove(rows, at);
      onOpen(null);
      onFocus(Math.min(at, rows.length - 2));
      return;
    }
    const to = event.key === "Home" ? 0 : event.key === "End" ? rows.length - 1 : event.key === "ArrowUp" ? at - 1 : event.key === "ArrowDown" ? at + 1 : null;
    if (to === null) return;
    event.preventDefault();
    if (!event.altKey) onFocus(to);
    else if (to >= 0 && to < rows.length) move(to);
  }
  const shown = title === "" ? text.slice(0, SHOWN) : title;
  return (
    <div ref={setNodeRef} role="listitem" className={`greeting-row ${on ? "greeting-row-on" : ""} ${isDragging ? "greeting-row-held" : ""}`} style={{ transform: CSS.Translate.toString(transform), transition }}>
      <span ref={setActivatorNodeRef} {...listeners} aria-hidden="true" className="greeting-grip"><Icon name="drag" size="small" /></span>
      <button
        type="button" className="greeting-open" aria-pressed={on} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown" data-greeting={`${list}[${at}]`} tabIndex={stop ? 0 : -1}
        onClick={() => onOpen(`${list}[${at}]`)} onKeyDown={pressed} onFocus={() => onFocused(at)}
      >
        <span className="tertiary figure greeting-number">{number(at + 1)}</span>
        {shown.trim() === "" ? <span className="tertiary">{say("workbench.emptyText")}</span> : <Authored text={shown} cut className={title === "" ? "" : "medium"} />}
      </button>
      <span className="pane-count">{tokens === undefined ? "" : number(tokens)}</span>
      <Menu
        label={say("workbench.actsOf", { name })} placement="bottom end" button={<IconButton icon="more" size="small" label={say("workbench.actsOf", { name })} excludeFromTabOrder={!stop} />}
        groups={[
          { id: "move", items: [{ id: "up", label: say("common.moveUp"), icon: "up", cap: "Alt ↑", off: at === 0 }, { id: "down", label: say("common.moveDown"), icon: "down", cap: "Alt ↓", off: last }] },
          { id: "make", items: [...(list === "greetings.alternateGreetings" ? [{ id: "promote", label: say("workbench.promote"), icon: "pin" as const }] : []), { id: "copy", label: say("workbench.duplicate"), icon: "copy" }] },
          { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true }] },
        ]}
        onAction={(act) => {
          if (act === "up") move(at - 1);
          else if (act === "down") move(at + 1);
          else if (act === "promote") { acts.promote(rows, at); onOpen(null); }
          else if (act === "copy") { acts.duplicate(rows, at); onOpen(`${list}[${at + 1}]`); }
          else { acts.remove(rows, at); onOpen(null); }
        }}
      />
    </div>
  );
}

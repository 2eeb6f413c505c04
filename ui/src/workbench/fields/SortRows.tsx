// Rows that change places: by dragging their grip, with Alt and the arrow keys anywhere in the row, or from their menu.
// A long list draws its first rows and more when they are asked for.
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Button, Icon, IconButton, Menu } from "../../kit";
import { useMessages } from "../../messages";

const FIRST = 50;
const MORE = 200;

export interface SortRowsProps {
  count: number;
  /** What a row is called, by its place. */
  name: (at: number) => string;
  children: (at: number) => ReactNode;
  onMove: (from: number, to: number) => void;
  onRemove: (at: number) => void;
  onDuplicate?: (at: number) => void;
}

export function SortRows({ count, name, children, onMove, onRemove, onDuplicate }: SortRowsProps) {
  const { say } = useMessages();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const [shown, show] = useState(FIRST);
  const list = useRef<HTMLDivElement>(null);
  const ids = Array.from({ length: Math.min(count, shown) }, (_, at) => String(at));

  function move(from: number, to: number): void {
    if (to < 0 || to >= count || from === to) return;
    onMove(from, to);
    // The focus goes with the row.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${to}"] :is(input, textarea, button:not([tabindex="-1"]))`)?.focus());
  }
  const dropped = ({ active, over }: DragEndEvent): void => { if (over !== null) move(Number(active.id), Number(over.id)); };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={dropped}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <div ref={list} className="sort-rows" role="list">
          {ids.map((id, at) => (
            <SortRow key={id} id={id} name={name(at)} last={at === count - 1} onMove={(to) => move(at, to)} onRemove={() => onRemove(at)} {...(onDuplicate === undefined ? {} : { onDuplicate: () => onDuplicate(at) })}>
              {children(at)}
            </SortRow>
          ))}
        </div>
      </SortableContext>
      {count > shown ? <Button look="quiet" size="small" className="add-field" onPress={() => show(shown + MORE)}>{say("find.more", { count: count - shown })}</Button> : null}
    </DndContext>
  );
}

interface RowProps { id: string; name: string; last: boolean; children: ReactNode; onMove: (to: number) => void; onRemove: () => void; onDuplicate?: () => void }

function SortRow({ id, name, last, children, onMove, onRemove, onDuplicate }: RowProps) {
  const { say } = useMessages();
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id });
  const at = Number(id);
  function pressed(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(at + (event.key === "ArrowUp" ? -1 : 1));
  }
  return (
    <div ref={setNodeRef} role="listitem" data-row={id} className={`sort-row ${isDragging ? "sort-row-held" : ""}`} style={{ transform: CSS.Translate.toString(transform), transition }} onKeyDown={pressed}>
      <span ref={setActivatorNodeRef} {...listeners} aria-hidden="true" className="greeting-grip"><Icon name="drag" size="small" /></span>
      <div className="sort-row-body">{children}</div>
      <Menu
        label={say("workbench.actsOf", { name })} placement="bottom end" button={<IconButton icon="more" size="small" label={say("workbench.actsOf", { name })} />}
        groups={[
          { id: "move", items: [{ id: "up", label: say("common.moveUp"), icon: "up", cap: "Alt ↑", off: at === 0 }, { id: "down", label: say("common.moveDown"), icon: "down", cap: "Alt ↓", off: last }] },
          { id: "make", items: onDuplicate === undefined ? [] : [{ id: "copy", label: say("workbench.duplicate"), icon: "copy" }] },
          { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true }] },
        ]}
        onAction={(act) => (act === "up" ? onMove(at - 1) : act === "down" ? onMove(at + 1) : act === "copy" ? onDuplicate?.() : onRemove())}
      />
    </div>
  );
}

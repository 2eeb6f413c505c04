// Pictures as tiles: what each is called, what it is for, what uses it, what is wrong with it. A tile moves by dragging
// its picture, with Alt and the arrow keys, or from its menu. Many are drawn in steps.
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { type KeyboardEvent, useRef, useState } from "react";
import type { JsonObject, Sha256 } from "../../bindings";
import { type Document, writeText } from "../../documents";
import { Button, Dialog, Icon, IconButton, Menu, Select, TextField } from "../../kit";
import { Portrait } from "../../library/Portrait";
import { useMessages } from "../../messages";
import { Flag } from "../fields/Choices";
import { Line } from "../fields/Line";
import { stepOf } from "../fields/names";
import { fieldName, wordsAt } from "../fields/schema";
import { ASSETS, type Role } from "./media";
import type { Use } from "./pictures";

const FIRST = 60;
const MORE = 240;
export interface TileRow { at: number; asset: JsonObject; role: Role; blob: Sha256 | null; uses: Use[] }
export interface PictureTilesProps {
  document: Document; rows: TileRow[];
  /** All of them are shown, so that they can change places. */
  whole: boolean;
  onMove: (from: number, to: number) => void; onReplace: (at: number) => void; onPortrait: (at: number) => void; onRemove: (row: TileRow, name: string) => void;
}

export function PictureTiles(props: PictureTilesProps) {
  const { rows, whole, onMove } = props;
  const { say } = useMessages();
  const [shown, show] = useState(FIRST);
  const list = useRef<HTMLUListElement>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const drawn = rows.slice(0, shown);
  function move(from: number, to: number): void {
    if (!whole || to < 0 || to >= rows.length || from === to) return;
    onMove(from, to);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-tile="${to}"] input`)?.focus());
  }
  const dropped = ({ active, over }: DragEndEvent): void => { if (over !== null) move(Number(active.id), Number(over.id)); };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={dropped}>
      <SortableContext items={drawn.map(({ at }) => String(at))} strategy={rectSortingStrategy}>
        <ul ref={list} className="picture-grid" aria-label={say("section.pictures")}>
          {drawn.map((row) => <Tile key={row.at} {...props} row={row} onMove={move} />)}
        </ul>
      </SortableContext>
      {rows.length > shown ? <Button look="quiet" size="small" className="add-field" onPress={() => show(shown + MORE)}>{say("find.more", { count: rows.length - shown })}</Button> : null}
    </DndContext>
  );
}

function Tile({ document, row, rows, whole, onMove, onReplace, onPortrait, onRemove }: PictureTilesProps & { row: TileRow }) {
  const { say, language } = useMessages();
  const { at, asset, role, blob, uses } = row;
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: String(at), disabled: !whole });
  const path = `${ASSETS}[${at}]`;
  const [details, open] = useState(false);
  const text = (key: string): string => (typeof asset[key] === "string" ? asset[key] : "");
  const name = text("label") || text("name") || say("media.numbered", { number: at + 1 });
  const labelName = fieldName("character", `${ASSETS}[].label`, language);
  const roleName = fieldName("character", `${ASSETS}[].role`, language);
  function pressed(event: KeyboardEvent): void {
    const by = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    onMove(at, at + by);
  }
  return (
    <li ref={setNodeRef} data-tile={at} className={`picture-tile ${isDragging ? "sort-row-held" : ""}`} style={{ transform: CSS.Translate.toString(transform), transition }} onKeyDown={pressed}>
      <span ref={setActivatorNodeRef} {...listeners} className="picture-hold" aria-hidden="true">
        {blob === null ? <span className="portrait portrait-sign picture-thumb"><Icon name="warning" /></span> : <Portrait key={blob} portrait={blob} kind={null} side={160} className="picture-thumb" />}
      </span>
      <div data-path={`${path}.label`}><TextField label={`${labelName}: ${name}`} hideLabel placeholder={labelName} value={text("label")} onChange={(next) => writeText(document, `${path}.label`, next, stepOf(labelName))} /></div>
      <div className="line picture-line" data-path={`${path}.role`}>
        <Select label={`${roleName}: ${name}`} hideLabel size="small" look="plain" className="grow" value={role} options={wordsAt("character", `${path}.role`, language)} onChange={(next) => document.edit({ label: stepOf(roleName), changes: [{ path: `${path}.role`, value: next }] })} />
        <Menu
          label={say("workbench.actsOf", { name })} placement="bottom end" button={<IconButton icon="more" size="small" label={say("workbench.actsOf", { name })} />}
          groups={[
            { id: "what", items: [{ id: "details", label: say("media.details"), icon: "info" }, { id: "replace", label: say("workbench.replacePicture"), icon: "image" }, { id: "portrait", label: say("media.toPortrait"), icon: "pin", off: blob === null }] },
            { id: "move", items: [{ id: "left", label: say("media.before"), icon: "back", cap: "Alt ←", off: !whole || at === 0 }, { id: "right", label: say("media.after"), icon: "right", cap: "Alt →", off: !whole || at === rows.length - 1 }] },
            { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true }] },
          ]}
          onAction={(act) => {
            if (act === "details") open(true);
            else if (act === "replace") onReplace(at);
            else if (act === "portrait") onPortrait(at);
            else if (act === "left") onMove(at, at - 1);
            else if (act === "right") onMove(at, at + 1);
            else onRemove(row, name);
          }}
        />
      </div>
      {!details ? null : (
        <Dialog open title={name} onClose={() => open(false)} closeLabel={say("common.close")}>
          <div className="stack form-list">
            <Line document={document} path={`${path}.name`} label={fieldName("character", `${path}.name`, language)} />
            <Line document={document} path={`${path}.ref`} label={fieldName("character", `${path}.ref`, language)} mono />
            <Line document={document} path={`${path}.mime`} label={fieldName("character", `${path}.mime`, language)} mono />
            <Flag document={document} path={`${path}.primary`} label={fieldName("character", `${path}.primary`, language)} />
          </div>
        </Dialog>
      )}
      {blob === null ? <span className="small said-warning line"><Icon name="warning" size="small" />{say("workbench.pictureMissing")}</span> : <Used uses={uses} />}
    </li>
  );
}

function Used({ uses }: { uses: Use[] }) {
  const { say } = useMessages();
  const [use] = uses;
  if (use === undefined) return <span className="small secondary line"><Icon name="info" size="small" />{say("media.unusedOne")}</span>;
  return <span className="small tertiary cut">{use.by === "variant" ? say("media.byVariant", { name: use.name }) : say(`media.by.${use.by}`)}</span>;
}

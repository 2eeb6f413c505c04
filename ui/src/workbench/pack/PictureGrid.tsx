// The pictures of a pack or group as a grid: labelled, moved with the pointer or with Alt and the arrow keys, picked
// together, added from files. The chosen one is edited below the grid.
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import type { ApiError, JsonObject } from "../../bindings";
import { type Document, readPath, useDocument, useText, useValue } from "../../documents";
import { asApiError, type Given, host } from "../../host";
import { usePictureDrops } from "../../intake/drops";
import { Banner, Button, EmptyState, Icon, IconButton, type ListHandle, Menu, Name, placeId, TickBox, toast, VirtualList } from "../../kit";
import { useRowDrag } from "../../kit/rowDrag";
import { useColumns } from "../../library/Tiles";
import { Portrait } from "../../library/Portrait";
import { useMessages } from "../../messages";
import { takeIn } from "../character/media";
import { blobOf, refOf } from "../character/pictures";
import { countedId, isMap, listActs, rowsAt, textAt } from "../rows/acts";
import { undoOfLast } from "../undo";
import { type Collection, freeName, plainLabel, twinsIn } from "./collections";
import { GroupHead } from "./GroupHead";
import { PictureForm } from "./PictureForm";

const LIST = "pack-pictures";

export interface PictureGridProps { document: Document; collection: Collection; collections: Collection[]; onPage: (id: string) => void }

export function PictureGrid({ document, collection, collections, onPage }: PictureGridProps) {
  const { say } = useMessages();
  const path = `${collection.path}.items`;
  const items = rowsAt(useValue(document, path));
  const entity = useDocument(document, (state) => state.entity);
  const standard = useText(document, `${collection.path}.defaultLabel`);
  const { columns, measure } = useColumns();
  const holder = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  const [cursor, setCursor] = useState(0);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [errors, setErrors] = useState<ApiError[]>([]);
  const acts = listActs({ document, path, freshId: countedId, steps: { add: say("pack.step.add"), copy: say("pack.step.copy"), remove: say("pack.step.remove"), move: say("pack.step.move") } });
  const twins = twinsIn(items);
  const at = Math.min(cursor, items.length - 1);
  const targets = picked.size > 0 ? [...picked].sort((a, b) => a - b) : at >= 0 ? [at] : [];
  const drag = useRowDrag(holder, (row, gap) => move(picked.has(row) ? targets : [row], gap), false, true);
  const nameOf = (index: number): string => textAt(items[index], "label") || say("pack.unlabelled", { number: index + 1 });

  function move(ats: number[], gap: number): void {
    const first = acts.move(ats, gap);
    if (first === null) return;
    setCursor(first);
    list.current?.show(first);
    if (picked.size > 0) setPicked(new Set(ats.map((_, index) => first + index)));
  }
  function remove(ats: number[]): void {
    const name = nameOf(ats[0] ?? 0);
    acts.remove(ats);
    setPicked(new Set());
    setCursor(Math.max(0, Math.min(ats[0] ?? 0, items.length - ats.length - 1)));
    toast({ icon: "trash", text: ats.length === 1 ? say("rows.removed", { name }) : say("rows.removedMany", { count: ats.length }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  function give(ats: number[], to: Collection): void {
    const chosen = new Set(ats);
    const target = rowsAt(readPath(document.store.get().body, `${to.path}.items`));
    const given = items.filter((_, index) => chosen.has(index)).reduce<readonly (typeof items)[number][]>((rows, item) => [...rows, isMap(item) ? { ...item, id: countedId(rows) } : item], target);
    const left = items.filter((_, index) => !chosen.has(index));
    document.edit({ label: say("pack.step.move"), changes: [{ path, value: left }, { path: `${to.path}.items`, value: [...given] }] });
    setPicked(new Set());
    onPage(to.id);
  }
  async function add(given: Given): Promise<void> {
    const { added, faults } = await takeIn(document, given);
    setErrors(faults.map(asApiError));
    if (added.length === 0) return;
    const now = acts.rows();
    const made = added.reduce<JsonObject[]>((rows, picture) => {
      const label = freeName(plainLabel(picture.name), [...now, ...rows].map((item) => textAt(item, "label")));
      return [...rows, { id: countedId([...now, ...rows]), label, ref: `sha256:${picture.blob}`, mime: picture.mime }];
    }, []);
    acts.write(say("pack.step.add"), [...now, ...made]);
    setCursor(now.length);
    toast({ icon: "image", text: say("media.added", { count: made.length }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  async function pick(): Promise<void> {
    const given = await host().pickFiles(say("workbench.pickPicture"), true);
    if (given !== null) await add(given);
  }
  usePictureDrops(say("pack.drop"), say("media.dropHint"), (pictures) => void add(pictures));
  function keys(event: KeyboardEvent): void {
    if (!event.altKey || !event.key.startsWith("Arrow") || targets.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const [first] = targets;
    const last = targets[targets.length - 1];
    if (first === undefined || last === undefined) return;
    const by = event.key === "ArrowUp" || event.key === "ArrowDown" ? columns : 1;
    move(targets, event.key === "ArrowUp" || event.key === "ArrowLeft" ? Math.max(0, first - by) : Math.min(items.length, last + 1 + by));
  }
  function toggle(index: number): void {
    setPicked(new Set(picked.has(index) ? [...picked].filter((one) => one !== index) : [...picked, index]));
  }
  function pressed(event: MouseEvent, index: number): void {
    if (drag.justDropped()) return;
    list.current?.focus();
    if (event.ctrlKey || event.metaKey) toggle(index);
    else if (event.shiftKey) setPicked(new Set(Array.from({ length: Math.abs(index - at) + 1 }, (_, step) => Math.min(index, at) + step)));
    else if (picked.size > 0) setPicked(new Set());
    setCursor(index);
  }
  const others = collections.filter(({ id }) => id !== collection.id);
  const rowsOf = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, step) => first + step);
  return (
    <div className="pack-page">
      <GroupHead document={document} collection={collection} names={collections.flatMap(({ name }) => (name === null ? [] : [name]))} onPage={onPage}>
        {picked.size < 2 ? null : <span className="small medium" role="status">{say("rows.picked", { count: picked.size })}</span>}
        {targets.length === 0 ? null : (
          <Menu
            label={say("workbench.actsOf", { name: nameOf(targets[0] ?? 0) })} placement="bottom end" button={<IconButton icon="more" label={say("workbench.actsOf", { name: nameOf(targets[0] ?? 0) })} />}
            groups={[
              { id: "default", items: picked.size > 1 ? [] : [{ id: "default", label: say("pack.makeDefault"), icon: "pin" }] },
              { id: "move", items: [{ id: "up", label: say("common.moveUp"), icon: "up", cap: "Alt ←", off: targets[0] === 0 }, { id: "down", label: say("common.moveDown"), icon: "down", cap: "Alt →", off: targets[targets.length - 1] === items.length - 1 }, ...others.map((one) => ({ id: `to ${one.id}`, label: say("pack.to", { name: one.name ?? say("pack.own") }), icon: "folder" as const }))] },
              { id: "make", items: [{ id: "copy", label: say("workbench.duplicate"), icon: "copy" }] },
              { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true }] },
            ]}
            onAction={(act) => {
              const to = others.find(({ id }) => act === `to ${id}`);
              if (to !== undefined) give(targets, to);
              else if (act === "default") document.edit({ label: say("pack.step.default"), changes: [{ path: `${collection.path}.defaultLabel`, value: textAt(items[at], "label") }] });
              else if (act === "up") move(targets, (targets[0] ?? 0) - 1);
              else if (act === "down") move(targets, (targets[targets.length - 1] ?? 0) + 2);
              else if (act === "copy") setCursor(Math.max(0, acts.duplicate(targets)));
              else remove(targets);
            }}
          />
        )}
        <Button look="line" icon="add" onPress={() => void pick()}>{say("pack.add")}</Button>
      </GroupHead>
      {errors.map((error, index) => <Banner key={index} tone="error" title={error.message} hint={error.hint} />)}
      {items.length === 0 ? <EmptyState title={say("pack.none")}><Button look="line" icon="add" onPress={() => void pick()}>{say("pack.add")}</Button></EmptyState> : (
        <div ref={(element) => { holder.current = element; measure(element); }} className="pack-grid" onPointerDown={drag.onPointerDown} onKeyDownCapture={keys}>
          <VirtualList
            id={LIST} label={collection.name ?? say("pack.own")} count={items.length} columns={columns} rowSize={230} multiple cursor={at} handle={list} onToggle={toggle}
            onCursor={(index, { extend }) => { setCursor(index); if (extend) setPicked(new Set(rowsOf(Math.min(index, at), Math.max(index, at)))); }}
            onKey={(event) => {
              if (event.key === "Delete" && targets.length > 0) remove(targets);
              else if (event.key === "Escape") setPicked(new Set());
              else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") { event.preventDefault(); setPicked(new Set(items.map((_, index) => index))); }
            }}
          >
            {(first, last) => (
              <div key={first} className="tile-row pack-row" role="presentation" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
                {rowsOf(first, last).map((index) => {
                  const item = items[index];
                  const blob = blobOf(refOf(item), entity);
                  const label = textAt(item, "label");
                  return (
                    <div
                      key={index} id={placeId(LIST, index)} role="option" aria-selected={picked.size > 0 ? picked.has(index) : index === at} data-row={index} onClick={(event) => pressed(event, index)}
                      className={`tile pack-tile ${index === at ? "tile-current" : ""} ${picked.has(index) ? "tile-picked" : ""} ${drag.held === index ? "rows-row-held" : ""} ${drag.gap === index ? "tile-gap-before" : drag.gap === index + 1 && index === items.length - 1 ? "tile-gap-behind" : ""}`}
                    >
                      <div className="tile-art">
                        {blob === null ? <span className="portrait portrait-sign" aria-hidden="true"><Icon name="image" /></span> : <Portrait key={blob} portrait={blob} kind="pack" side={240} />}
                        <span className="tile-tick" data-no-drag onClick={(event) => { event.stopPropagation(); toggle(index); }}><TickBox on={picked.has(index)} /></span>
                      </div>
                      <div className="tile-name"><Name text={label} /></div>
                      <div className="tile-line">
                        {twins.has(index) ? <span className="said-warning line cut"><Icon name="warning" size="small" />{say("pack.labelTwin")}</span>
                          : blob === null ? <span className="said-warning line"><Icon name="warning" size="small" />{say("pack.missing")}</span>
                            : plainLabel(label) !== "" && plainLabel(label) === (standard === "" ? "neutral" : plainLabel(standard)) ? <span className="cut">{say("pack.default")}</span> : null}
                      </div>
                    </div>
                  );
                })}
              </div>
            )}
          </VirtualList>
        </div>
      )}
      {at < 0 ? null : <PictureForm key={`${path}-${at}`} document={document} path={`${path}[${at}]`} twin={twins.has(at)} name={nameOf(at)} />}
    </div>
  );
}

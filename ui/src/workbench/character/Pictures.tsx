// Pictures: the portrait, and every other file with its role, label, what uses it and whether it is here. Dropped files
// are added; nothing leaves without an undo.
import { useMemo, useState } from "react";
import type { ApiError, Json } from "../../bindings";
import { type Document, useDocument, useValue } from "../../documents";
import { asApiError, type Given, host } from "../../host";
import { usePictureDrops } from "../../intake/drops";
import { Banner, Button, FilterChip, toast } from "../../kit";
import { useMessages } from "../../messages";
import { OddNote } from "../fields/Odd";
import { wordsAt } from "../fields/schema";
import { isMap } from "../scope/merge";
import { ScopeTag } from "../scope/ScopeTag";
import { undoOfLast } from "../undo";
import { ASSETS, mediaActs, type Role, ROLES, takeIn } from "./media";
import { blobOf, namesAsked, refOf, usesOf } from "./pictures";
import { PictureTiles, type TileRow } from "./PictureTiles";
import { Portraits } from "./Portraits";

type Filter = "all" | "missing" | "unused" | Role;

export function Pictures({ document }: { document: Document }) {
  const { say, language, number } = useMessages();
  const value = useValue(document, ASSETS);
  const entity = useDocument(document, (state) => state.entity);
  const body = useDocument(document, (state) => state.body);
  const [filter, setFilter] = useState<Filter>("all");
  const [errors, setErrors] = useState<ApiError[]>([]);
  const acts = useMemo(() => mediaActs(document, say), [document, say]);
  const label = say("workbench.otherPictures");
  const rows = useMemo((): TileRow[] => {
    const names = namesAsked(body);
    return (Array.isArray(value) ? value : []).map((asset: Json, at) => {
      const map = isMap(asset) ? asset : {};
      const role = ROLES.find((word) => word === map.role) ?? "other";
      return { at, asset: map, role, blob: blobOf(refOf(map), entity), uses: usesOf(body, map, names) };
    });
  }, [value, entity, body]);

  async function add(given: Given): Promise<void> {
    const { added, faults } = await takeIn(document, given);
    setErrors(faults.map(asApiError));
    const role: Role = filter === "all" || filter === "missing" || filter === "unused" ? "emotion" : filter;
    if (added.length > 0) {
      acts.add(added, role);
      toast({ icon: "image", text: say("media.added", { count: added.length }), act: { label: say("common.undo"), run: undoOfLast(document) } });
    }
  }
  async function pick(): Promise<void> {
    const given = await host().pickFiles(say("media.pick"));
    if (given !== null) await add(given);
  }
  async function replace(at: number): Promise<void> {
    const given = await host().pickFiles(say("workbench.pickPicture"), false);
    if (given === null) return;
    const { added, faults } = await takeIn(document, given);
    setErrors(faults.map(asApiError));
    const [one] = added;
    if (one !== undefined) acts.replace(at, one);
  }
  function remove(row: TileRow, name: string): void {
    acts.remove(row.at);
    toast({ icon: "trash", text: say("media.removed", { name }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  usePictureDrops(say("media.drop"), say("media.dropHint"), (pictures) => void add(pictures));
  const counts = new Map<Filter, number>([["all", rows.length], ["missing", rows.filter(({ blob }) => blob === null).length], ["unused", rows.filter(({ uses }) => uses.length === 0).length], ...ROLES.map((role) => [role, rows.filter((row) => row.role === role).length] as const)]);
  const titles: Record<string, string> = { all: say("media.all"), missing: say("media.missing"), unused: say("media.unused"), ...Object.fromEntries(wordsAt("character", `${ASSETS}[].role`, language).map((word) => [word.id, word.label])) };
  const filters = [...counts].filter(([id, count]) => id === "all" || count > 0);
  const shown = rows.filter((row) => filter === "all" || (filter === "missing" ? row.blob === null : filter === "unused" ? row.uses.length === 0 : row.role === filter));
  return (
    <>
      <Portraits document={document} />
      {errors.map((error, at) => <Banner key={at} tone="error" title={error.message} hint={error.hint} />)}
      <section className="stack rows" aria-label={label} data-help="pictures" data-document data-path={ASSETS}>
        <div className="line">
          <h3 className="form-subtitle">{label}</h3><ScopeTag document={document} path={ASSETS} label={label} />
          <Button size="small" look="line" icon="add" className="push" onPress={() => void pick()}>{say("media.add")}</Button>
        </div>
        <OddNote document={document} path={ASSETS} wanted="list" />
        {filters.length < 3 ? null : <div className="line media-filters" role="group" aria-label={say("media.filter")}>{filters.map(([id, count]) => <FilterChip key={id} label={titles[id] ?? id} count={number(count)} on={filter === id} onChange={() => setFilter(id)} />)}</div>}
        {rows.length === 0 ? <p className="small secondary">{say("media.none")}</p> : (
          <PictureTiles document={document} rows={shown} whole={filter === "all"} onMove={acts.move} onReplace={(at) => void replace(at)} onPortrait={acts.toPortrait} onRemove={remove} />
        )}
      </section>
    </>
  );
}

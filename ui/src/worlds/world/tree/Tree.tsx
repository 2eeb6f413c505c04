// The tree of a world at the side: looking for a name, everything by folder, pages of the world as a whole at the foot.
// One tab stop; right and left unfold and fold, Enter opens, F2 renames, Delete takes out with a way back.
import { useId, useMemo, useState } from "react";
import { Icon, IconButton, Menu, Name, placeId, SearchField, VirtualList } from "../../../kit";
import { useMessages } from "../../../messages";
import { leave } from "../acts";
import { rowsNow, useDesk } from "../desk";
import { type Folder, FOLDER_ICONS, FOLDERS } from "../model";
import { useNames, useOpened } from "../names";
import { showDocument, showView } from "../place";
import { NewDocument, RenameDocument } from "./NameDialogs";
import { problemsByFile, type TreeRow, treeRows } from "./rows";

export interface TreeProps { chosen: string | null; onShow: (document: string) => void }

const NONE: ReadonlySet<Folder> = new Set();

export function Tree({ chosen, onShow }: TreeProps) {
  const { say, number, language } = useMessages();
  const id = useId();
  const desk = useOpened();
  const names = useNames(desk);
  const problems = useDesk(desk, ({ open }) => open?.problems);
  const unreadable = useDesk(desk, ({ open }) => open?.unreadable);
  const playableKey = useDesk(desk, (state) => rowsNow(state).filter(({ facts }) => facts.playable === true).map(({ document }) => document).join("\n"));
  const [text, setText] = useState("");
  const [folded, fold] = useState(NONE);
  const [making, make] = useState<Folder | null>(null);
  const [renaming, rename] = useState<string | null>(null);
  const order = useMemo(() => new Intl.Collator(language, { numeric: true }), [language]);
  const rows = useMemo(
    () => treeRows({ names, unreadable: unreadable ?? [], problems: problemsByFile(problems ?? []), playable: new Set(playableKey.split("\n")), text, folded, order }),
    [names, unreadable, problems, playableKey, text, folded, order],
  );
  const [at, setAt] = useState(-1);
  const found = rows.findIndex((row) => (row.kind === "document" && row.document === chosen) || (row.kind === "unreadable" && `file:${row.file}` === chosen));
  const cursor = at >= 0 && at < rows.length ? at : found;
  function toggle(folder: Folder, closed?: boolean): void {
    fold((old) => {
      const next = new Set(old);
      if (closed ?? !old.has(folder)) next.add(folder);
      else next.delete(folder);
      return next;
    });
  }
  function open(row: TreeRow | undefined): void {
    if (row?.kind === "folder") toggle(row.folder);
    else if (row?.kind === "document") onShow(row.document);
    else if (row !== undefined) showView(`file:${row.file}`);
  }
  return (
    <>
      <div className="world-tree-head">
        <SearchField label={say("world.find")} placeholder={say("world.find")} value={text} onChange={(next) => { setText(next); setAt(-1); }} clearLabel={say("common.clear")} />
        <Menu
          label={say("world.new")} placement="bottom end" button={<IconButton icon="add" label={say("world.new")} />}
          groups={[{ id: "new", items: FOLDERS.map((folder) => ({ id: folder, label: say(`world.newOne.${folder}`), icon: FOLDER_ICONS[folder] })) }]} onAction={(folder) => make(folder as Folder)}
        />
      </div>
      {rows.length === 0 ? <p className="small tertiary world-tree-none" role="status">{say("world.nothingNamed")}</p> : (
        <VirtualList
          id={id} role="grid" label={say("world.documents")} count={rows.length} cursor={cursor} rowSize={28} className="world-tree" of={text}
          onCursor={(index) => setAt(index)} onOpen={(index) => open(rows[index])} onToggle={(index) => open(rows[index])}
          onKey={(event) => {
            const row = rows[cursor];
            if (row?.kind === "folder" && (event.key === "ArrowRight" || event.key === "ArrowLeft")) toggle(row.folder, event.key === "ArrowLeft");
            else if (row?.kind === "document" && event.key === "F2") rename(row.document);
            else if (row?.kind === "document" && event.key === "Delete") leave(desk, row.document);
            else return;
            event.preventDefault();
          }}
        >
          {(first) => {
            const row = rows[first];
            if (row === undefined) return <div />;
            const on = first === cursor;
            const shared = { id: placeId(id, first), role: "row", "aria-selected": on } as const;
            if (row.kind === "folder") return (
              <div {...shared} className={`world-folder ${on ? "world-row-at" : ""}`} onClick={() => { setAt(first); toggle(row.folder); }}>
                <span role="gridcell" className="line grow"><Icon name={row.folded ? "right" : "down"} size="small" />{say(`world.folder.${row.folder}`)}<span className="aside-text">{say(row.folded ? "rows.folded" : "rows.unfolded")}</span></span><span role="gridcell" className="pane-count">{number(row.count)}</span>
              </div>
            );
            if (row.kind === "unreadable") return (
              <div {...shared} className={`world-leaf ${`file:${row.file}` === chosen ? "world-leaf-on" : on ? "world-row-at" : ""}`} onClick={() => { setAt(first); open(row); }}>
                <span role="gridcell" className="line grow cut"><Icon name="error" size="small" className="said-error" /><bdi className="mono cut">{row.file}</bdi><span className="aside-text">{say("world.unreadableRow")}</span></span>
              </div>
            );
            return (
              <div {...shared} className={`world-leaf ${row.document === chosen ? "world-leaf-on" : on ? "world-row-at" : ""}`} onClick={() => { setAt(first); open(row); }} onDoubleClick={() => showDocument(row.document)}>
                <span role="gridcell" className="line grow cut"><Name text={row.name} />{row.playable ? <><Icon name="persona" size="small" className="tertiary" /><span className="aside-text">{say("world.playableRow")}</span></> : null}</span>
                {row.problems === 0 ? null : <span role="gridcell" className="line said-warning world-leaf-mark"><Icon name="warning" size="small" /><span className="aside-text">{say("world.problemsHere", { count: row.problems })}</span></span>}
                <span role="gridcell" className="world-leaf-acts">
                  <Menu
                    label={say("workbench.actsOf", { name: row.name })} placement="bottom end" button={<IconButton icon="more" size="small" excludeFromTabOrder label={say("workbench.actsOf", { name: row.name })} />}
                    groups={[{ id: "do", items: [{ id: "open", label: say("common.open"), icon: "workbench" }, { id: "rename", label: say("common.rename"), cap: "F2" }] }, { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true, cap: "Del" }] }]}
                    onAction={(act) => (act === "open" ? showDocument(row.document) : act === "rename" ? rename(row.document) : leave(desk, row.document))}
                  />
                </span>
              </div>
            );
          }}
        </VirtualList>
      )}
      {making === null ? null : <NewDocument folder={making} onClose={() => make(null)} />}
      {renaming === null ? null : <RenameDocument document={renaming} onClose={() => rename(null)} />}
    </>
  );
}

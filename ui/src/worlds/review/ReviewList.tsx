// The list of a review: documents by folder and the world's own texts, or the pieces that have one outcome.
import { useRef } from "react";
import { Authored, Icon, type IconName, placeId, VirtualList } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { fateOf, folderOf, nameOf, type Row } from "./model";

export const FOLDER_ICONS: Record<string, IconName> = { characters: "character", places: "pin", factions: "persona", things: "pack", lore: "lorebook", plots: "list" };

function nameOfRow(row: Row, textTitle: (id: string, title: string) => string): string {
  if (row.is === "document") return nameOf(row.document);
  return row.is === "piece" ? row.piece.row.title : textTitle(row.text.id, row.text.title);
}

export function useTextTitle(): (id: string, title: string) => string {
  const { say } = useMessages();
  return (id, title) => {
    if (title !== "") return title;
    if (id === "description" || id === "opening" || id === "tags") return say(`review.text.${id}`);
    if (id.startsWith("alternate:")) return say("review.text.alternate", { number: Number(id.slice("alternate:".length)) });
    return id;
  };
}

export function ReviewList({ rows, chosen, onChoose }: { rows: Row[]; chosen: string | null; onChoose: (id: string) => void }) {
  const { say } = useMessages();
  const id = useRef("review-rows").current;
  const textTitle = useTextTitle();
  const cursor = rows.findIndex((row) => row.id === chosen);
  return (
    <VirtualList
      id={id} label={say("review.list")} count={rows.length} cursor={cursor} rowSize={30} of={rows[0]?.is ?? ""} className="review-rows"
      onCursor={(at) => rows[at] !== undefined && onChoose(rows[at].id)}
    >
      {(index) => {
        const row = rows[index];
        if (row === undefined) return <div />;
        const fate = row.is === "document" ? fateOf(row.document) : null;
        return (
          <div role="presentation">
            {row.head === null ? null : <div className="review-head" role="presentation">{say(`review.group.${row.head}` as MessageId)}</div>}
            <div id={placeId(id, index)} role="option" aria-selected={index === cursor} className={`review-row ${index === cursor ? "review-row-on" : ""} review-row-${fate?.fate ?? "keep"}`} onClick={() => onChoose(row.id)}>
              <Icon name={row.is === "document" ? FOLDER_ICONS[folderOf(row.document.ref)] ?? "list" : row.is === "text" ? "quickreply" : "tag"} size="small" />
              <Authored text={nameOfRow(row, textTitle)} cut className="grow" />
              {fate === null || (fate.fate === "keep" && fate.doc === null && fate.name === null && fate.kind === null && fate.split.length === 0) ? null : <span className="small tertiary nowrap">{say(`review.mark.${fate.fate !== "keep" ? fate.fate : "edited"}`)}</span>}
            </div>
          </div>
        );
      }}
    </VirtualList>
  );
}

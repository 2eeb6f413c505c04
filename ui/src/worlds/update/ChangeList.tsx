// The changes of a newer card, each with its kind and how it was settled.
import { useRef } from "react";
import type { UpdateChange } from "../../bindings";
import { Authored, Icon, type IconName, placeId, VirtualList } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { updating } from "./acts";

const SIGNS: Record<string, IconName> = { changed: "compare", added: "add", dropped: "minus", field: "tag", picture: "image", addresses: "link" };

export function useChangeTitle(): (change: UpdateChange) => string {
  const { say } = useMessages();
  return (change) => {
    if (change.kind === "picture" || change.kind === "addresses") return say(`newer.kind.${change.kind}`);
    if (change.kind === "field") return say(`review.text.${change.id.slice("field:".length)}` as MessageId);
    return change.title;
  };
}

export function ChangeList({ rows, chosen, same, moved, edited }: { rows: UpdateChange[]; chosen: string | null; same: number; moved: number; edited: string[] | null }) {
  const { say } = useMessages();
  const id = useRef("update-rows").current;
  const titleOf = useChangeTitle();
  const cursor = rows.findIndex((row) => row.id === chosen);
  return (
    <>
      <p className="update-same small tertiary">{say("newer.same", { count: same, moved })}</p>
      <VirtualList id={id} label={say("newer.changes")} count={rows.length} cursor={cursor} rowSize={44} className="review-rows" onCursor={(at) => updating.set({ chosen: rows[at]?.id ?? null })}>
        {(index) => {
          const row = rows[index];
          if (row === undefined) return <div />;
          return (
            <div id={placeId(id, index)} role="option" aria-selected={index === cursor} className={`update-row ${index === cursor ? "review-row-on" : ""}`} onClick={() => updating.set({ chosen: row.id })}>
              <Icon name={SIGNS[row.kind] ?? "compare"} size="small" />
              <span className="stack grow">
                <span className="line"><Authored text={titleOf(row)} cut /></span>
                <span className="small tertiary cut">{say(`newer.kind.${row.kind}` as MessageId)}{row.documents.length === 0 ? "" : ` · ${row.documents.join(", ")}`}</span>
              </span>
              {row.mark === null ? null : <span className={`small nowrap line ${row.mark === "carried" ? "said-good" : "tertiary"}`}><Icon name={row.mark === "carried" ? "tick" : "close"} size="small" />{say(`newer.mark.${row.mark}`)}</span>}
            </div>
          );
        }}
      </VirtualList>
      {edited === null ? <p className="update-same small tertiary">{say("newer.editedUnknown")}</p> : edited.length === 0 ? null : (
        <details className="update-edited small"><summary>{say("newer.editedSince", { count: edited.length })}</summary><ul>{edited.slice(0, 200).map((file) => <li key={file} className="mono"><Authored text={file} /></li>)}</ul></details>
      )}
    </>
  );
}

// How many characters use the book, in the status bar.
import { useQuery } from "../../data/queries";
import type { Document } from "../../documents";
import { useMessages } from "../../messages";

export function UsersFigure({ document }: { document: Document }) {
  const { say } = useMessages();
  const { data } = useQuery("entity_users", { address: document.address });
  return data === null ? null : <span className="nowrap">{say("lore.usedBy", { count: data.filter(({ kind }) => kind === "character").length })}</span>;
}

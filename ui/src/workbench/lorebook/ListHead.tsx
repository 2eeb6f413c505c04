// The head of the list: the book's name and figures, a new entry, and what can be done with the book and the folder under
// the cursor.
import { capOf, commandOf } from "../../commands";
import { type Document } from "../../documents";
import { IconButton, Menu, type MenuGroup, Name } from "../../kit";
import { useMessages } from "../../messages";
import { usePieceName } from "../name";
import type { Folder } from "./rows";
import { useView, viewOf } from "./state";
import type { BookActs } from "./useBookActs";

export interface ListHeadProps { document: Document; count: number; tokens: number; folder: Folder | null; acts: BookActs }

export function ListHead({ document, count, tokens, folder, acts }: ListHeadProps) {
  const { say } = useMessages();
  const name = usePieceName(document);
  const chosen = useView(document, (view) => view.chosen);
  const keys = commandOf("lore.add")?.keys?.[0];
  const groups: MenuGroup[] = [
    ...(folder === null ? [] : [{
      id: "folder", title: folder.name, items: [
        { id: "rename", label: say("common.rename"), icon: "workbench" as const },
        { id: "toggle", label: say(folder.off ? "lore.folder.on" : "lore.folder.off"), icon: "eye" as const },
        { id: "up", label: say("common.moveUp"), icon: "up" as const, cap: "Alt ↑" }, { id: "down", label: say("common.moveDown"), icon: "down" as const, cap: "Alt ↓" },
        { id: "unfold", label: say("lore.folder.remove"), icon: "trash" as const },
      ],
    }]),
    { id: "make", items: [{ id: "new", label: say("lore.folder.new"), icon: "folder" }, { id: "all", label: say("lore.chooseAll"), icon: "checks", cap: "Ctrl A" }, { id: "paste", label: say("lore.paste"), icon: "add", cap: "Ctrl V" }] },
    { id: "book", items: [{ id: "merge", label: say("lore.merge"), icon: "lorebook" }, { id: "split", label: say("lore.split"), icon: "lorebook", off: count === 0 }] },
  ];
  function run(act: string): void {
    if (act === "new") acts.addFolder([]);
    else if (act === "all") viewOf(document).set({ page: "entries", chosen: Array.from({ length: count }, (_, at) => at) });
    else if (act === "paste") void acts.paste();
    else if (act === "merge" || act === "split") viewOf(document).set({ dialog: act });
    else if (folder === null) return;
    else if (act === "rename") viewOf(document).set({ renaming: folder.id });
    else if (act === "toggle") acts.acts.setFolder(folder.id, { enabled: folder.off }, say("lore.step.toggleFolder"));
    else if (act === "up" || act === "down") acts.acts.moveFolder(folder.id, act === "up" ? -1 : 1);
    else if (act === "unfold") acts.removeFolder(folder.id);
  }
  return (
    <div className="lore-head">
      <div className="stack grow">
        <span className="outline-name"><Name text={name} /></span>
        <span className="small tertiary cut">{chosen.length > 1 ? say("lore.summaryChosen", { chosen: chosen.length, count }) : say("lore.summary", { count, tokens })}</span>
      </div>
      <IconButton icon="add" label={say("lore.add")} cap={keys === undefined ? undefined : capOf(keys)} onPress={acts.add} />
      <Menu label={say("lore.bookActs")} placement="bottom end" button={<IconButton icon="more" label={say("lore.bookActs")} />} groups={groups} onAction={run} />
    </div>
  );
}

// Several books made into one, and one made into several. The books they are made of stay as they are; taking back moves
// what was made to the trash.
import { useState } from "react";
import type { Address, LoreMade } from "../../bindings";
import { invalidate } from "../../data/queries";
import { closeDocument, type Document, useDocument } from "../../documents";
import { asApiError, invoke } from "../../host";
import { Banner, Button, Checkbox, Dialog, Segmented, TextField, toast } from "../../kit";
import { useMessages } from "../../messages";
import { dropTabs, openTab } from "../../navigation";
import { usePieceName } from "../name";
import { ENTRIES, FOLDERS, listOf } from "./entries";
import { type Folder, folderOf, foldersOf } from "./rows";
import { addressOf, PieceList } from "./PieceList";
import { useView, viewOf } from "./state";

export function BookDialogs({ document }: { document: Document }) {
  const dialog = useView(document, (view) => view.dialog);
  const close = (): void => viewOf(document).set({ dialog: null });
  if (dialog === "merge") return <MergeDialog document={document} onClose={close} />;
  return dialog === "split" ? <SplitDialog document={document} onClose={close} /> : null;
}

/** Moves what was made to the trash; its tabs go first. */
async function takeBack(addresses: Address[]): Promise<void> {
  for (const address of addresses) await closeDocument(address);
  dropTabs(addresses);
  await invoke("library_remove", { addresses });
  invalidate("library_query", "library_summary", "library_trash");
}

/** Shows what was made; undo moves it to the trash. */
function useShowMade(): (made: LoreMade[]) => void {
  const { say } = useMessages();
  return (made) => {
    invalidate("library_query", "library_summary");
    const [first] = made;
    if (first === undefined) return;
    openTab(first.address, { kind: "lorebook", name: first.name });
    const twins = made.reduce((sum, one) => sum + one.twins, 0);
    toast({
      text: made.length === 1 ? say("lore.made", { name: first.name, count: first.entries, twins }) : say("lore.madeMany", { count: made.length }),
      act: {
        label: say("common.undo"),
        run: () => void takeBack(made.map(({ address }) => address)).catch((thrown: unknown) => toast({ icon: "error", text: asApiError(thrown).message })),
      },
    });
  };
}

function MergeDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { say } = useMessages();
  const own = usePieceName(document);
  const show = useShowMade();
  const [name, setName] = useState(own);
  const [others, setOthers] = useState<Address[]>([]);
  const [folders, setFolders] = useState(false);
  const [once, setOnce] = useState(true);
  const [fault, setFault] = useState<string | null>(null);
  async function merge(): Promise<void> {
    try {
      if (!(await document.save("save"))) throw new Error(say("lore.notSaved"));
      const made = await invoke("lore_merge", { addresses: [document.address, ...others], name: name.trim() === "" ? own : name, folders, once });
      onClose();
      show([made]);
    } catch (thrown) {
      setFault(asApiError(thrown).message);
    }
  }
  return (
    <Dialog
      title={say("lore.merge")} open onClose={onClose} closeLabel={say("common.close")}
      footer={<><Button onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" isDisabled={others.length === 0} onPress={() => void merge()}>{say("lore.mergeDo", { count: others.length + 1 })}</Button></>}
    >
      <div className="stack lore-dialog">
        {fault === null ? null : <Banner tone="error" title={fault} />}
        <p className="secondary">{say("lore.mergeHint")}</p>
        <TextField label={say("lore.newName")} value={name} onChange={setName} />
        <PieceList kind="lorebook" label={say("lore.findBook")} without={[document.address]} ticked={others} onChoose={(row, on) => setOthers((old) => (on ? [...old, addressOf(row)] : old.filter((one) => one !== addressOf(row))))} />
        <Checkbox label={say("lore.mergeFolders")} on={folders} onChange={setFolders} />
        <Checkbox label={say("lore.mergeOnce")} on={once} onChange={setOnce} />
      </div>
    </Dialog>
  );
}

/** The entries of each folder with the inner ones, and of no folder. */
function byFolder(entries: readonly unknown[], folders: readonly Folder[], folderAt: (at: number) => string | null): { id: string | null; ats: number[] }[] {
  const top = (id: string | null): string | null => {
    let now = id;
    for (let turn = 0; turn < folders.length; turn += 1) {
      const parent = folders.find((folder) => folder.id === now)?.parent ?? null;
      if (parent === null || !folders.some((folder) => folder.id === parent)) break;
      now = parent;
    }
    return now;
  };
  const parts = new Map<string | null, number[]>();
  for (const at of entries.keys()) {
    const id = top(folderAt(at));
    parts.set(id, [...(parts.get(id) ?? []), at]);
  }
  return [...parts].map(([id, ats]) => ({ id, ats }));
}

function SplitDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { say } = useMessages();
  const own = usePieceName(document);
  const show = useShowMade();
  const entries = useDocument(document, ({ body }) => listOf(body[ENTRIES]));
  const folders = foldersOf(useDocument(document, ({ body }) => listOf(body[FOLDERS])));
  const chosen = useView(document, (view) => view.chosen);
  const [way, setWay] = useState<"chosen" | "folders">(chosen.length > 1 || folders.length === 0 ? "chosen" : "folders");
  const [name, setName] = useState(say("lore.partName", { name: own }));
  const [fault, setFault] = useState<string | null>(null);
  const nameOf = (id: string | null): string => folders.find((folder) => folder.id === id)?.name ?? "";
  const parts = way === "chosen" ? [{ name, entries: [...chosen] }] : byFolder(entries, folders, (at) => folderOf(entries[at], folders)).map(({ id, ats }) => ({ name: id === null ? say("lore.restName", { name: own }) : nameOf(id), entries: ats }));
  async function split(): Promise<void> {
    try {
      if (!(await document.save("save"))) throw new Error(say("lore.notSaved"));
      const made = await invoke("lore_split", { address: document.address, parts });
      onClose();
      show(made);
    } catch (thrown) {
      setFault(asApiError(thrown).message);
    }
  }
  return (
    <Dialog
      title={say("lore.split")} open onClose={onClose} closeLabel={say("common.close")}
      footer={<><Button onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" isDisabled={parts.every((part) => part.entries.length === 0)} onPress={() => void split()}>{say("lore.splitDo", { count: parts.length })}</Button></>}
    >
      <div className="stack lore-dialog">
        {fault === null ? null : <Banner tone="error" title={fault} />}
        <p className="secondary">{say("lore.splitHint")}</p>
        <Segmented label={say("lore.splitBy")} value={way} onChange={setWay} options={[{ id: "chosen", label: say("lore.byChoice", { count: chosen.length }) }, { id: "folders", label: say("lore.byFolders"), off: folders.length === 0 }]} />
        {way === "chosen" ? <TextField label={say("lore.newName")} value={name} onChange={setName} /> : (
          <ul className="lore-parts">{parts.map((part, at) => <li key={at} className="line"><bdi className="cut grow">{part.name}</bdi><span className="pane-count">{say("lore.count.entries", { count: part.entries.length })}</span></li>)}</ul>
        )}
      </div>
    </Dialog>
  );
}

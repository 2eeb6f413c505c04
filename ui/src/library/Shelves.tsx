// The shelves in the list at the left, and the button that puts picked pieces on one.
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { Address, Shelf } from "../bindings";
import { useQuery } from "../data/queries";
import { Authored, Button, Dialog, Icon, Menu, TextField } from "../kit";
import { useMessages } from "../messages";
import { askedBy, isSearching, makeShelf, openShelf, putOnShelf, removeShelf, renameShelf, searchOf } from "./shelves";
import { library, type LibraryState, shelfCorner, useLibrary } from "./state";

export interface Naming { shelf: Shelf | null; search: boolean; addresses: Address[] }

/** Asks for the name of a shelf that is made or renamed. */
export function NameShelf({ naming, onClose }: { naming: Naming; onClose: () => void }) {
  const { say } = useMessages();
  const { shelf, search, addresses } = naming;
  const [name, setName] = useState(shelf?.name ?? (search ? library.get().text.trim() : ""));
  function keep(): void {
    if (name.trim() === "") return;
    onClose();
    if (shelf !== null) void renameShelf(shelf, name);
    else void makeShelf(name, search ? searchOf(library.get()) : null, addresses);
  }
  const title = say(shelf !== null ? "common.rename" : search ? "shelf.keepSearch" : "shelf.new");
  return (
    <Dialog
      open title={title} onClose={onClose} closeLabel={say("common.close")}
      footer={<><Button onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" isDisabled={name.trim() === ""} onPress={keep}>{shelf === null ? say("shelf.make") : say("common.rename")}</Button></>}
    >
      <TextField label={say("shelf.name")} value={name} onChange={setName} autoFocus onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && keep()} />
    </Dialog>
  );
}

function isOn(shelf: Shelf, state: LibraryState): boolean {
  if (shelf.search === null) return state.corner === shelfCorner(shelf.id);
  const asked = askedBy(shelf.search);
  return asked.text === state.text.trim() && asked.corner === state.corner && asked.tags.join("\n") === state.tags.join("\n");
}

function Item({ shelf, onRename }: { shelf: Shelf; onRename: () => void }) {
  const { say, number } = useMessages();
  const on = useLibrary((state) => isOn(shelf, state));
  return (
    <div className="shelf-row">
      <button type="button" className="pane-item" aria-current={on || undefined} onClick={() => openShelf(shelf)}>
        <Icon name={shelf.search === null ? "library" : "search"} />
        <Authored text={shelf.name} cut />
        {shelf.search === null ? <span className="pane-count">{number(shelf.count)}</span> : null}
      </button>
      <Menu
        label={say("shelf.acts", { name: shelf.name })} placement="bottom end" onAction={(id) => (id === "rename" ? onRename() : void removeShelf(shelf))}
        button={<AriaButton className="button button-plain button-square button-small shelf-more" aria-label={say("shelf.acts", { name: shelf.name })}><Icon name="more" size="small" /></AriaButton>}
        groups={[{ id: "acts", items: [{ id: "rename", label: say("common.rename"), icon: "workbench" }, { id: "remove", label: say("shelf.remove"), icon: "trash" }] }]}
      />
    </div>
  );
}

export function Shelves() {
  const { say } = useMessages();
  const shelves = useQuery("shelves", {}).data ?? [];
  const searching = useLibrary(isSearching);
  const [naming, name] = useState<Naming | null>(null);
  return (
    <>
      <h2 className="pane-group">
        {say("shelf.title")}
        <Menu
          label={say("shelf.new")} placement="bottom end" onAction={(id) => name({ shelf: null, search: id === "search", addresses: [] })}
          button={<AriaButton className="button button-plain button-square button-small push" aria-label={say("shelf.new")}><Icon name="add" size="small" /></AriaButton>}
          groups={[{ id: "make", items: [{ id: "empty", label: say("shelf.new"), icon: "library" }, { id: "search", label: say("shelf.keepSearch"), icon: "search", off: !searching }] }]}
        />
      </h2>
      {shelves.map((shelf) => <Item key={shelf.id} shelf={shelf} onRename={() => name({ shelf, search: false, addresses: [] })} />)}
      {naming === null ? null : <NameShelf naming={naming} onClose={() => name(null)} />}
    </>
  );
}

/** Puts the picked pieces on a shelf that is there or made now. */
export function ShelveMenu({ addresses }: { addresses: Address[] }) {
  const { say } = useMessages();
  const shelves = (useQuery("shelves", {}).data ?? []).filter(({ search }) => search === null);
  const [naming, name] = useState<Naming | null>(null);
  return (
    <>
      <Menu
        label={say("shelf.putOn")} placement="top"
        onAction={(id) => {
          const shelf = shelves.find((one) => one.id === id);
          if (shelf === undefined) name({ shelf: null, search: false, addresses });
          else void putOnShelf(shelf, addresses);
        }}
        button={<AriaButton className="button button-plain button-small"><Icon name="library" size="small" />{say("shelf.put")}</AriaButton>}
        groups={[{ id: "there", items: shelves.map((shelf) => ({ id: shelf.id, label: shelf.name })) }, { id: "new", items: [{ id: " new", label: say("shelf.new"), icon: "add" as const }] }]}
      />
      {naming === null ? null : <NameShelf naming={naming} onClose={() => name(null)} />}
    </>
  );
}

// The characters a book is attached to: each leads to its card, can be let go, and more can be attached. Attaching writes a
// link into the card as a step of its own, which the card's history shows and undo takes back.
import { useState } from "react";
import type { Address } from "../../bindings";
import { invalidate, useQuery } from "../../data/queries";
import { closeDocument, type Document, openDocument } from "../../documents";
import { asApiError } from "../../host";
import { Banner, Button, IconButton, Name, Popover, toast } from "../../kit";
import { type Messages, useMessages } from "../../messages";
import { navigation, openTab } from "../../navigation";
import { isMap, listOf } from "./entries";
import { addressOf, PieceList } from "./PieceList";

const LINKS = "knowledgeRefs";

/** Adds the link to a card or takes it out, and saves the card. */
async function setLink(card: Address, book: string, on: boolean, say: Messages["say"]): Promise<void> {
  const document = await openDocument(card);
  const links = listOf(document.store.get().body[LINKS]);
  const rest = links.filter((link) => !(link === book || (isMap(link) && link.type === "entity" && link.id === book)));
  const next = on ? [...rest, { type: "entity", id: book }] : rest;
  document.edit({ label: say(on ? "lore.step.attach" : "lore.step.detach"), changes: [next.length === 0 ? { path: LINKS } : { path: LINKS, value: next }] });
  const saved = await document.save("save");
  const { save, conflict } = document.store.get();
  if (!saved) throw new Error(save.state === "failed" ? save.error.message : conflict === null ? say("lore.attachFailed") : say("lore.attachConflict"));
  if (!navigation.get().tabs.includes(card)) await closeDocument(card);
  invalidate("entity_users");
}

export function Characters({ document }: { document: Document }) {
  const { say } = useMessages();
  const { data, error } = useQuery("entity_users", { address: document.address });
  const [fault, setFault] = useState<string | null>(null);
  const book = document.store.get().entity.id;
  const users = (data ?? []).filter(({ kind }) => kind === "character");

  function set(card: Address, name: string, on: boolean): void {
    setLink(card, book, on, say).then(
      () => {
        setFault(null);
        toast({ text: say(on ? "lore.attached" : "lore.detached", { name }), act: { label: say("common.undo"), run: () => void setLink(card, book, !on, say).catch((thrown: unknown) => setFault(asApiError(thrown).message)) } });
      },
      (thrown: unknown) => setFault(asApiError(thrown).message),
    );
  }
  return (
    <section className="entry-rules" aria-label={say("lore.characters")}>
      <div className="entry-rules-head">
        <h3>{say("lore.characters")}</h3>
        <Popover label={say("lore.attach")} button={<Button size="small" look="quiet" icon="add">{say("lore.attach")}</Button>}>
          {(close) => <PieceList kind="character" label={say("lore.findCharacter")} without={users.map(addressOf)} onChoose={(row) => { close(); set(addressOf(row), row.name, true); }} />}
        </Popover>
      </div>
      {fault === null && error === null ? null : <Banner tone="error" title={fault ?? error?.message ?? ""} />}
      {data !== null && users.length === 0 ? <p className="small tertiary">{say("lore.noCharacters")}</p> : null}
      <ul className="lore-users">
        {users.map((user) => (
          <li key={user.id} className="line">
            <button type="button" className="lore-link grow" onClick={() => openTab(addressOf(user), { kind: "character", name: user.name })}><Name text={user.name} /></button>
            <IconButton icon="close" size="small" label={say("lore.detach", { name: user.name })} onPress={() => set(addressOf(user), user.name, false)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

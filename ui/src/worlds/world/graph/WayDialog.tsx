// A way from one place to another: what it is called, what one sees of it, whether it is hidden, and the way back.
import { useEffect, useState } from "react";
import { Button, Checkbox, Combo, Dialog, TextArea, TextField } from "../../../kit";
import { useMessages } from "../../../messages";
import { makeDocument } from "../acts";
import { rowsNow, useDesk } from "../desk";
import { isMap, listAt, partsOfRef, textAt } from "../model";
import { nameAt, optionsOf, useNames, useOpened } from "../names";
import { removeWay, setWay } from "./ties";

/** A way that is there goes by its number; a new one has none. */
export interface WayWish { from: string | null; to: string | null; at: number | null }

export function WayDialog({ wish, onClose }: { wish: WayWish; onClose: () => void }) {
  const { say } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const [from, setFrom] = useState(wish.from);
  const [to, setTo] = useState(wish.to);
  const row = useDesk(desk, (state) => (wish.from === null || wish.at === null ? undefined : listAt(rowsNow(state).find(({ document }) => document === wish.from)?.facts, "ways")[wish.at]));
  const waysBack = useDesk(desk, (state) => (to === null || from === null ? false : listAt(rowsNow(state).find(({ document }) => document === to)?.facts, "ways").some((way) => `places/${textAt(way, "to")}` === from)));
  const [name, setName] = useState(textAt(row, "name"));
  const [description, setDescription] = useState<string | null>(null);
  const [hidden, setHidden] = useState(isMap(row) && row.hidden === true);
  const [back, setBack] = useState(true);
  const fresh = wish.at === null;
  // A description over 200 characters is not among the facts of a row; the document has it.
  const [whole, setWhole] = useState<string | null>(fresh ? "" : null);
  useEffect(() => {
    const { from: place, at } = wish;
    if (place !== null && at !== null) void desk.document(place).then(({ store }) => setWhole(textAt(listAt(store.get().body, "ways")[at], "description")));
  }, [desk, wish]);
  const text = description ?? whole ?? "";
  const off = from === null || to === null || from === to || whole === null;
  const places = optionsOf(names, ["places"], true);
  const create = (take: (id: string) => void) => ({
    label: (typed: string) => say("world.createNamed.places", { name: typed }), run: (typed: string) => void makeDocument(desk, "places", typed).then((made) => made !== null && take(made)),
  });
  async function write(): Promise<void> {
    if (off || from === null || to === null) return;
    await setWay(desk, from, wish.at, { to, name: name.trim(), description: text.trim(), hidden });
    if (back && !waysBack) await setWay(desk, to, null, { to: from, name: name.trim(), description: "", hidden });
  }
  function done(): void {
    if (off) return;
    void write();
    onClose();
  }
  return (
    <Dialog
      title={fresh ? say("world.newWay") : say("world.wayOf", { from: nameAt(names, from ?? ""), to: nameAt(names, to ?? "") })} open onClose={onClose} closeLabel={say("common.close")}
      footer={<>
        {fresh || from === null ? null : <Button icon="trash" className="world-foot-first" onPress={() => { void removeWay(desk, from, wish.at ?? 0); onClose(); }}>{say("world.removeWay")}</Button>}
        <Button look="line" onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" isDisabled={off} onPress={done}>{fresh ? say("world.addWay") : say("common.save")}</Button>
      </>}
    >
      <div className="world-dialog">
        <div className="form-pair">
          {fresh ? <Combo label={say("world.field.from")} value={from} options={places} onChange={setFrom} create={create(setFrom)} openLabel={say("world.showAll", { field: say("world.field.from") })} none={say("world.nothingNamed")} fault={from !== null && from === to ? say("world.sameTwice") : null} />
            : <p className="field-block"><span className="label-row"><span className="label-name">{say("world.field.from")}</span></span>{nameAt(names, from ?? "")}</p>}
          <Combo label={say("world.field.to")} value={to} options={places.filter(({ id }) => partsOfRef(id) !== null)} onChange={setTo} create={create(setTo)} openLabel={say("world.showAll", { field: say("world.field.to") })} none={say("world.nothingNamed")} />
        </div>
        <TextField label={say("world.field.way")} value={name} onChange={setName} help={say("world.hint.way")} onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && done()} />
        <TextArea label={say("world.field.description")} rows={1} value={text} onChange={setDescription} />
        <Checkbox label={say("world.field.hidden")} on={hidden} onChange={setHidden} />
        {waysBack ? null : <Checkbox label={say("world.wayBack")} on={back} onChange={setBack} />}
      </div>
    </Dialog>
  );
}

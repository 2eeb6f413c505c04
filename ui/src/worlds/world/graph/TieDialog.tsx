// How one person stands to another: what it is, a note, four feelings, and whether the other says the same. Made from the
// picture, the table or the side, and always the same dialog.
import { useState } from "react";
import type { JsonObject } from "../../../bindings";
import { Button, Checkbox, Combo, Dialog, TextArea, TextField } from "../../../kit";
import { useMessages } from "../../../messages";
import { makeDocument } from "../acts";
import { listNow, useDesk } from "../desk";
import { isMap, textAt } from "../model";
import { nameAt, optionsOf, useNames, useOpened } from "../names";
import { removeTie, setTie, TIES, tieAt } from "./ties";

const FEELINGS = ["affection", "trust", "respect", "fear"] as const;
const FURTHEST = 100;

export interface TieWish { from: string | null; to: string | null }

export function TieDialog({ wish, onClose }: { wish: TieWish; onClose: () => void }) {
  const { say } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const rows = useDesk(desk, (state) => listNow(state, TIES));
  const [from, setFrom] = useState(wish.from);
  const [to, setTo] = useState(wish.to);
  const at = from === null || to === null ? -1 : tieAt(rows, from, to);
  const old = rows[at];
  const [typed, type] = useState<{ kind?: string; note?: string; feelings?: { [axis: string]: string } }>({});
  const [both, setBoth] = useState(false);
  const kind = typed.kind ?? textAt(old, "kind");
  const note = typed.note ?? textAt(old, "note");
  const felt = isMap(old) && isMap(old.feelings) ? old.feelings : {};
  const feeling = (axis: string): string => typed.feelings?.[axis] ?? (typeof felt[axis] === "number" ? String(felt[axis]) : "");
  const numbers: JsonObject = Object.fromEntries(FEELINGS.map((axis) => [axis, feeling(axis).trim() === "" ? 0 : Number(feeling(axis))]));
  const wrong = FEELINGS.filter((axis) => !Number.isInteger(numbers[axis]) || Math.abs(numbers[axis] as number) > FURTHEST);
  const off = from === null || to === null || from === to || kind.trim() === "" || wrong.length > 0;
  const back = from !== null && to !== null && tieAt(rows, to, from) !== -1;
  const people = optionsOf(names, ["characters"], true);
  const create = (take: (id: string) => void) => ({
    label: (text: string) => say("world.createNamed.characters", { name: text }), run: (text: string) => void makeDocument(desk, "characters", text).then((made) => made !== null && take(made)),
  });
  function done(): void {
    if (off || from === null || to === null) return;
    void setTie(desk, { from, to, kind: kind.trim(), note: note.trim(), feelings: numbers }, both);
    onClose();
  }
  const title = at === -1 ? say("world.newTie") : say("world.tieOf", { from: nameAt(names, from ?? ""), to: nameAt(names, to ?? "") });
  return (
    <Dialog
      title={title} open onClose={onClose} closeLabel={say("common.close")}
      footer={<>
        {at === -1 ? null : <Button look="plain" icon="trash" className="world-foot-first" onPress={() => { void removeTie(desk, at); onClose(); }}>{say("world.untie")}</Button>}
        <Button look="line" onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" isDisabled={off} onPress={done}>{at === -1 ? say("world.tie") : say("common.save")}</Button>
      </>}
    >
      <div className="world-dialog">
        <div className="form-pair">
          <Combo label={say("world.field.from")} value={from} options={people} onChange={setFrom} create={create(setFrom)} openLabel={say("world.showAll", { field: say("world.field.from") })} none={say("world.nothingNamed")} fault={from !== null && from === to ? say("world.sameTwice") : null} />
          <Combo label={say("world.field.to")} value={to} options={people} onChange={setTo} create={create(setTo)} openLabel={say("world.showAll", { field: say("world.field.to") })} none={say("world.nothingNamed")} />
        </div>
        <TextField label={say("world.field.relationship")} value={kind} onChange={(next) => type({ ...typed, kind: next })} help={say("world.hint.relationship")} onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && done()} />
        <TextArea label={say("world.field.note")} rows={1} value={note} onChange={(next) => type({ ...typed, note: next })} />
        <fieldset className="world-group">
          <legend className="form-subtitle">{say("world.field.feelings")} <span className="small tertiary">{say("world.hint.feelings")}</span></legend>
          <div className="world-feelings">
            {FEELINGS.map((axis) => <TextField key={axis} type="number" label={say(`world.field.${axis}`)} value={feeling(axis)} onChange={(next) => type({ ...typed, feelings: { ...typed.feelings, [axis]: next } })} fault={wrong.includes(axis) ? say("world.feelingRange") : null} />)}
          </div>
        </fieldset>
        {back ? null : <Checkbox label={say("world.tieBack")} on={both} onChange={setBoth} />}
      </div>
    </Dialog>
  );
}

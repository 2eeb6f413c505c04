// Choosing with whom a preset is tried: the character, the persona, what the person says, the kind of generation.
import { Button, Icon, IconButton, Name, Popover, Select, TextField } from "../../kit";
import { useMessages } from "../../messages";
import { PiecePicker } from "../pick/PiecePicker";
import { TRIGGERS } from "../preset/Triggers";
import { addressOf } from "../../library/state";
import { cast, type Chosen, useCast } from "./cast";

export function CastBar({ triggers }: { triggers: boolean }) {
  const { say } = useMessages();
  const { character, persona, message, trigger } = useCast();
  return (
    <div className="cast">
      <Slot kind="character" chosen={character} onChoose={(chosen) => cast.set({ character: chosen })} />
      <Slot kind="persona" chosen={persona} onChoose={(chosen) => cast.set({ persona: chosen })} />
      <TextField label={say("told.message")} value={message} onChange={(next) => cast.set({ message: next })} />
      {triggers ? <Select label={say("told.trigger")} look="field" className="pick" value={trigger} options={TRIGGERS.map((id) => ({ id: id as string, label: say(`preset.trigger.${id}`) }))} onChange={(next) => cast.set({ trigger: next })} /> : null}
    </div>
  );
}

function Slot({ kind, chosen, onChoose }: { kind: "character" | "persona"; chosen: Chosen | null; onChoose: (chosen: Chosen | null) => void }) {
  const { say } = useMessages();
  const label = say(`told.choose.${kind}`);
  return (
    <div className="line cast-slot">
      <Icon name={kind} size="small" />
      <Popover label={label} button={<Button look="quiet" size="small" className="grow cast-name">{chosen === null ? label : <Name text={chosen.name} />}</Button>}>
        {(close) => (
          <PiecePicker
            kinds={[kind]}
            onPick={(row) => {
              onChoose({ address: addressOf(row), name: row.name });
              close();
            }}
          />
        )}
      </Popover>
      {chosen === null ? null : <IconButton icon="close" size="small" label={say("common.removeNamed", { name: chosen.name })} onPress={() => onChoose(null)} />}
    </div>
  );
}

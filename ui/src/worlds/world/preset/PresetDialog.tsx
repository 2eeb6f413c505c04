// A preset of the library for a world: which of its prompts become the style of the telling, what sampling comes along,
// and what is replaced. What was chosen waits in the world when the dialog is closed.
import { useEffect, useState } from "react";
import type { ApiError, NarrationPreset } from "../../../bindings";
import { asApiError } from "../../../host";
import { addressOf } from "../../../library/state";
import { Banner, Button, Checkbox, Dialog, Name } from "../../../kit";
import { visible } from "../../../kit/Authored";
import { useMessages } from "../../../messages";
import { PiecePicker } from "../../../workbench/pick/PiecePicker";
import { useDesk } from "../desk";
import { useOpened } from "../names";
import { applyPreset, dismissPreset, openPreset, STYLE, waitingPreset } from "./acts";

/** Letters of a prompt that are shown below its name. */
const BEGINNING = 160;

export function PresetButton() {
  const { say } = useMessages();
  const desk = useOpened();
  const newer = useDesk(desk, ({ open }) => open?.newer ?? false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" look="line" icon="preset" isDisabled={newer} onPress={() => setOpen(true)}>{say("world.preset")}</Button>
      {open ? <PresetDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export function PresetDialog({ onClose }: { onClose: () => void }) {
  const { say } = useMessages();
  const desk = useOpened();
  const [asking, setAsking] = useState(true);
  const [preset, setPreset] = useState<NarrationPreset | null>(null);
  const [ticked, tick] = useState<readonly string[]>([]);
  const [error, setError] = useState<ApiError | null>(null);
  const most = useDesk(desk, ({ open }) => open?.slots.find(({ slot }) => slot === STYLE)?.most ?? 0);
  function take(found: NarrationPreset | null): void {
    setPreset(found);
    tick((found?.prompts ?? []).filter((one) => one.ticked).map(({ id }) => id));
  }
  async function run(work: () => Promise<void>): Promise<void> {
    setAsking(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(asApiError(thrown));
    }
    setAsking(false);
  }
  useEffect(() => void run(async () => take(await waitingPreset(desk.world))), [desk]);
  const chars = (preset?.prompts ?? []).filter(({ id }) => ticked.includes(id)).reduce((sum, one) => sum + one.chars, 0);
  const long = most > 0 && chars > most;
  const nothing = preset !== null && ticked.length === 0 && preset.sampling.length === 0;
  const apply = (): Promise<void> => run(async () => {
    await applyPreset(desk, [...ticked]);
    onClose();
  });
  return (
    <Dialog
      title={say("world.preset")} open onClose={onClose} closeLabel={say("common.close")}
      footer={preset === null ? <Button look="line" onPress={onClose}>{say("common.cancel")}</Button> : <>
        <Button className="world-foot-first" isDisabled={asking} onPress={() => void run(async () => { await dismissPreset(desk.world); take(null); })}>{say("world.presetOther")}</Button>
        <Button look="line" onPress={onClose}>{say("world.presetLater")}</Button>
        <Button look="fill" isDisabled={asking || long || nothing} onPress={() => void apply()}>{say("world.presetApply")}</Button>
      </>}
    >
      <div className="world-dialog" data-help="world-prompts">
        {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
        {preset === null ? (asking ? null : <><p className="secondary">{say("world.presetHint")}</p><PiecePicker kinds={["preset"]} onPick={(row) => void run(async () => take(await openPreset(desk.world, addressOf(row))))} /></>)
          : <Choices preset={preset} ticked={ticked} onTick={tick} chars={chars} most={most} long={long} />}
      </div>
    </Dialog>
  );
}

interface ChoicesProps { preset: NarrationPreset; ticked: readonly string[]; onTick: (ids: readonly string[]) => void; chars: number; most: number; long: boolean }

function Choices({ preset, ticked, onTick, chars, most, long }: ChoicesProps) {
  const { say, number } = useMessages();
  const set = (id: string, on: boolean): void => onTick(on ? [...ticked, id] : ticked.filter((one) => one !== id));
  return (
    <>
      {preset.name.trim() === "" ? null : <p className="medium"><Name text={preset.name} /></p>}
      {preset.prompts.length === 0 ? <p className="secondary">{say("world.presetNoPrompts")}</p> : (
        <fieldset className="world-group">
          <legend className="form-subtitle">{say("world.presetPrompts")}</legend>
          <div className="world-preset-prompts">
            {preset.prompts.map(({ id, name, text, chars: size }) => (
              <div key={id} className="stack">
                <Checkbox label={<span className="line"><Name text={name === "" ? id : name} /><span className="small tertiary nowrap">{say("world.presetChars", { count: size })}</span></span>} name={name === "" ? id : name} on={ticked.includes(id)} onChange={(on) => set(id, on)} />
                <p className="small secondary world-preset-text"><bdi dir="auto">{visible(text.length > BEGINNING ? `${text.slice(0, BEGINNING)}…` : text)}</bdi></p>
              </div>
            ))}
          </div>
          <p className={`small ${long ? "said-error" : "tertiary"}`} role="status">{say("world.promptFigure", { chars: number(chars), most: number(most) })}{long ? ` ${say("world.presetTooLong")}` : ""}</p>
        </fieldset>
      )}
      {preset.sampling.length === 0 ? null : <p className="small world-preset-sampling"><b className="medium">{say("world.presetSampling")}</b> <span className="secondary mono">{preset.sampling.map(({ name, value }) => `${name} ${value}`).join(say("fields.comma"))}</span></p>}
      <p className="small secondary">{say(ticked.length === 0 ? "world.presetKeepsStyle" : preset.replacesStyle ? "world.presetReplaces" : "world.presetNew")}</p>
    </>
  );
}

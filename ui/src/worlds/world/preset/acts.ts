// A narration preset for a world: it waits in the world, is applied with the ticked prompts, or is sent away. Applying
// has a way back: the style and the sampling as they were.
import type { Json, NarrationApplied, NarrationPreset } from "../../../bindings";
import { asApiError, invoke } from "../../../host";
import { toast } from "../../../kit";
import { messages } from "../../../messages";
import type { Desk } from "../desk";
import { promptFile } from "../wire";

export const STYLE = "style";

export function waitingPreset(world: string): Promise<NarrationPreset | null> {
  return invoke("preset_waiting", { world });
}
export function openPreset(world: string, from: string): Promise<NarrationPreset> {
  return invoke("preset_open", { world, from });
}
export async function dismissPreset(world: string): Promise<void> {
  await invoke("preset_dismiss", { world });
}

interface Before { styles: readonly { language: string; text: string }[]; sampling: Json | null }

/** The style and the sampling as they are on disk. */
function asItIs(desk: Desk): Before {
  const { open } = desk.store.get();
  const text = (language: string): string => open?.prompts.find((one) => one.slot === STYLE && one.language === language)?.text ?? "";
  return { styles: (open?.languages ?? []).map((language) => ({ language, text: text(language) })), sampling: open?.info.sampling ?? null };
}

/** Asks for the world again and puts the styles into pages that are open; their steps are of a text that is gone. */
async function showAgain(desk: Desk): Promise<void> {
  await desk.load();
  for (const { language, text } of asItIs(desk).styles) {
    const file = promptFile(language, STYLE);
    const document = desk.opened(file);
    if (document === undefined) continue;
    document.replace({ ...document.store.get().entity, body: { text } });
    desk.store.set(({ done, undone }) => ({ done: done.filter((one) => one !== file), undone: undone.filter((one) => one !== file) }));
  }
}

async function putBack(desk: Desk, before: Before): Promise<void> {
  try {
    await desk.flush();
    for (const { language, text } of before.styles) await invoke("world_prompt", { world: desk.world, language, slot: STYLE, text });
    await invoke("world_own_field", { world: desk.world, field: "sampling", value: before.sampling });
  } catch (thrown) {
    toast({ text: asApiError(thrown).message, icon: "error" });
  }
  await showAgain(desk);
}

/** Applies the waiting preset; throws a refusal, and then nothing was changed. */
export async function applyPreset(desk: Desk, ticked: string[]): Promise<NarrationApplied> {
  const { say } = messages();
  await desk.flush();
  // What was written just now is what a way back leads to.
  await desk.load();
  const before = asItIs(desk);
  const applied = await invoke("preset_apply", { world: desk.world, ticked });
  await showAgain(desk);
  toast({ text: say("world.presetApplied", { prompts: applied.prompts, sampling: applied.sampling }), act: { label: say("common.undo"), run: () => void putBack(desk, before) } });
  return applied;
}

// The settings in force. Read once at the start; a change is shown at once and told to the studio, which keeps it.
import type { Settings } from "../bindings";
import { rebindKeys } from "../commands";
import { createStore, useStore } from "../data/store";
import { invoke } from "../host";
import { setLanguage } from "../messages";
import { applyLook, onSystemLook, resolveLanguage } from "../theme/look";

export const DEFAULT_SETTINGS: Settings = {
  theme: "system", language: "system", textScale: 100, proseFont: "ui", library: "", exportFolder: null, watchFolder: null, tokenizer: "o200k", hiddenApps: [], spelling: true, keys: {},
};

const current = createStore<{ settings: Settings }>({ settings: DEFAULT_SETTINGS });

function show(settings: Settings): void {
  applyLook(settings);
  // Every field inherits it but those that say otherwise: names of files, keys, code.
  document.documentElement.spellcheck = settings.spelling;
  setLanguage(resolveLanguage(settings.language));
  rebindKeys(settings.keys);
  current.set({ settings });
}

export function settings(): Settings {
  return current.get().settings;
}

export function useSettings<T>(select: (settings: Settings) => T): T {
  return useStore(current, (state) => select(state.settings));
}

/** Takes over what the studio has; follows the system where a setting says so. */
export function startSettings(from: Settings): () => void {
  show(from);
  return onSystemLook(() => show(settings()));
}

/** Changes settings. On failure the old ones are shown again and the error goes to the caller. */
export async function changeSettings(part: Partial<Settings>): Promise<void> {
  const before = settings();
  show({ ...before, ...part });
  try {
    show(await invoke("settings_set", { settings: { ...before, ...part } }));
  } catch (thrown) {
    show(before);
    throw thrown;
  }
}

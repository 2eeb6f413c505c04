// How the window looks: theme, text size, text font and language, put on the root element and remembered for
// first-paint.js. The settings are the truth; what is in local storage is only a copy that is there before them.
import type { Settings } from "../bindings";

export type Theme = "light" | "dark" | "contrast";
export type Look = Pick<Settings, "theme" | "textScale" | "proseFont" | "language">;

const STORED = "ficha.look";

/** The theme drawn for a setting; `system` asks the system, more contrast before dark. */
export function resolveTheme(setting: Settings["theme"]): Theme {
  if (setting !== "system") return setting;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The language shown for a setting; `system` asks the browser. */
export function resolveLanguage(setting: Settings["language"]): "en" | "zh" {
  if (setting !== "system") return setting;
  return /^zh/i.test(navigator.language) ? "zh" : "en";
}

/** Puts a look on the page and remembers it for the next start. */
export function applyLook(look: Look): void {
  const root = document.documentElement;
  root.dataset.theme = resolveTheme(look.theme);
  root.style.setProperty("--text-scale", String(look.textScale / 100));
  if (look.proseFont === "ui") delete root.dataset.prose;
  else root.dataset.prose = look.proseFont;
  root.lang = resolveLanguage(look.language) === "zh" ? "zh-Hans" : "en";
  const { theme, textScale, proseFont, language } = look;
  try {
    localStorage.setItem(STORED, JSON.stringify({ theme, textScale, proseFont, language }));
  } catch {
    // A page without storage only loses the early start; the settings still hold.
  }
}

/** Calls back when the system's preference changes; the answer stops it. */
export function onSystemLook(changed: () => void): () => void {
  const queries = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((text) => matchMedia(text));
  for (const query of queries) query.addEventListener("change", changed);
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
  };
}

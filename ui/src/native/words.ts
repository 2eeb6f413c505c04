// Labels of the core in the language of the window.
import type { Words } from "../bindings";
import type { Language } from "../messages";

export const inLanguage = (words: Words, language: Language): string => words[language];

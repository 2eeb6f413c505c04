// The language of a text as far as its script tells, for the dictionary of the system and for the shapes of shared
// signs. A script of many languages says nothing.

/** Signs looked at. */
const LOOKED = 400;
const SCRIPTS: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"], [/\p{Script=Hangul}/u, "ko"], [/\p{Script=Han}/u, "zh-Hans"], [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Greek}/u, "el"], [/\p{Script=Hebrew}/u, "he"],
];

export function languageOf(text: string): string | undefined {
  const head = text.slice(0, LOOKED);
  const letters = head.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, language] of SCRIPTS) {
    const signs = head.match(new RegExp(script, "gu"))?.length ?? 0;
    // A name in another script does not make the text one of its language; kana do, beside any number of Han signs.
    if (signs > 0 && (signs * 2 >= letters || (language === "ja" && signs * 8 >= letters))) return language;
  }
  return undefined;
}

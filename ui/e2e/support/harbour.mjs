// An invented lorebook with folders, recursion, a ring, chance, stays and rests, and the chat to try it on.
const entry = (uid, comment, key, more = {}) => ({
  uid, key, keysecondary: [], comment, content: "", constant: false, vectorized: false, selective: true, selectiveLogic: 0, addMemo: true, order: 100, position: 1, disable: false, excludeRecursion: false,
  preventRecursion: false, delayUntilRecursion: 0, probability: 100, useProbability: true, depth: 4, group: "", groupOverride: false, groupWeight: 100, scanDepth: null, caseSensitive: null, matchWholeWords: null,
  useGroupScoring: null, automationId: "", role: 0, sticky: 0, cooldown: 0, delay: 0, displayIndex: uid, ...more,
});

const ROWS = [
  entry(0, "The light at Saint Brannoc", [], { constant: true, content: "The light has stood on the north mole since 1811 and has been relit four times. Nobody counts the fifth." }),
  entry(1, "Fog signal", ["fog signal", "foghorn", "雾笛", "/fog\\s?horns?/i"], {
    keysecondary: ["Marisol", "keeper"], scanDepth: 4, position: 1, order: 120, probability: 80, sticky: 3, cooldown: 5, matchWholeWords: true, caseSensitive: false,
    content: "Two long blasts and a silence of forty seconds: that is Saint Brannoc and no other light on the coast. In thick weather Marisol winds the clockwork by hand every twenty minutes and counts the silence aloud in her grandmother’s numbers, 一, 二, 三.\n\nIf the signal stops, every boat within hearing turns for open water. It has stopped twice in her time. Nobody in the harbour says so in front of her.\n\nWhen {{user}} asks about the second time, the entry for the Ortolan should be near. Lamp oil is short that winter.",
  }),
  entry(2, "Tide tables", ["tide"], { content: "The tables are wrong by eleven minutes and everyone knows by how much." }),
  entry(3, "The drowned bell", ["bell"], { content: "A bell lies under the bar. When the foghorn is silent it is heard; the Ortolan went down beside it." }),
  entry(4, "Ferry timetable, winter", ["ferry"], { content: "It does not sail on Sundays." }),
  entry(5, "Board of Lights", ["board", "inspector"], { content: "The Board pays for the fog signal and has never heard it." }),
  entry(6, "泉州林家", ["林家"], { content: "船东，三代做桐油和药材生意。" }),
  entry(7, "The letter", ["letter"], { disable: true, content: "It must not get wet." }),
  entry(8, "Ilse Hagendorn", ["Ilse"], { content: "She keeps the bell rope in her kitchen." }),
  entry(9, "نادية الحكيم", ["نادية"], { content: "طبيبة المرفأ، تعرف كل بيت." }),
  entry(10, "The wreck of the Ortolan", ["Ortolan"], { content: "Salvaged twice. The bell was not found." }),
  entry(11, "Lamp oil", ["lamp"], { excludeRecursion: true, content: "Colza, then paraffin, then nothing for a winter." }),
];

export const FOLDERS = [{ id: "law", name: "Harbour law", at: [0, 1, 2, 3] }, { id: "land", name: "The mainland", at: [4, 5, 6, 7] }, { id: "people", name: "People", at: [8, 9, 10, 11] }];

export const LOG = "user: Is that thunder?\nMarisol: No. Count with me. That is our own foghorn.\nuser: Then what is the bell under it?";

/** The book as a file of world info. */
export function harbour() {
  const text = JSON.stringify({ name: "Harbour of Saint Brannoc", entries: Object.fromEntries(ROWS.map((row) => [row.uid, row])) });
  return { name: "Harbour of Saint Brannoc.json", bytes: Buffer.from(text) };
}

/** A book of many entries; each says the key of the next. */
export function many(count, name = "Many") {
  const rows = Array.from({ length: count }, (_, at) => entry(at, `Entry ${at}`, [`word${at}`], { content: `What entry ${at} tells of word${at + 1}. `.repeat(6) }));
  return { name: `${name}.json`, bytes: Buffer.from(JSON.stringify({ name, entries: Object.fromEntries(rows.map((row) => [row.uid, row])) })) };
}

/** Rows that are none, fields of other types, text from right to left, a pattern without end. */
export function odd() {
  const slow = { ...entry(1, "slow", ["/(?:(?=a)a|a)*c$/"]), content: "a".repeat(80) };
  const rows = { 0: { uid: 0, key: ["sea"], comment: 7, content: null, sticky: "long", order: "x" }, 1: slow, 2: entry(2, "‮abc‬ مرحبا", ["مرحبا"], { content: "نص \u202e طويل" }), 3: entry(3, "é̶̷".repeat(40), ["sea"], { content: "a".repeat(60) }) };
  return { name: "Odd.json", bytes: Buffer.from(JSON.stringify({ name: "Odd", entries: rows })) };
}

/** Keeps files and puts the harbour's entries into folders; the address of the harbour. */
export async function keepBooks(studio, files) {
  const { writeFileSync } = await import("node:fs");
  const { join } = await import("node:path");
  const paths = files.map(({ name, bytes }) => {
    const path = join(studio.home, name);
    writeFileSync(path, bytes);
    return path;
  });
  studio.run("library", "add", ...paths);
}

export async function withFolders(studio, address) {
  const entity = await studio.ask("entity_open", { address });
  const changes = [
    { path: "categories", value: FOLDERS.map(({ id, name }) => ({ id, name })) }, { path: "tokenBudget", value: 2048 }, { path: "globalRecursion", value: true },
    { path: "entries[1].comment", value: "Check against the almanac: 40 s is right for Brannoc, the mainland light is 30." },
    ...FOLDERS.flatMap(({ id, at }) => at.map((place) => ({ path: `entries[${place}].categoryId`, value: id }))),
  ];
  await studio.ask("entity_save", { address, baseRevision: entity.revision, changes, native: [], why: "" });
}

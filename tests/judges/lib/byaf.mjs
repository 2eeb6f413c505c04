// Backyard archives Ficha writes, each with the values SillyTavern's own import must find, taken from the source
// without Ficha. An archive has no place for a personality, tags or a version; lore has keys and texts and nothing else.
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ficha, root, shared } from "./ficha.mjs";
import { readCard, zipEntry } from "./carrier.mjs";
import { values } from "./subjects.mjs";

/** The talks of a text, each below a line of its own. */
function talks(text) {
  const parts = text.split(/^[ \t]*<START>[ \t]*\r?\n?/im).map((part) => part.replace(/^[\r\n]+|[\r\n]+$/g, ""));
  return parts.filter((part) => part.trim()).map((part) => `<START>\n${part}`).join("\n").trimEnd();
}

/** What an archive can hold of a card. */
function fromCard(card) {
  const data = card.data ?? card;
  const all = values(card);
  const others = new Set(all.alternate_greetings.filter((text) => text && text !== all.first_mes));
  return {
    ...all,
    name: data.nickname || all.name,
    personality: "",
    mes_example: talks(all.mes_example),
    post_history_instructions: "",
    creator_notes: "",
    character_version: "",
    tags: [],
    alternate_greetings: [...others],
    entries: all.entries.map(({ keys, content }) => ({ keys: keys.join(",").split(",").map((key) => key.trim()).filter(Boolean), content })),
  };
}

const macros = (text) =>
  (text ?? "").replace(/#{user}:/gi, "{{user}}:").replace(/#{character}:/gi, "{{char}}:").replace(/{character}(?!})/gi, "{{char}}").replace(/{user}(?!})/gi, "{{user}}");

/** What an archive says, in Tavern words. */
function fromArchive(file) {
  const bytes = readFileSync(file);
  const entry = (name) => JSON.parse(zipEntry(bytes, name).toString("utf8"));
  const manifest = entry("manifest.json");
  const character = entry(manifest.characters[0]);
  const [first, ...later] = manifest.scenarios.map(entry);
  const openings = later.map((scenario) => macros(scenario.firstMessages?.[0]?.text)).filter(Boolean);
  return {
    ...values({}),
    name: character.name,
    description: macros(character.persona),
    scenario: macros(first.narrative),
    first_mes: macros(first.firstMessages?.[0]?.text),
    mes_example: first.exampleMessages.map((message) => `<START>\n${macros(message.text)}`).join("\n").trimEnd(),
    creator: manifest.author?.name ?? "",
    creator_notes: manifest.author?.backyardURL ?? "",
    system_prompt: macros(first.formattingInstructions),
    tags: character.isNSFW ? ["nsfw"] : [],
    alternate_greetings: openings,
    entries: character.loreItems.map(({ key, value }) => ({ keys: key.split(",").map((part) => part.trim()).filter(Boolean), content: macros(value) })),
  };
}

function files(folder, endings) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => endings.some((ending) => name.endsWith(ending))).sort().map((name) => path.join(folder, name));
}

/** Makes every archive and returns `{title, file, source, expected}` rows; `source` is the archive that was edited. */
export function makeArchives() {
  const work = mkdtempSync(path.join(os.tmpdir(), "judge-archives-"));
  const corpus = path.join(shared, "corpus/files");
  const cards = [...files(path.join(root, "samples/sillytavern"), ["v2.json", "v3.json", "v2.png"]), ...["ccv2_json", "ccv3_json", "ccv2_png", "ccv3_png"].flatMap((kind) => files(path.join(corpus, kind), [".json", ".png"]))];
  const rows = cards.map((source, number) => {
    const file = path.join(work, `${number}.byaf`);
    ficha("convert", source, "--to", "byaf", "-o", file);
    return { title: `${path.basename(source)} as an archive`, file, expected: fromCard(readCard(source)) };
  });
  const archives = [path.join(root, "samples/backyard/full.byaf"), ...files(path.join(corpus, "byaf"), [".byaf"])];
  for (const [number, source] of archives.entries()) {
    const library = path.join(work, `library-${number}`);
    const [{ kept }] = ficha("library", "--library", library, "add", source);
    const { kind, id } = kept.find((entity) => entity.kind === "character");
    const greeting = "\u201cNew tide,\u201d {{char}} says to {{user}}. \u706f\u53f0";
    ficha("library", "--library", library, "edit", `${kind}/${id}`, "--set", `greetings.firstMessage=${greeting}`);
    const file = path.join(work, `edited-${number}.byaf`);
    ficha("library", "--library", library, "export", `${kind}/${id}`, "--to", "byaf", "-o", file);
    rows.push({ title: `${path.basename(source)} with a new greeting`, file, source, expected: { ...fromArchive(source), first_mes: greeting } });
  }
  return rows;
}

// What the judges read: files Ficha writes, each with the values it must hold, taken from the source without Ficha.
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ficha, root, shared } from "./ficha.mjs";
import { readCard } from "./carrier.mjs";

const texts = ["name", "description", "personality", "scenario", "first_mes", "mes_example", "system_prompt", "post_history_instructions", "creator", "creator_notes", "character_version"];

/** The values of a Tavern card that every reader should agree on. A field the card lacks reads as empty. */
export function values(card) {
  const data = card.data ?? card;
  const flat = Object.fromEntries(texts.map((key) => [key, data[key] ?? ""]));
  const book = data.character_book;
  return {
    ...flat,
    tags: data.tags ?? [],
    alternate_greetings: data.alternate_greetings ?? [],
    entries: book ? book.entries.map((entry) => ({ keys: entry.keys, content: entry.content })) : [],
  };
}

/** What a Pygmalion card says in Tavern words: its one definition is the description. */
function fromPygmalion(card) {
  return { ...values({}), name: card.char_name, description: card.char_persona, scenario: card.world_scenario ?? "", first_mes: card.char_greeting ?? "", mes_example: card.example_dialogue ?? "" };
}

function files(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith(ending)).sort().map((name) => path.join(folder, name));
}

/** Makes every file and returns `{title, file, type, source, fresh, expected}` rows; `fresh` cards are built anew, the others keep the text of their source. */
export function makeSubjects() {
  const work = mkdtempSync(path.join(os.tmpdir(), "judge-subjects-"));
  const samples = path.join(root, "samples");
  const corpus = path.join(shared, "corpus/files");
  if (!existsSync(corpus)) console.log("the shared corpus is not here: judging the samples only");
  const rows = [];
  const add = (source, type, expected, ...flags) => {
    const stem = `${rows.length}-${path.parse(source).name}`;
    const file = path.join(work, `${stem}.${type}`);
    ficha("convert", source, "--to", "sillytavern", "--container", type === "charx" ? "zip" : type, "-o", file, ...flags);
    const fresh = flags.includes("--rewrite") || !readCard(source).spec;
    rows.push({ title: `${path.basename(source)} as ${type}${flags.length ? ` ${flags.join(" ")}` : ""}`, file, type, source, fresh, expected });
  };
  const pngs = [...files(path.join(samples, "sillytavern"), ".png"), ...files(path.join(corpus, "ccv2_png"), ".png"), ...files(path.join(corpus, "ccv3_png"), ".png")];
  for (const source of pngs) {
    const expected = values(readCard(source));
    add(source, "png", expected);
    add(source, "png", expected, "--rewrite");
    add(source, "json", expected);
  }
  for (const source of [...files(path.join(corpus, "ccv2_json"), ".json"), ...files(path.join(corpus, "ccv3_json"), ".json")]) {
    const expected = values(readCard(source));
    add(source, "png", expected, "--plain-picture");
    add(source, "charx", expected);
  }
  for (const source of [...files(path.join(samples, "pygmalion"), ".json"), ...files(path.join(corpus, "pygmalion_json"), ".json")]) {
    const expected = fromPygmalion(readCard(source));
    add(source, "png", expected, "--plain-picture");
    add(source, "json", expected);
  }
  for (const source of pngs.slice(0, 4)) rows.push(edited(work, source, rows.length));
  return rows;
}

/** The same card after an author changed its greeting in the library. */
function edited(work, source, number) {
  const library = path.join(work, `library-${number}`);
  const [{ kept }] = ficha("library", "--library", library, "add", source);
  const address = `${kept[0].kind}/${kept[0].id}`;
  const greeting = "\u201cNew tide,\u201d she says. \u706f\u53f0 \ud83d\uddfc";
  ficha("library", "--library", library, "edit", address, "--set", `greetings.firstMessage=${greeting}`);
  const file = path.join(work, `${number}-edited.png`);
  ficha("library", "--library", library, "export", address, "--to", "sillytavern", "-o", file);
  return { title: `${path.basename(source)} with a new greeting`, file, type: "png", source, fresh: false, expected: { ...values(readCard(source)), first_mes: greeting } };
}

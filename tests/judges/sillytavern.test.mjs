// The real SillyTavern server reads our files beside the cards: world info, presets, templates and sprite packs. What it
// gives back, or makes of them by its own code, holds the same values.
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ficha, root } from "./lib/ficha.mjs";
import { startSillyTavern } from "./lib/sillytavern.mjs";

const work = mkdtempSync(path.join(os.tmpdir(), "judge-files-"));
const samples = path.join(root, "samples");
const read = (file) => JSON.parse(readFileSync(file, "utf8"));

/** A file of Ficha's: a sample after an author changed one field of it. */
function edited(sample, field, value) {
  const library = path.join(work, `library-${path.parse(sample).name}`);
  const [{ kept }] = ficha("library", "--library", library, "add", path.join(samples, sample));
  const address = `${kept[0].kind}/${kept[0].id}`;
  ficha("library", "--library", library, "edit", address, "--set", `${field}=${value}`);
  const file = path.join(work, path.basename(sample));
  ficha("library", "--library", library, "export", address, "--to", `sillytavern-${path.parse(sample).name}`, "-o", file);
  return file;
}

/** Another kind of book written as world info. */
function world(sample) {
  const file = path.join(work, `${path.parse(sample).name}-as-world.json`);
  ficha("convert", path.join(samples, sample), "--to", "sillytavern-lorebook", "-o", file);
  return file;
}

describe("SillyTavern and files beside cards", () => {
  let server;
  before(async () => {
    server = await startSillyTavern();
  });
  after(() => server?.stop());

  test("an edited world info file is the world, and becomes the book of a card", async () => {
    const file = edited("sillytavern/lorebook.json", "entries[0].content", "The bell is silent.");
    const expected = read(path.join(samples, "sillytavern/lorebook.json"));
    expected.entries[0].content = "The bell is silent.";
    const name = await server.world(file);
    assert.deepEqual(await server.json("/api/worldinfo/get", { name }), expected);
    const card = await server.cardWith(name);
    const entries = card.data.character_book.entries;
    assert.deepEqual(entries.map((entry) => entry.content), Object.values(expected.entries).map((entry) => entry.content));
    assert.deepEqual(entries.map((entry) => entry.extensions.position), [0, 4, 7, 2]);
    assert.deepEqual(entries.map((entry) => entry.enabled), [true, true, false, true]);
  });

  test("a book of another app is a world whose entries the server places", async () => {
    const file = world("ficha/fog-signals-lorebook.ficha.json");
    const source = read(path.join(samples, "ficha/fog-signals-lorebook.ficha.json")).body.entries;
    const card = await server.cardWith(await server.world(file));
    const entries = card.data.character_book.entries;
    assert.deepEqual(entries.map((entry) => entry.content), source.map((entry) => entry.content));
    assert.deepEqual(entries.map((entry) => entry.keys.length), source.map((entry) => entry.triggers.length));
    for (const entry of entries) assert.ok(Number.isInteger(entry.extensions.position) && Number.isFinite(entry.insertion_order), JSON.stringify(entry));
  });

  for (const [kind, api, field, key] of [
    ["preset", "openai", "systemPrompts.newChat", "new_chat_prompt"],
    ["instruct", "instruct", "instruct.stopSequence", "stop_sequence"],
    ["context", "context", "context.chatStart", "chat_start"],
    ["sysprompt", "sysprompt", "sysprompt.content", "content"],
    ["reasoning", "reasoning", "reasoning.prefix", "prefix"],
  ]) {
    test(`an edited ${kind} file is kept and given back`, async () => {
      const file = edited(`sillytavern/${kind}.json`, field, "<tide>");
      const expected = { ...read(path.join(samples, `sillytavern/${kind}.json`)), [key]: "<tide>" };
      const name = `Judged ${kind}`;
      await server.json("/api/presets/save", { apiId: api, name, preset: read(file) });
      assert.deepEqual(await server.preset(kind, name), expected);
    });
  }

  test("a pack of pictures becomes the sprites of a character", async () => {
    const file = path.join(work, "pack.zip");
    ficha("convert", path.join(samples, "sillytavern/pack.zip"), "--to", "sillytavern-pack", "--rewrite", "-o", file);
    assert.deepEqual(await server.sprites("Ottoline", file), ["grief", "joy", "neutral"]);
  });
});

// Outside judges: what Ficha writes is read, with the same values, by programs of other people.
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CCardLib } from "@risuai/ccardlib";
import cardUtils from "character-card-utils";
import { parseCard } from "@character-foundry/character-foundry/loader";
import { pngCards, readCard } from "./lib/carrier.mjs";
import { makeSubjects, values } from "./lib/subjects.mjs";
import { startSillyTavern } from "./lib/sillytavern.mjs";

const subjects = makeSubjects();
const python = fileURLToPath(new URL(".venv/bin/python", import.meta.url));

/** The V2 copy a file holds: its `chara` chunk, or the card itself. */
function v2Copy({ file, type }) {
  return type === "png" ? pngCards(readFileSync(file)).find((c) => c.keyword === "chara")?.card : readCard(file);
}

test("there is something to judge", () => assert.ok(subjects.length >= 4, `only ${subjects.length} files were made`));

describe("character-foundry", () => {
  for (const subject of subjects) {
    test(subject.title, () => assert.deepEqual(values(parseCard(new Uint8Array(readFileSync(subject.file))).card), subject.expected));
  }
});

describe("ccardlib", () => {
  for (const subject of subjects.filter(({ file }) => readCard(file).spec)) {
    test(subject.title, () => {
      const card = readCard(subject.file);
      const version = CCardLib.character.check(card);
      assert.match(version, /^v[23]$/, "the card is none of the versions it knows");
      assert.deepEqual(values(card), subject.expected);
      assert.equal(CCardLib.character.convert(card, { from: version, to: "v3" }).data.name, subject.expected.name);
    });
  }
});

describe("character-card-utils", () => {
  for (const subject of subjects.filter((s) => v2Copy(s)?.spec === "chara_card_v2")) {
    test(subject.title, () => assert.deepEqual(values(cardUtils.parseToV2(v2Copy(subject))), values(v2Copy(subject))));
  }
});

describe("tavern-card", () => {
  for (const subject of subjects.filter(({ type }) => type !== "charx")) {
    test(subject.title, () => {
      const out = execFileSync(python, ["-m", "tavern_card.cli", "inspect", subject.file], { encoding: "utf8", maxBuffer: 1 << 28 });
      assert.equal(JSON.parse(out).data.first_mes, subject.expected.first_mes);
      assert.deepEqual(values(JSON.parse(out)), subject.expected);
    });
  }
});

describe("SillyTavern", () => {
  let server;
  before(async () => {
    server = await startSillyTavern();
  });
  after(() => server?.stop());
  for (const subject of subjects) {
    test(subject.title, async () => assert.deepEqual(values(await server.roundTrip(subject.file, subject.type)), subject.expected));
  }
});

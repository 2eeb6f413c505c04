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
import { makeArchives } from "./lib/byaf.mjs";
import { makeSubjects, values } from "./lib/subjects.mjs";
import { startSillyTavern } from "./lib/sillytavern.mjs";

const subjects = makeSubjects();
const archives = makeArchives();
const python = fileURLToPath(new URL(".venv/bin/python", import.meta.url));

/** The V2 copy a file holds: its `chara` chunk, or the card itself. */
function v2Copy(file) {
  const bytes = readFileSync(file);
  return bytes[0] === 0x89 ? pngCards(bytes).find((c) => c.keyword === "chara")?.card : readCard(file);
}

/** The envelope without the V1 copies beside it: two of the judges take any object with the six V1 texts for a V1 card. */
function alone({ spec, spec_version, data }) {
  return { spec, spec_version, data };
}

function isStrict(card) {
  try {
    cardUtils.parseToV2(card);
    return true;
  } catch {
    return false;
  }
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
      const card = alone(readCard(subject.file));
      const version = CCardLib.character.check(card);
      // A text that goes over word for word is as valid as its source was; what we build must be valid.
      if (subject.fresh || CCardLib.character.check(alone(readCard(subject.source))) !== "unknown") assert.match(version, /^v[23]$/, "the card is none of the versions it knows");
      assert.deepEqual(values(card), subject.expected);
      if (version !== "unknown") assert.equal(CCardLib.character.convert(card, { from: version, to: "v3" }).data.name, subject.expected.name);
    });
  }
});

describe("character-card-utils", () => {
  for (const subject of subjects.filter(({ file }) => v2Copy(file)?.spec === "chara_card_v2")) {
    test(subject.title, (context) => {
      const card = alone(v2Copy(subject.file));
      const source = v2Copy(subject.source);
      if (!subject.fresh && source?.spec === "chara_card_v2" && !isStrict(alone(source))) return context.skip("it refuses the source, whose text goes over word for word");
      assert.deepEqual(values(cardUtils.parseToV2(card)), values(card));
    });
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
  for (const archive of archives) {
    test(archive.title, async (context) => {
      const refused = archive.source && (await server.roundTrip(archive.source, "byaf").then(() => false, () => true));
      if (refused) return context.skip("it refuses the source, whose chat stays as it is");
      assert.deepEqual(values(await server.roundTrip(archive.file, "byaf")), archive.expected);
    });
  }
});

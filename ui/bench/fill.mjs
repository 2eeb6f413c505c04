// A library of invented pieces, written as files: characters with portraits, lorebooks, the words of an invented language.
// The same number always gives the same library.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { picture } from "../e2e/support/cards.mjs";

/** Numbers that look random and are the same each time. */
function dice(seed) {
  let state = BigInt(seed) * 2_862_933_555_777_941_757n + 3_037_000_493n;
  return (sides) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    return Number((state >> 33n) % BigInt(sides));
  };
}

const ONSETS = ["s", "c", "p", "d", "b", "m", "t", "f", "h", "l", "st", "tr", "k", "sh"];
const VOWELS = ["a", "e", "o", "i", "u"];
const CODAS = ["", "n", "r", "", "s", "l", "nd"];

function word(roll) {
  let text = "";
  for (let left = 1 + roll(3); left > 0; left -= 1) text += ONSETS[roll(ONSETS.length)] + VOWELS[roll(VOWELS.length)] + CODAS[roll(CODAS.length)];
  return text;
}
const prose = (roll, words) => Array.from({ length: words }, () => word(roll)).join(" ");

/** A lorebook with so many entries. */
export function book(id, name, entries, seed = 1) {
  const roll = dice(seed);
  return {
    schemaVersion: "1", kind: "lorebook", id,
    body: {
      name, tags: [word(roll)],
      entries: Array.from({ length: entries }, (_, at) => ({
        id: String(at), title: `${word(roll)} ${at}`, triggers: [{ keyword: word(roll) }, { keyword: word(roll) }], secondaryTriggers: [], enabled: true, content: prose(roll, 40), sortOrder: at,
      })),
    },
  };
}

function character(id, name, seed, portrait) {
  const roll = dice(seed);
  return {
    schemaVersion: "1", kind: "character", id,
    body: {
      identity: { name, description: prose(roll, 300) },
      persona: { personality: prose(roll, 40), scenario: prose(roll, 40) },
      greetings: { firstMessage: prose(roll, 120), alternateGreetings: Array.from({ length: roll(4) }, () => ({ text: prose(roll, 80) })) },
      attribution: { creator: word(dice(seed % 300)) }, discovery: { tags: [word(dice(seed % 90)), word(dice(seed % 40 + 100))] },
      ...(portrait === null ? {} : { media: { portrait: { ref: `sha256:${portrait}` } } }),
    },
  };
}

/** Portraits that differ, each kept as a blob; their names. */
function portraits(library, count) {
  return Array.from({ length: count }, (_, at) => {
    const roll = dice(at + 7);
    const colour = [roll(200), roll(200), roll(200)];
    const bytes = picture(colour, 160);
    const name = createHash("sha256").update(bytes).digest("hex");
    mkdirSync(join(library, "blobs", name.slice(0, 2)), { recursive: true });
    writeFileSync(join(library, "blobs", name.slice(0, 2), name), bytes);
    return name;
  });
}

/** Writes `count` pieces into the library's folder; every tenth is a lorebook of 20 entries. */
export function fill(library, count) {
  for (const kind of ["character", "lorebook"]) mkdirSync(join(library, "entities", kind), { recursive: true });
  const pictures = portraits(library, Math.min(120, count));
  for (let at = 0; at < count; at += 1) {
    const roll = dice(at + 1);
    const name = `${word(roll)} ${word(roll)}`;
    const piece = at % 10 === 9 ? book(`p${at}`, name, 20, at) : character(`p${at}`, name, at, pictures[at % pictures.length] ?? null);
    put(library, piece);
  }
}

export function put(library, piece) {
  mkdirSync(join(library, "entities", piece.kind), { recursive: true });
  writeFileSync(join(library, "entities", piece.kind, `${piece.id}.json`), `${JSON.stringify(piece, null, 2)}\n`);
}

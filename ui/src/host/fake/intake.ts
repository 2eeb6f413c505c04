// Invented staged files: one of each state, and a detail for each.
import type { ComparisonRow, PictureRow, StagedDetail, StagedRow, Told } from "../../bindings";

const BASE: StagedRow = {
  id: "s0", fileName: "", state: "new", kind: "character", name: "", format: "sillytavern", formatTitle: "SillyTavern", container: "png",
  because: "the picture holds a ccv3 chunk that names chara_card_v3", confidence: 0.98, portrait: null, error: null, decision: "keep", duplicates: [],
};
const art = (at: number): string => (at * 2654435761 >>> 0).toString(16).padStart(8, "0").repeat(8);

export function told(text: string | null): Told | null {
  return text === null ? null : { text, cut: false, picture: null };
}

/** One row of a three-way comparison. */
export function compared(path: string, label: string, texts: { mine: string | null; source: string | null; theirs: string | null; joined?: string }, state: ComparisonRow["state"]): ComparisonRow {
  return { path, label, part: "body", unit: "value", of: null, mine: told(texts.mine), source: told(texts.source), theirs: told(texts.theirs), joined: told(texts.joined ?? null), state };
}

export function makeStaged(): StagedRow[] {
  const row = (id: string, part: Partial<StagedRow>): StagedRow => ({ ...BASE, id, ...part });
  return [
    row("s1", {
      name: "Ottilie Brandt, keeper of the tide tables", fileName: "tide_keeper_v2.4.png", state: "newer", decision: "update", portrait: art(0),
      duplicates: [{ address: "character/piece-0", name: "Ottilie Brandt, keeper of the tide tables", why: "same-name" }],
    }),
    row("s2", { name: "叶知微 · 雨巷裁缝", fileName: "雨巷裁缝_叶知微.charx", format: "lumiverse", formatTitle: "Lumiverse", container: "zip", portrait: art(1), because: "the archive has a card.json that names chara_card_v3 and Lumiverse keys" }),
    row("s3", {
      name: "The Harbour at Wick Sound", fileName: "wick_world_info.json", kind: "lorebook", format: "sillytavern-lorebook", formatTitle: "SillyTavern book", container: "json", state: "same",
      decision: "skip", because: "entries is a map whose rows have uid and keysecondary", duplicates: [{ address: "lorebook/piece-9", name: "The Harbour at Wick Sound", why: "same-bytes" }],
    }),
    row("s4", { name: "سلمى الزرقاء", fileName: "cartographer-salma.png", format: "risu", formatTitle: "Risu", portrait: art(2) }),
    row("s5", {
      name: "Corbin Vale, unlicensed", fileName: "Corbin (1) FINAL.json", container: "json", state: "alike", portrait: null, decision: "keep", because: "name, description and first_mes stand at the root",
      duplicates: [{ address: "character/piece-8", name: "Corbin Vale, unlicensed", why: "same-content" }],
    }),
    row("s6", { name: "Maren Holt", fileName: "ferry_engineer.json", format: "pygmalion", formatTitle: "Pygmalion", container: "json", portrait: art(5), because: "char_name and char_persona stand at the root" }),
    row("s7", { name: "Fog bell formatting", fileName: "fog-bell.json", kind: "regex", format: "sillytavern-regex", formatTitle: "SillyTavern regex", container: "json", because: "findRegex and replaceString are there" }),
    row("s8", {
      name: "", fileName: "harbour-pack.zip", kind: null, format: null, formatTitle: null, container: "zip", state: "refused", because: null, confidence: null,
      error: { code: "limit", message: "harbour-pack.zip unpacks to 41 GB; the limit is 96 MB.", hint: "Unpack it and add the cards alone.", place: { entry: "textures/sky.bin", pointer: null, offset: 4096 }, limit: { name: "zip-total", value: 96 << 20, needed: 41_000_000_000, raiseTo: null } },
    }),
    row("s9", { name: "", fileName: "evening_backup.png", kind: null, format: null, formatTitle: null, container: null, state: "reading", because: null, confidence: null }),
  ];
}

function picture(at: number, role: string, bytes: number): PictureRow {
  return { entity: null, path: `media.pictures[${at}]`, role, name: `${role}-${at}.png`, mime: "image/png", bytes, sha256: art(at), missing: at === 12, place: null, reference: "carrier:" };
}

export function makeDetail(row: StagedRow): StagedDetail {
  const rich = row.id === "s1";
  return {
    row, sourceSha: art(91), bytes: rich ? 3_214_556 : 48_122,
    bids: row.format === null ? [] : [
      { format: row.format, title: row.formatTitle ?? "", confidence: row.confidence ?? 0, because: row.because ?? "" },
      { format: "generic", title: "Character Card V3", confidence: 0.7, because: "spec is chara_card_v3" },
    ],
    brought: rich ? [{ kind: "character", name: row.name, count: 0, loose: false, notes: [] }, { kind: "lorebook", name: "The Harbour at Wick Sound", count: 84, loose: false, notes: [] }, { kind: "regex", name: "Fog bell formatting", count: 3, loose: false, notes: [] }]
      : row.kind === null ? [] : [{ kind: row.kind, name: row.name, count: row.kind === "lorebook" ? 84 : 0, loose: false, notes: [] }],
    notes: rich ? [
      { code: "wrong-type", severity: "warning", place: { entry: "tEXt:ccv3#1", pointer: "/data/extensions/depth_prompt/depth" }, text: "A depth was the text \"\"; it is read as 4, which is what the app takes. The original stays as it was." },
      { code: "mirror-differs", severity: "info", place: { pointer: "/name" }, text: "The name at the root differs from the one in data; data is used." },
    ] : [],
    scripts: rich ? [{ kind: "regex", pointer: "/data/extensions/regex_scripts/0", chars: 212 }, { kind: "html", pointer: "/data/first_mes", chars: 1_480 }] : [],
    pictures: rich ? Array.from({ length: 13 }, (_, at) => picture(at, at === 0 ? "portrait" : "emotion", 240_000 + at * 3_000)) : [],
    undescribed: rich ? ["/data/extensions/moon_phase", "/data/extensions/tide/offset", "/data/harbour_id"] : [],
    fields: [
      { path: "identity.description", label: "Description", chars: 1_312, text: "{{char}} has kept the tide tables at Wick Sound for nineteen years. She walks with the roll of someone who trusts ladders more than floors." },
      { path: "persona.personality", label: "Personality", chars: 418, text: "Patient, dry, superstitious about numbers, tender with machines." },
      { path: "greetings.firstMessage", label: "First message", chars: 886, text: "*The lamp falters twice before it holds.* \"You came over the ice. Nobody comes over the ice.\"" },
    ],
    secrets: rich ? ["/data/extensions/proxy/key"] : [], remoteAddresses: rich ? 4 : 0,
    choices: row.id === "s4" ? [{ chunk: "tEXt:ccv3#1", name: "سلمى الزرقاء", chosen: true }, { chunk: "tEXt:chara#1", name: "Salma (old)", chosen: false }] : [],
    textRepaired: row.id === "s4", repairUndone: false,
    comparison: rich ? [
      compared("identity.characterVersion", "Version", { mine: "2.3", source: "2.3", theirs: "2.4" }, "theirs"),
      compared("greetings.firstMessage", "First message", { mine: "…the lamp gutters twice before it holds…", source: "…the lamp gutters twice before it holds…", theirs: "…the lamp falters twice before it holds…" }, "theirs"),
      compared("persona.scenario", "Scenario", { mine: "…a storm from the south-west…", source: "…a storm from the west…", theirs: "…a storm from the north, with ice…" }, "both"),
      compared("greetings.alternateGreetings[3].text", "Greeting 4", { mine: null, source: null, theirs: "“You are late for the tide.”" }, "theirs"),
      compared("discovery.tags", "Tags", { mine: "harbour, slow burn", source: "harbour", theirs: "harbour" }, "mine"),
    ] : [],
    choicesMade: [],
  };
}

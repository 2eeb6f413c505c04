// Invented pieces for tests and previews: a small crew with names in many scripts, and as many more as are asked for.
import type { EntityRow, Kind } from "../../bindings";

interface Seed { name: string; creator: string; format: string | null; tags: string[]; tokens: number; kind?: Kind; plain?: boolean }

export const CREW: readonly Seed[] = [
  { name: "Ottilie Brandt, keeper of the tide tables", creator: "M. Aldersey", format: "sillytavern", tags: ["harbour", "slow burn"], tokens: 4812 },
  { name: "叶知微 · 雨巷裁缝", creator: "檐下听雨", format: "lumiverse", tags: ["江南", "裁缝"], tokens: 3967 },
  { name: "سلمى الزرقاء", creator: "دار الخرائط", format: "risu", tags: ["خرائط", "بحر"], tokens: 5240 },
  { name: "Josiah Fenwick", creator: "inkandvellum", format: "sillytavern", tags: ["maps"], tokens: 2118 },
  { name: "顾长风，走镖人", creator: "茶棚说书", format: "sillytavern", tags: ["江湖", "旅途"], tokens: 6034 },
  { name: "Maren Holt", creator: "M. Aldersey", format: "pygmalion", tags: ["ferry", "engine"], tokens: 1206 },
  { name: "白石ミナ — 終電のホーム", creator: "yonagi", format: "risu", tags: ["夜行", "駅"], tokens: 7420 },
  { name: "Granny Pike of the Split Oar", creator: "tavernfolk", format: "agnai", tags: ["tavern"], tokens: 2874 },
  { name: "Corbin Vale, unlicensed", creator: "nightglass", format: "sillytavern", tags: ["alchemy", "comedy"], tokens: 3355 },
  { name: "The Harbour at Wick Sound", creator: "M. Aldersey", format: "sillytavern-lorebook", tags: ["harbour"], tokens: 18204, kind: "lorebook" },
  { name: "Dr Ifeoma Nwosu", creator: "icelab", format: "backyard", tags: ["ice", "science"], tokens: 4490 },
  { name: "Wren & Wick, couriers", creator: "M. Aldersey", format: "lumiverse", tags: ["pair", "courier"], tokens: 5102 },
  { name: "Captain Isolde Marrow", creator: "saltlines", format: "sillytavern", tags: ["sea", "duel"], tokens: 3871 },
  { name: "Отец Мефодий", creator: "пустынь", format: "sillytavern", tags: ["скит", "зима"], tokens: 2263 },
  { name: "Ottilie Brandt, the winter of the ice", creator: "M. Aldersey", format: "sillytavern", tags: ["harbour", "winter"], tokens: 4930 },
  { name: "", creator: "", format: "sillytavern", tags: [], tokens: 0, plain: true },
  { name: "<img src=x onerror=alert(1)> & friends", creator: "<b>bold</b>", format: "pygmalion", tags: ["hostile"], tokens: 87, plain: true },
  { name: "abc\u202egnp.exe", creator: "mirror", format: "sillytavern", tags: ["hostile"], tokens: 12, plain: true },
  { name: "A".repeat(300), creator: "longhand", format: "sillytavern", tags: ["hostile"], tokens: 300, plain: true },
];

const TINTS = ["#2d4e6c", "#4a3a32", "#d49a52", "#cfc19d", "#a53a2c", "#5c6f74", "#1c2450", "#6e4a26", "#2c3a2c", "#b8d6d4", "#e0a18c", "#7b5a8c"];
const MINUTE = 60_000;

/** A made-up hash that the fake host draws a picture from. */
function artOf(index: number): string {
  return (index * 2654435761 >>> 0).toString(16).padStart(8, "0").repeat(8);
}

/** `count` rows: the crew first, then generated ones; dates go back in time. */
export function makeRows(count: number): EntityRow[] {
  return Array.from({ length: count }, (_, index) => {
    const seed = CREW[index % CREW.length] ?? (CREW[0] as Seed);
    const round = Math.floor(index / CREW.length);
    const kind = seed.kind ?? "character";
    const plain = seed.plain === true || kind !== "character";
    const age = round === 0 ? 12 * MINUTE * (index + 1) ** 2.6 : 40_000 * MINUTE + index * 7 * MINUTE;
    return {
      kind, id: `piece-${index}`, name: round === 0 ? seed.name : `${seed.name.slice(0, 40)} ${round + 1}`, creator: seed.creator, format: seed.format,
      updated: new Date(Date.now() - age).toISOString(), portrait: plain ? null : artOf(index), tint: plain ? null : TINTS[index % TINTS.length] ?? null,
      tags: seed.tags, tokens: seed.tokens + round,
    };
  });
}

/** A portrait drawn from a hash: a ground, a head, shoulders. */
export function drawPortrait(sha256: string): string {
  const byte = (at: number): number => Number.parseInt(sha256.slice(at * 2, at * 2 + 2), 16) || 0;
  const tint = TINTS[byte(0) % TINTS.length] ?? "#888";
  const coat = TINTS[(byte(1) + 5) % TINTS.length] ?? "#666";
  const skin = ["#e9c3a4", "#c98d66", "#8a5a3c", "#f0d2b8", "#6b4630"][byte(2) % 5] ?? "#c98d66";
  const hair = ["#191513", "#3b2a20", "#a8622f", "#c9c4bb", "#51331f"][byte(3) % 5] ?? "#191513";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 300"><rect width="240" height="300" fill="${tint}"/>`
    + `<circle cx="${60 + (byte(1) % 120)}" cy="70" r="34" fill="#fff" opacity=".18"/><path d="M20 300c6-72 52-104 100-104s94 32 100 104z" fill="${coat}"/>`
    + `<path d="M72 168c-10-70 12-104 48-104s58 34 48 104c-6 40-90 40-96 0z" fill="${hair}"/><rect x="102" y="170" width="36" height="44" rx="14" fill="${skin}"/>`
    + `<ellipse cx="120" cy="138" rx="38" ry="50" fill="${skin}"/><path d="M80 122c12-30 66-34 80 2-10-48-68-58-80-2z" fill="${hair}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

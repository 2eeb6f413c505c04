// What the studio in memory says of an open piece: a body worth looking at, its original, its revisions, its tokens.
import type { CompareRow, HistoryRow, Json, JsonObject, PatchOp, RawProblem, RawView, TokenRow } from "../../bindings";
import { told } from "./intake";

const DESCRIPTION = "{{char}} has kept the tide tables at Wick Sound for nineteen years. She is fifty-one, broad in the shoulder, and walks with the roll of someone who trusts ladders more than floors.\n\nShe speaks rarely and exactly. She will name a wind before she names a feeling, and does not speak of the drowned to {{user}} until the third day.";

export function characterBody(name: string): JsonObject {
  return {
    identity: { name, description: DESCRIPTION, characterVersion: "2.4", tagline: "keeper of the tide tables" },
    persona: { personality: "Patient, dry, superstitious about numbers, tender with machines.", scenario: "The harbour has been frozen for eleven days. {{user}} has crossed the ice on foot with a letter that must not get wet." },
    prompts: { postHistoryInstructions: "Keep {{char}} terse.", depthInjections: [{ text: "Keep the weather in the room.", depth: 4, role: "system", origin: "depth_prompt" }] },
    greetings: {
      firstMessage: "*The lamp falters twice before it holds.* “You came over the ice. Nobody comes over the ice.”",
      alternateGreetings: [{ text: "“You are late for the tide.” She does not turn round.", title: "Late" }, { text: "雾里有人在数数：一，二，三。" }, { text: "abc\u202egnp.exe" }],
      groupOnlyGreetings: [{ text: "Everyone is on the stair." }],
    },
    examples: { exampleMessages: "<START>\n{{user}}: Is that thunder?\n{{char}}: No. Count with me." },
    attribution: { creator: "M. Aldersey", creatorNotes: "For slow evenings.", creatorNotesMultilingual: { zh: "适合安静的夜晚。" } },
    discovery: { tags: ["harbour", "slow burn", "灯塔"] },
  };
}

export function bookBody(name: string): JsonObject {
  const words = (...list: string[]): Json[] => list.map((keyword) => ({ keyword }));
  const entry = (id: number, title: string, keys: Json[], more: JsonObject): JsonObject => ({ id: String(id), title, triggers: keys, secondaryTriggers: [], enabled: true, content: "", ...more });
  return {
    name, globalScanDepth: 4, tokenBudget: 2048, globalRecursion: true,
    entries: [
      entry(0, "The light at Wick Sound", [], { constant: true, content: "The light has stood since 1811." }),
      entry(1, "Fog signal", [...words("fog signal", "foghorn", "雾笛"), { keyword: "fog\\s?horns?", isRegex: true, flags: "i" }], {
        secondaryTriggers: words("Ottilie", "keeper"), selectiveLogic: "and_any", position: "depth", depth: 4, role: "system", sortOrder: 120, probability: 80,
        content: "Two long blasts and a silence of forty seconds: that is Wick Sound and no other light on the coast.\n\nWhen {{user}} asks about the second time, the entry for the Ortolan should be near.",
      }),
      entry(2, "نادية الحكيم", words("نادية"), { content: "طبيبة المرفأ" }),
      entry(3, "The letter", words("letter"), { enabled: false, content: "It must not get wet." }),
      ...Array.from({ length: 80 }, (_, at) => entry(at + 4, `Ferry ${at + 1}`, words(`ferry ${at + 1}`), { content: "It does not sail on Sundays. ".repeat((at % 7) + 1) })),
    ],
  };
}

const SOURCE = JSON.stringify({ spec: "chara_card_v3", spec_version: "3.0", data: { name: "Ottilie Brandt", description: DESCRIPTION, extensions: { talkativeness: "0.35", fav: false, ttsVoice: "alto-plain-1" } } }, null, 2);

function isMap(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function changed(before: JsonObject, after: JsonObject, at = ""): PatchOp[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): PatchOp[] => {
    const [old, value] = [before[key], after[key]];
    const path = `${at}/${key}`;
    if (value === undefined) return [{ op: "remove", path }];
    if (old === undefined) return [{ op: "add", path, value }];
    if (isMap(old) && isMap(value)) return changed(old, value, path);
    return JSON.stringify(old) === JSON.stringify(value) ? [] : [{ op: "replace", path, value }];
  });
}

/** The source with edits of keys in maps made; enough for what `rawEdit` finds. */
export function rawApply(format: string, ops: PatchOp[]): RawView {
  const root = JSON.parse(SOURCE) as JsonObject;
  for (const op of ops) {
    const keys = op.path.split("/").slice(1);
    const last = keys.pop() ?? "";
    const holder = keys.reduce<Json | undefined>((value, key) => (isMap(value) ? value[key] : undefined), root);
    if (!isMap(holder)) continue;
    if (op.op === "remove") delete holder[last];
    else if (op.op !== "move") holder[last] = op.value;
  }
  return { format, source: SOURCE, text: JSON.stringify(root, null, 2), edits: ops, bytes: SOURCE.length, json: true, faults: [] };
}

export function rawCheck(text: string): RawProblem[] {
  try {
    JSON.parse(text);
    return [];
  } catch (thrown) {
    return [{ line: text.split("\n").length, column: 1, message: String(thrown instanceof Error ? thrown.message : thrown), tolerated: false }];
  }
}

export function rawEdit(text: string): { ops: PatchOp[]; spellingOnly: boolean } {
  const ops = changed(JSON.parse(SOURCE) as JsonObject, JSON.parse(text) as JsonObject);
  return { ops, spellingOnly: ops.length === 0 && text !== SOURCE };
}

export function history(newest: number): HistoryRow[] {
  const whys = ["saved", "export", "pause", "restored", "updated"];
  return Array.from({ length: newest }, (_, at) => ({
    revision: newest - at, at: new Date(Date.now() - at * 5_400_000).toISOString(), why: at === newest - 1 ? "kept" : whys[at % whys.length] ?? "saved", name: at === 4 ? "Before the winter" : null,
  }));
}

export const COMPARISON: CompareRow[] = [
  { path: "persona.scenario", label: "Scenario", part: "body", unit: "value", of: null, before: told("The harbour has been frozen for nine days."), after: told("The harbour has been frozen for eleven days.") },
  { path: "greetings.firstMessage", label: "First message", part: "body", unit: "value", of: null, before: told("*The lamp gutters twice before it holds.*"), after: told("*The lamp falters twice before it holds.*") },
];

/** About four characters a token: a figure for looking at, and no claim. */
export function tokens(body: Json, path = ""): TokenRow[] {
  if (typeof body === "string") return [{ path, tokens: Math.ceil(body.length / 4) }];
  if (Array.isArray(body)) return body.flatMap((item, at) => tokens(item, `${path}[${at}]`));
  return isMap(body) ? Object.entries(body).flatMap(([key, inner]) => tokens(inner, path === "" ? key : `${path}.${key}`)) : [];
}

// The sections of a character's outline and the fields of each, in the order an author meets them. What a field is
// called and what it is for stands in the catalogue under its name here.
import type { Json } from "../../bindings";
import type { MessageId } from "../../messages";
import type { Cell } from "../fields/Rows";

export type SectionId = "identity" | "definition" | "prompts" | "greetings" | "examples" | "pictures" | "credits" | "discovery" | "behaviour";

export type Shape = "prose" | "line" | "mono" | "number" | "moment" | "flag" | "pick" | "chips" | "colour" | "json" | "rows" | "map" | "flags";

export interface FieldRow {
  path: string;
  /** Its name in the catalogue; without one it is called as the model calls it. */
  label?: MessageId;
  hint?: MessageId;
  /** `prose` grows with its text, `line` is one line; `rows` and `map` have the rows of the model. */
  shape: Shape;
  /** Drawn even when it is empty; the others are a line that adds them. */
  always?: boolean;
  /** How the fields of a row are edited, for `rows`, and what a new row holds. */
  cells?: Readonly<Record<string, Cell>>;
  fresh?: Json;
}

/** Fields that belong together; without a value in any of them they are one line that adds them. */
export interface FieldGroup { path: string; rows: FieldRow[]; note?: MessageId }

export interface Section {
  id: SectionId;
  title: MessageId;
  rows: FieldRow[];
  groups: FieldGroup[];
  /** Body paths whose tokens count for it. */
  counts: string[];
}

const prose = (path: string, label: MessageId, hint: MessageId, always = false): FieldRow => ({ path, label, hint, shape: "prose", always });
const line = (path: string, label: MessageId, always = false): FieldRow => ({ path, label, shape: "line", always });
const field = (path: string, shape: Shape): FieldRow => ({ path, shape });
const rows = (path: string, cells: Readonly<Record<string, Cell>>, fresh: Json): FieldRow => ({ path, shape: "rows", cells, fresh });
/** Fields of a group, by their last word. */
const under = (path: string, shapes: Readonly<Record<string, Shape>>): FieldRow[] => Object.entries(shapes).map(([key, shape]) => field(`${path}.${key}`, shape));

export const SECTIONS: readonly Section[] = [
  {
    id: "identity", title: "section.identity", counts: ["identity.name", "identity.nickname", "identity.tagline", "identity.fullName", "identity.title", "identity.age", "identity.pronouns", "identity.culture"],
    rows: [
      line("identity.name", "field.name", true), line("identity.nickname", "field.nickname", true), line("identity.characterVersion", "field.version", true),
      line("identity.tagline", "field.tagline"), line("identity.fullName", "field.fullName"), line("identity.title", "field.title"),
      line("identity.age", "field.age"), line("identity.pronouns", "field.pronouns"), line("identity.culture", "field.culture"),
    ],
    groups: [],
  },
  {
    id: "definition", title: "section.definition", counts: ["identity.description", "persona"],
    rows: [
      prose("identity.description", "field.description", "field.descriptionHint", true), prose("persona.personality", "field.personality", "field.personalityHint", true),
      prose("persona.scenario", "field.scenario", "field.scenarioHint", true), prose("persona.appearance", "field.appearance", "field.appearanceHint"),
      prose("persona.backstory", "field.backstory", "field.backstoryHint"),
    ],
    groups: [
      { path: "persona.voice", rows: under("persona.voice", { provider: "line", voiceId: "mono", rate: "number", pitch: "number", disabled: "flag", extras: "json" }) },
      {
        path: "persona.imagePrompt",
        rows: [
          ...under("persona.imagePrompt", { prompt: "prose", negative: "prose", prefix: "prose", suffix: "prose", template: "prose", instructions: "prose", emotionInstructions: "prose" }),
          rows("persona.imagePrompt.rows", { label: "line", value: "prose" }, { label: "", value: "" }),
        ],
      },
    ],
  },
  {
    id: "prompts", title: "section.prompts", counts: ["prompts"],
    rows: [
      prose("prompts.systemPrompt", "field.systemPrompt", "field.systemPromptHint", true),
      prose("prompts.postHistoryInstructions", "field.postHistory", "field.postHistoryHint", true), prose("prompts.prefill", "field.prefill", "field.prefillHint"),
      prose("prompts.additionalText", "field.additionalText", "field.additionalTextHint"),
    ],
    groups: [],
  },
  { id: "greetings", title: "section.greetings", counts: ["greetings"], rows: [], groups: [] },
  {
    id: "examples", title: "section.examples", counts: ["examples"],
    rows: [prose("examples.exampleMessages", "field.examples", "field.examplesHint", true), rows("examples.messages", { speaker: "line", text: "prose" }, { speaker: "", text: "" })],
    groups: [],
  },
  {
    id: "pictures", title: "section.pictures", counts: [], rows: [field("media.visualKind", "pick")],
    groups: [{ path: "media.sprite", rows: [field("media.sprite.parts", "map"), ...under("media.sprite", { gender: "line", eyeColor: "line", bodyColor: "line", hairColor: "line" })] }],
  },
  {
    id: "credits", title: "section.credits", counts: ["attribution.creatorNotes", "attribution.creatorNotesMultilingual", "attribution.publicNote"],
    rows: [
      line("attribution.creator", "field.creator", true), prose("attribution.creatorNotes", "field.creatorNotes", "field.creatorNotesHint", true),
      prose("attribution.publicNote", "field.publicNote", "field.publicNoteHint"), { path: "attribution.source", label: "field.source", hint: "field.sourceHint", shape: "chips", always: true },
      line("attribution.sourceUrl", "field.sourceUrl"), line("attribution.license", "field.license"),
      field("attribution.createdAt", "moment"), field("attribution.updatedAt", "moment"),
    ],
    groups: [],
  },
  {
    id: "discovery", title: "section.discovery", counts: [],
    rows: [
      { path: "discovery.tags", label: "field.tags", hint: "field.tagsHint", shape: "chips", always: true }, { path: "discovery.rating", shape: "pick", always: true },
      line("discovery.genre", "field.genre"), line("discovery.fandom", "field.fandom"),
      field("presentation.signatureColor", "colour"), rows("presentation.gradientColors", { "": "colour" }, "#808080"),
      rows("presentation.palette", { label: "line", name: "line", hex: "colour" }, { hex: "#808080" }),
      field("presentation.mediaLinks", "chips"), field("presentation.fieldOrder", "chips"),
    ],
    groups: [
      { path: "presentation.background", rows: under("presentation.background", { ref: "mono", overlayOpacity: "number", videoPlaybackRate: "number" }) },
      { path: "presentation.spoilers", rows: [...under("presentation.spoilers", { mode: "pick", order: "chips" }), field("presentation.spoilers.fields", "flags")] },
    ],
  },
  {
    id: "behaviour", title: "section.behaviour", counts: [],
    rows: [
      { path: "settings.talkativeness", label: "field.talkativeness", hint: "field.talkativenessHint", shape: "number", always: true }, line("worldName", "field.worldName"),
      rows("bias", { phrase: "line", weight: "number" }, { phrase: "", weight: 0 }), field("settings.responseSchema", "json"),
      ...under("behavior", { defaultVariables: "prose", moduleToggles: "prose", backgroundHTML: "prose", privileged: "flag" }),
      rows("behavior.triggerScripts", { label: "line", event: "line", conditions: "json", effects: "json" }, { event: "", conditions: [], effects: [] }),
    ],
    groups: [
      { path: "settings.risu", rows: under("settings.risu", { viewScreen: "pick", largePortrait: "flag", inlayViewScreen: "flag", utilityBot: "flag", lorePlus: "flag" }) },
      { path: "behavior.prebuiltAsset", rows: under("behavior.prebuiltAsset", { command: "flag", style: "line", exclude: "chips" }) },
    ],
  },
];

/** Every row with a field of its own. */
export const ROWS: readonly FieldRow[] = SECTIONS.flatMap((section) => [...section.rows, ...section.groups.flatMap((group) => group.rows)]);

/** The section a body path belongs to, for going to a field from elsewhere. */
export function sectionOf(path: string): SectionId {
  const group = path.split(/[.[]/, 1)[0];
  if (path.startsWith("identity.description") || group === "persona") return "definition";
  switch (group) {
    case "identity": return "identity";
    case "prompts": return "prompts";
    case "greetings": return "greetings";
    case "examples": return "examples";
    case "media": return "pictures";
    case "attribution": return "credits";
    case "settings":
    case "bias":
    case "worldName":
    case "knowledgeRefs":
    case "behaviorRefs":
    case "behavior": return "behaviour";
    default: return "discovery";
  }
}

/** Every place of the body that a section shows. */
export function placesOf({ id, rows: own, groups, counts }: Section): string[] {
  const shown = [...own.map(({ path }) => path), ...groups.map(({ path }) => path), ...groups.flatMap((group) => group.rows.map(({ path }) => path)), ...counts];
  return [...new Set(id === "pictures" ? [...shown, "media"] : shown)];
}

// The sections of a character's outline and the fields of each, in the order an author meets them. What a field is
// called and what it is for stands in the catalogue under its name here.
import type { MessageId } from "../../messages";

export type SectionId = "identity" | "definition" | "prompts" | "greetings" | "examples" | "pictures" | "credits" | "discovery";

export interface TextRow {
  path: string;
  label: MessageId;
  hint?: MessageId;
  /** `prose` grows with its text, `line` is one line. */
  shape: "prose" | "line";
  /** Drawn even when it is empty; the others are a line that adds them. */
  always?: boolean;
}

export interface Section {
  id: SectionId;
  title: MessageId;
  rows: TextRow[];
  /** Body paths whose tokens count for it. */
  counts: string[];
}

const prose = (path: string, label: MessageId, hint: MessageId, always = false): TextRow => ({ path, label, hint, shape: "prose", always });
const line = (path: string, label: MessageId, always = false): TextRow => ({ path, label, shape: "line", always });

export const SECTIONS: readonly Section[] = [
  {
    id: "identity", title: "section.identity", counts: ["identity.name", "identity.nickname", "identity.tagline", "identity.fullName", "identity.title", "identity.age", "identity.pronouns", "identity.culture"],
    rows: [
      line("identity.name", "field.name", true), line("identity.nickname", "field.nickname", true), line("identity.characterVersion", "field.version", true),
      line("identity.tagline", "field.tagline"), line("identity.fullName", "field.fullName"), line("identity.title", "field.title"),
      line("identity.age", "field.age"), line("identity.pronouns", "field.pronouns"), line("identity.culture", "field.culture"),
    ],
  },
  {
    id: "definition", title: "section.definition", counts: ["identity.description", "persona"],
    rows: [
      prose("identity.description", "field.description", "field.descriptionHint", true), prose("persona.personality", "field.personality", "field.personalityHint", true),
      prose("persona.scenario", "field.scenario", "field.scenarioHint", true), prose("persona.appearance", "field.appearance", "field.appearanceHint"),
      prose("persona.backstory", "field.backstory", "field.backstoryHint"),
    ],
  },
  {
    id: "prompts", title: "section.prompts", counts: ["prompts"],
    rows: [
      prose("prompts.systemPrompt", "field.systemPrompt", "field.systemPromptHint", true),
      prose("prompts.postHistoryInstructions", "field.postHistory", "field.postHistoryHint", true), prose("prompts.prefill", "field.prefill", "field.prefillHint"),
      prose("prompts.additionalText", "field.additionalText", "field.additionalTextHint"),
    ],
  },
  { id: "greetings", title: "section.greetings", counts: ["greetings"], rows: [] },
  { id: "examples", title: "section.examples", counts: ["examples"], rows: [prose("examples.exampleMessages", "field.examples", "field.examplesHint", true)] },
  { id: "pictures", title: "section.pictures", counts: [], rows: [] },
  {
    id: "credits", title: "section.credits", counts: ["attribution.creatorNotes", "attribution.creatorNotesMultilingual", "attribution.publicNote"],
    rows: [
      line("attribution.creator", "field.creator", true), prose("attribution.creatorNotes", "field.creatorNotes", "field.creatorNotesHint", true),
      prose("attribution.publicNote", "field.publicNote", "field.publicNoteHint"), line("attribution.sourceUrl", "field.sourceUrl"), line("attribution.license", "field.license"),
    ],
  },
  {
    id: "discovery", title: "section.discovery", counts: [],
    rows: [line("discovery.genre", "field.genre"), line("discovery.fandom", "field.fandom"), line("worldName", "field.worldName")],
  },
];

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
    default: return "discovery";
  }
}

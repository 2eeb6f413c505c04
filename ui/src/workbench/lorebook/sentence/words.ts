// The words of closed lists in an entry, in the order they are offered.
export const LOGICS = ["and_any", "and_all", "not_any", "not_all"] as const;
export const POSITIONS = [
  "world", "character", "author_note_top", "author_note_bottom", "depth", "before_example", "after_example", "outlet", "append", "append_bottom", "prepend_top", "scene",
] as const;
export const ROLES = ["system", "user", "assistant"] as const;
export const GENERATIONS = ["normal", "continue", "impersonate", "swipe", "regenerate", "quiet"] as const;
export const SOURCES = [
  ["scanUserPersona", "persona"], ["scanCharacterDescription", "description"], ["scanCharacterPersonality", "personality"], ["scanScenario", "scenario"],
  ["scanCharacterDepthPrompt", "depthPrompt"], ["scanCreatorNotes", "creatorNotes"],
] as const;

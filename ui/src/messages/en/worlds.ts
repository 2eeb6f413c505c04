// Worlds: the list, making one from a card, the run of an import, its review, drafts, updates and the card behind a world.
export const worlds = {
  "place.worlds": "Worlds",
  "commands.worlds": "Go to the worlds",
  "worlds.title": "Worlds",
  "worlds.what": "A world is made from a card.",
  "worlds.whatHint": "Its people, places and lore become documents of their own, ready for a story.",
  "worlds.back": "Back to the worlds",
  "worlds.panels": "Parts of this world",
};

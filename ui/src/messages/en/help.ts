// Help, one title and one text a panel. A text is lines: each is a paragraph, lines that begin with "- " are a list.
// A panel adds its two keys here and in Chinese, one row in help/topics.ts, and data-help="<topic>" on its element.
export const help = {
  "help.label": "Help",
  "help.open": "Help for this panel",
  "help.all": "All topics",
  "help.find": "Find in the help",
  "help.nothing": "No topic has these words.",
  "help.keys": "Keys of this window",
  "help.library.title": "Library",
  "help.library.text":
    "Every piece you kept: characters, lorebooks, personas, regex sets, presets, packs and quick replies.\nThe field at the top searches names, creators, tags and all text. It knows:\n- \"two words\" for a phrase\n- tag:harbour, creator:ana, kind:lorebook\n- fog OR mist, and -word for what must not be there\nClick selects, a double click or Enter opens. Ctrl and Shift gather several; a bar below them says what can be done with all of them.\nWhat is removed goes to the trash, and the message that says so offers to undo it.",
  "help.import.title": "Import review",
  "help.import.text":
    "Files you drop anywhere wait here until you say what to do with them. Nothing is kept before that.\nEach row says what the file is and why that was found, what came with it, and whether something like it is in the library already.\n- Update brings the piece you have up to date and keeps your own edits\n- Keep both makes a second piece\n- Skip leaves the file where it is\nA refused file stays listed with the limit or the place that stopped it. You may leave this page at any time: what waits, waits.",
} as const;

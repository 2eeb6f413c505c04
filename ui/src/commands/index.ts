export { allCommands, commandOf, ownKeys, rebindKeys, registerCommands, runCommand, useCommands, type Command } from "./registry";
export { capOf, chordOf, isEditable, keysAsleep, listenToKeys } from "./keys";

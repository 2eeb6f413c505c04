export { allCommands, commandOf, registerCommands, runCommand, useCommands, type Command } from "./registry";
export { capOf, isEditable, listenToKeys } from "./keys";

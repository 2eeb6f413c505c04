// The one list of commands. A command is written once, in a file of its part of the window, and appears from here in
// the palette, in menus, in tooltips and as a shortcut. Keys are written as `Mod+Shift+Z`; Mod is Ctrl, on macOS Cmd.
import type { IconName } from "../kit/icons";
import type { MessageId, Values } from "../messages";
import { createStore, useStore } from "../data/store";

export interface Command {
  id: string;
  title: MessageId;
  /** Values of the title, where it names something ("Undo: edit name"). */
  values?: () => Values;
  icon?: IconName;
  keys?: string[];
  /** `true` when it can run now; else the message that says why not. */
  when?: () => true | MessageId;
  run: () => void | Promise<void>;
  /** Not listed in the palette: moves that only make sense as keys. */
  hidden?: boolean;
  /** Leaves its keys to an element that means something else by them. */
  spares?: (focus: Element) => boolean;
  /** Works while a text field has the focus, even without Ctrl. */
  everywhere?: boolean;
}

const registry = createStore<{ commands: readonly Command[] }>({ commands: [] });

/** Every registration in order; of two with one id the later is in force, and the earlier again when it goes. */
let registered: readonly Command[] = [];

/** Keys the person chose in place of a command's own; an empty text is a command without keys. */
let rebound: Readonly<Record<string, string>> = {};

function inForce(): void {
  const commands = [...new Map(registered.map((command) => [command.id, command])).values()];
  registry.set({
    commands: commands.map((command) => {
      const chord = rebound[command.id];
      return chord === undefined ? command : { ...command, keys: chord === "" ? [] : [chord] };
    }),
  });
}

/** Puts the person's own keys in force. */
export function rebindKeys(keys: Readonly<Record<string, string>>): void {
  rebound = keys;
  inForce();
}

/** The keys a command has when nobody rebound it. */
export function ownKeys(id: string): string[] {
  return registered.findLast((command) => command.id === id)?.keys ?? [];
}

/**
 * Adds commands, in place of others with the same id; the answer takes them away again. A part of the window adds its
 * own before it is painted (`useLayoutEffect`): what can be seen can be asked for by its key.
 */
export function registerCommands(commands: Command[]): () => void {
  registered = [...registered, ...commands];
  inForce();
  return () => {
    registered = registered.filter((one) => !commands.includes(one));
    inForce();
  };
}

export function commandOf(id: string): Command | undefined {
  return registry.get().commands.find((one) => one.id === id);
}

export function allCommands(): readonly Command[] {
  return registry.get().commands;
}

export function useCommands(): readonly Command[] {
  return useStore(registry, ({ commands }) => commands);
}

/** Runs a command if it can run now; `false` when it cannot. */
export function runCommand(id: string): boolean {
  const command = commandOf(id);
  if (command === undefined || (command.when?.() ?? true) !== true) return false;
  void command.run();
  return true;
}

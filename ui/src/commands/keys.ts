// Keys: from an event to a command, and from a command to the words on a key cap.
import { allCommands, type Command } from "./registry";

const onMac = /mac/i.test(navigator.platform);

/** A chord in one spelling: modifiers in the order Mod, Alt, Shift, then the key. */
export function chordOf(event: KeyboardEvent): string {
  const mod = onMac ? event.metaKey : event.ctrlKey;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return [mod ? "Mod" : "", event.altKey ? "Alt" : "", event.shiftKey && key !== "?" ? "Shift" : "", key].filter((part) => part !== "").join("+");
}

/** The key cap of a chord: `Ctrl Shift Z`, on macOS `⌘⇧Z`. */
export function capOf(chord: string): string {
  const parts = chord.split("+").map((part) => {
    if (part === "Mod") return onMac ? "⌘" : "Ctrl";
    if (part === "Shift") return onMac ? "⇧" : "Shift";
    if (part === "Alt") return onMac ? "⌥" : "Alt";
    if (part === "Escape") return "Esc";
    if (part === "ArrowUp") return "↑";
    if (part === "ArrowDown") return "↓";
    return part;
  });
  return parts.join(onMac ? "" : " ");
}

export function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "range", "file"].includes(target.type);
}

/** The command an event asks for; single keys without Ctrl stay with the text field that has the focus. */
export function commandFor(event: KeyboardEvent): Command | undefined {
  if (event.isComposing) return undefined;
  const chord = chordOf(event);
  const command = allCommands().find((one) => one.keys?.includes(chord) === true);
  if (command === undefined) return undefined;
  const plain = !chord.includes("Mod") && !/^(?:Shift\+)?F\d/.test(chord);
  if (plain && command.everywhere !== true && isEditable(event.target)) return undefined;
  if (event.target instanceof Element && command.spares?.(event.target) === true) return undefined;
  return command;
}

let asleep = false;
/** Lets every key through, while the person is choosing one. */
export function keysAsleep(sleep: boolean): void {
  asleep = sleep;
}

/** Listens for the whole window; the answer stops. Runs before components see the key, so that no field swallows it. */
export function listenToKeys(): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || asleep) return;
    const command = commandFor(event);
    if (command === undefined) return;
    const can = (command.when?.() ?? true) === true;
    // A command that is off leaves the key to the field, where it may mean something of its own.
    if (!can && isEditable(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (can) void command.run();
  };
  window.addEventListener("keydown", pressed, true);
  return () => window.removeEventListener("keydown", pressed, true);
}

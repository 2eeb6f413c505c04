// Commands of the worlds: going there, and the ways to a new one.
import { type Command, registerCommands } from "../commands";
import { library } from "../library/state";
import { goTo, navigation } from "../navigation";
import { openPiece, pickCard } from "./importing/acts";
import { makeWorldBooks, showBooks } from "./list/books";
import { list } from "./list/state";

/** The one character that is picked in the library. */
function picked(): string | null {
  const all = [...library.get().picked];
  return all.length === 1 && all[0]?.startsWith("character/") === true ? all[0] : null;
}

/** The lorebooks that are picked in the library; none when something else is picked too. */
function pickedBooks(): string[] {
  const all = [...library.get().picked];
  return all.every((address) => address.startsWith("lorebook/")) ? all : [];
}

/** What is on top of the workbench, when it is of this kind. */
function open(kind: "character" | "lorebook" = "character"): string | null {
  const { place, tab } = navigation.get();
  return place === "workbench" && tab?.startsWith(`${kind}/`) === true ? tab : null;
}

function bookOf(address: string | null): void {
  if (address !== null) void makeWorldBooks([address]);
}

function fromPiece(address: string | null): void {
  if (address !== null) void openPiece(address);
}

const commands: Command[] = [
  { id: "go.worlds", title: "commands.worlds", icon: "worlds", keys: ["Mod+4"], run: () => goTo("worlds") },
  { id: "worlds.fromFile", title: "commands.worldFromFile", icon: "worlds", run: pickCard },
  { id: "worlds.fromCard", title: "commands.worldFromCard", icon: "worlds", when: () => (open() === null ? "commands.off.noCard" : true), run: () => fromPiece(open()) },
  { id: "pieces.world", title: "commands.worldFromPicked", icon: "worlds", when: () => (picked() === null ? "commands.off.onePicked" : true), run: () => fromPiece(picked()) },
  { id: "worlds.book", title: "commands.worldBook", icon: "lorebook", when: () => (open("lorebook") === null ? "commands.off.noBook" : true), run: () => bookOf(open("lorebook")) },
  { id: "pieces.worldBook", title: "commands.worldBookFromPicked", icon: "lorebook", when: () => (pickedBooks().length === 0 ? "commands.off.booksPicked" : true), run: () => void makeWorldBooks(pickedBooks()) },
  { id: "worlds.books", title: "commands.worldBooks", icon: "lorebook", run: showBooks },
  {
    id: "worlds.new", title: "commands.worldNew", icon: "add",
    run: () => {
      goTo("worlds");
      list.set({ naming: true });
    },
  },
];

export function registerWorlds(): () => void {
  return registerCommands(commands);
}

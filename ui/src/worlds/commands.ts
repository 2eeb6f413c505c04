// Commands of the worlds: going there, and the ways to a new one.
import { type Command, registerCommands } from "../commands";
import { library } from "../library/state";
import { goTo, navigation } from "../navigation";
import { openPiece, pickCard } from "./importing/acts";
import { list } from "./list/state";

/** The one character that is picked in the library. */
function picked(): string | null {
  const all = [...library.get().picked];
  return all.length === 1 && all[0]?.startsWith("character/") === true ? all[0] : null;
}

/** The character on top of the workbench. */
function open(): string | null {
  const { place, tab } = navigation.get();
  return place === "workbench" && tab?.startsWith("character/") === true ? tab : null;
}

function fromPiece(address: string | null): void {
  if (address !== null) void openPiece(address);
}

const commands: Command[] = [
  { id: "go.worlds", title: "commands.worlds", icon: "worlds", keys: ["Mod+4"], run: () => goTo("worlds") },
  { id: "worlds.fromFile", title: "commands.worldFromFile", icon: "worlds", run: pickCard },
  { id: "worlds.fromCard", title: "commands.worldFromCard", icon: "worlds", when: () => (open() === null ? "commands.off.noCard" : true), run: () => fromPiece(open()) },
  { id: "pieces.world", title: "commands.worldFromPicked", icon: "worlds", when: () => (picked() === null ? "commands.off.onePicked" : true), run: () => fromPiece(picked()) },
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

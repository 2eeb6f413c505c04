// Commands of the worlds: going there.
import { type Command, registerCommands } from "../commands";
import { goTo } from "../navigation";

const commands: Command[] = [
  { id: "go.worlds", title: "commands.worlds", icon: "worlds", keys: ["Mod+4"], run: () => goTo("worlds") },
];

export function registerWorlds(): () => void {
  return registerCommands(commands);
}

// The panels of a world that show, edit and check it.
import { registerWorldPanel } from "../panels";
import { WorldChecks } from "./checks/WorldChecks";
import { PANEL } from "./place";
import { WorldPanel } from "./WorldPanel";

registerWorldPanel({ id: PANEL, title: "world.panel", icon: "worlds", rank: 10, Panel: WorldPanel });
registerWorldPanel({ id: "checks", title: "worldChecks.title", icon: "checks", rank: 50, Panel: WorldChecks });

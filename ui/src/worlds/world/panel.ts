// The panel of a world that shows and edits it.
import { registerWorldPanel } from "../panels";
import { PANEL } from "./place";
import { WorldPanel } from "./WorldPanel";

registerWorldPanel({ id: PANEL, title: "world.panel", icon: "worlds", rank: 10, Panel: WorldPanel });

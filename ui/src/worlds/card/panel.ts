// The panel of the card behind a world.
import { registerWorldPanel } from "../panels";
import { CardPanel } from "./CardPanel";

registerWorldPanel({ id: "card", title: "cardtool.title", icon: "lorebook", rank: 70, show: (row) => row.madeFrom !== null, Panel: CardPanel });

// The panel of updates from a newer card, with a mark while one waits.
import { registerWorldPanel } from "../panels";
import { UpdatePanel } from "./UpdatePanel";
import { UpdateWaits } from "./UpdateWaits";

registerWorldPanel({ id: "update", title: "newer.title", icon: "compare", rank: 80, show: (row) => row.madeFrom !== null && (row.phase === null || row.phase === "done"), Mark: UpdateWaits, Panel: UpdatePanel });

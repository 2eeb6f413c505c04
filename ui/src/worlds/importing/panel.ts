// The panel of an import: its run, its review, its draft, and what came of it.
import { registerWorldPanel } from "../panels";
import { ImportPanel } from "./ImportPanel";

registerWorldPanel({ id: "import", title: "run.title", icon: "import", rank: 60, show: (row) => row.phase !== null, Panel: ImportPanel });

// The panels a lorebook adds to the inspector.
import { lazy } from "react";
import { registerPanel } from "../inspector";
import { BenchPanel } from "./bench/BenchPanel";

registerPanel({ id: "trial", title: "trial.title", icon: "quickreply", kinds: ["lorebook"], rank: 1, Panel: BenchPanel });
registerPanel({ id: "wakes", title: "wakes.title", icon: "graph", kinds: ["lorebook"], rank: 2, Panel: lazy(async () => ({ default: (await import("./graph/GraphPanel")).GraphPanel })) });

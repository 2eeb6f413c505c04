// The panels a lorebook adds to the inspector.
import { lazy } from "react";
import { registerPanel } from "../inspector";
import { BenchPanel } from "./bench/BenchPanel";

registerPanel({ id: "bench", title: "bench.title", icon: "quickreply", kinds: ["lorebook"], rank: 10, Panel: BenchPanel });
registerPanel({ id: "wakes", title: "wakes.title", icon: "graph", kinds: ["lorebook"], rank: 20, Panel: lazy(async () => ({ default: (await import("./graph/GraphPanel")).GraphPanel })) });

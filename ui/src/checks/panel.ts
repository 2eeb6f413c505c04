// Registers the panel of findings with the inspector of the workbench.
import { lazy } from "react";
import { registerPanel } from "../workbench/inspector";

registerPanel({
  id: "checks", title: "checks.panel", icon: "checks", kinds: "all", rank: 40,
  Panel: lazy(() => import("./ChecksPanel").then(({ ChecksPanel: Panel }) => ({ default: Panel }))),
});

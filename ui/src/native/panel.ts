// The inspector's panel of native fields, read when it is first shown.
import { lazy } from "react";
import { registerPanel } from "../workbench/inspector";
import { NATIVE } from "./state";

registerPanel({
  id: NATIVE, title: "native.title", icon: "side", kinds: "all", rank: 10,
  Panel: lazy(() => import("./NativePanel").then(({ NativePanel }) => ({ default: NativePanel }))),
});

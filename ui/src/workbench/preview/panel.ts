// The preview as a panel of the inspector, for every kind of piece.
import { lazy } from "react";
import { registerPanel } from "../inspector";

const ID = "preview";
// The reader of Markdown is fetched when a preview is first looked at.
const Panel = lazy(() => import("./Preview").then(({ Preview }) => ({ default: Preview })));

registerPanel({ id: ID, title: "preview.title", icon: "eye", kinds: "all", rank: 90, Panel });

// The window against the studio in memory: `npm run dev`, then /tests/preview/?place=import&theme=dark&count=10000.
import { createRoot } from "react-dom/client";
import type { Kind, Settings } from "../../src/bindings";
import { setHost } from "../../src/host";
import { fakeHost } from "../../src/host/fake";
import { goTo, navigation, openTab, type PlaceId } from "../../src/navigation";
import { startSettings } from "../../src/settings/current";
import { App } from "../../src/shell/App";
import "../../src/theme/index.css";

const asked = new URLSearchParams(location.search);
const host = fakeHost({
  count: Number(asked.get("count") ?? 6418), staged: asked.get("staged") !== "no", rebuilding: asked.has("rebuilding"), damaged: asked.has("damaged"),
  settings: {
    theme: (asked.get("theme") ?? "light") as Settings["theme"], language: (asked.get("language") ?? "en") as Settings["language"],
    textScale: Number(asked.get("scale") ?? 100),
  },
});
setHost(host);
const open = asked.get("open");
if (open !== null) openTab(open, { kind: open.split("/")[0] as Kind, name: open });
navigation.set({ palette: asked.has("palette") });
goTo((asked.get("place") ?? "library") as PlaceId);
const root = document.getElementById("root");
if (root !== null) {
  void host.invoke("studio_info", {}).then(({ settings }) => {
    startSettings(settings);
    createRoot(root).render(<App />);
  });
}

// The start: find the host, read the settings, draw the window.
import { createRoot } from "react-dom/client";
import { asApiError, invoke, setHost } from "./host";
import { browserHost } from "./host/http";
import { inWindow, windowHost } from "./host/tauri";
import { Banner } from "./kit";
import { messages, setLanguage } from "./messages";
import { startSettings } from "./settings/current";
import { App } from "./shell/App";
import { resolveLanguage } from "./theme/look";
import "./theme/index.css";

async function start(): Promise<void> {
  const element = document.getElementById("root");
  if (element === null) throw new Error("the page has no root");
  const root = createRoot(element);
  setHost(inWindow() ? windowHost() : browserHost());
  try {
    startSettings((await invoke("studio_info", {})).settings);
    root.render(<App />);
  } catch (thrown) {
    setLanguage(resolveLanguage("system"));
    const error = asApiError(thrown);
    root.render(<Banner tone="error" title={messages().say("start.failed")} hint={`${error.message} ${error.hint ?? ""}`} />);
  }
}

void start();

// The window put together: rail, the place, and what floats over it. Composition only.
import { lazy, Suspense, useInsertionEffect, useLayoutEffect } from "react";
import { I18nProvider } from "react-aria-components";
import { registerChecks } from "../checks/commands";
import { isEditable, listenToKeys } from "../commands";
import { listenToJobs } from "../data/jobs";
import { useRefreshOnReturn } from "../data/queries";
import { HelpPane } from "../help/HelpPane";
import { Intake } from "../intake/Intake";
import { listenToStaged } from "../intake/staged";
import { ToastRegion } from "../kit";
import { Library } from "../library/Library";
import { useMessages } from "../messages";
import { useNavigation } from "../navigation";
import { SettingsPage } from "../settings/SettingsPage";
import { registerShell } from "./commands";
import { DropFrame } from "./DropFrame";
import { Exporting } from "./Exporting";
import { Fault } from "./Fault";
import { MakingWorld } from "./MakingWorld";
import { keepDraftsOnClose, listenToLibrary, watchDisk } from "./watch";
import { Palette } from "./Palette";
import { Rail } from "./Rail";
import { registerWorlds } from "../worlds/commands";
import { Tour } from "../tour/Tour";
import "./App.css";

const WorkbenchPlace = lazy(() => import("./WorkbenchPlace").then(({ WorkbenchPlace: place }) => ({ default: place })));
const WorldsPlace = lazy(() => import("../worlds/WorldsPlace").then(({ WorldsPlace: place }) => ({ default: place })));
const ChecksPlace = lazy(() => import("../checks/ChecksPage").then(({ ChecksPage: place }) => ({ default: place })));

function Place() {
  const place = useNavigation((state) => state.place);
  switch (place) {
    case "library": return <Library />;
    case "workbench": return <Suspense fallback={null}><WorkbenchPlace /></Suspense>;
    case "import": return <Intake />;
    case "worlds": return <Suspense fallback={null}><WorldsPlace /></Suspense>;
    case "checks": return <Suspense fallback={null}><ChecksPlace /></Suspense>;
    case "settings": return <SettingsPage />;
  }
}

function noContextMenu(event: MouseEvent): void {
  // The web view's own menu can reload the page and lose what is being written; text fields keep theirs.
  if (!isEditable(event.target)) event.preventDefault();
}

export function App() {
  const { language, say } = useMessages();
  const place = useNavigation((state) => state.place);
  useRefreshOnReturn("library_summary", "library_query");
  // Before any effect of a place: commands of a place stand in for the window's own.
  useInsertionEffect(() => registerShell(), []);
  useInsertionEffect(() => registerChecks(), []);
  useInsertionEffect(() => registerWorlds(), []);
  // Before the first picture of the window, not after it: a key that is pressed as soon as there is something to see
  // must find who listens.
  useLayoutEffect(() => {
    const stops = [listenToKeys(), listenToJobs(), listenToStaged(), listenToLibrary(), watchDisk(), keepDraftsOnClose()];
    document.addEventListener("contextmenu", noContextMenu);
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener("contextmenu", noContextMenu);
    };
  }, []);
  return (
    <I18nProvider locale={language === "zh" ? "zh-CN" : "en-GB"}>
      <div className="app">
        <Rail />
        <div className="stage"><Fault key={place}><Place /></Fault><Tour /></div>
        <HelpPane />
      </div>
      <Exporting />
      <MakingWorld />
      <Palette />
      <DropFrame />
      <ToastRegion label={say("status.label")} dismissLabel={say("common.dismiss")} />
    </I18nProvider>
  );
}

// The commands that belong to the window as a whole: going places, tabs, panes, the open piece's steps, the theme.
import { type Command, isEditable, registerCommands } from "../commands";
import { documentAt, type Document } from "../documents";
import { addFiles, addFolder, openSamples } from "../intake/add";
import { host } from "../host";
import { help } from "../help/state";
import { topicOf } from "../help/topics";
import { stepPane } from "../kit";
import { goTo, navigation, stepTab, toggleInspector } from "../navigation";
import { replaceIn } from "../library/acts";
import { outCommands } from "../library/out";
import { startTour } from "../tour/state";
import { changeSettings } from "../settings/current";
import type { Settings } from "../bindings";
import { closeTabs, lastClosed, reopenTab } from "./tabs";

function topDocument(): Document | null {
  const { place, tab } = navigation.get();
  return place === "workbench" && tab !== null ? documentAt(tab) : null;
}

/** A text field that is no part of a piece (search, a name) keeps its own undo, and so does an editor that says so. */
export function hasOwnUndo(focus: Element): boolean {
  return focus.closest("[data-own-undo]") !== null || (isEditable(focus) && focus.closest("[data-document]") === null);
}

function stepOf(by: -1 | 1): string | undefined {
  const line = topDocument()?.store.get().line;
  return line?.steps[by === -1 ? line.position - 1 : line.position]?.label;
}

const needsTab = () => (topDocument() === null ? "commands.off.noTab" as const : true as const);

/** From anywhere: the library, with find and replace over what it lists. */
function replaceInAll(): void {
  goTo("library");
  void replaceIn([]);
}

function theme(name: Settings["theme"]): Command {
  return { id: `theme.${name}`, title: `commands.theme.${name}`, icon: "eye", run: () => changeSettings({ theme: name }) };
}

const commands: Command[] = [
  { id: "palette.open", title: "commands.palette", icon: "search", keys: ["Mod+K"], everywhere: true, run: () => navigation.set({ palette: true }) },
  { id: "files.add", title: "commands.addFiles", icon: "import", keys: ["Mod+O"], run: addFiles },
  { id: "folder.add", title: "commands.addFolder", icon: "folder", run: addFolder },
  { id: "samples.open", title: "commands.samples", icon: "import", run: openSamples },
  { id: "go.library", title: "commands.library", icon: "library", keys: ["Mod+1"], run: () => goTo("library") },
  { id: "go.workbench", title: "commands.workbench", icon: "workbench", keys: ["Mod+2"], run: () => goTo("workbench") },
  { id: "go.import", title: "commands.import", icon: "import", keys: ["Mod+3"], run: () => goTo("import") },
  { id: "go.settings", title: "commands.settings", icon: "settings", keys: ["Mod+,"], run: () => goTo("settings") },
  {
    id: "entity.undo", title: "commands.undoStep", values: () => ({ step: stepOf(-1) ?? "none" }), icon: "undo", keys: ["Mod+Z"],
    spares: hasOwnUndo, when: () => (stepOf(-1) === undefined ? "commands.off.noStep" : true), run: () => topDocument()?.undo(),
  },
  {
    id: "entity.redo", title: "commands.redoStep", values: () => ({ step: stepOf(1) ?? "none" }), icon: "redo", keys: ["Mod+Shift+Z", "Mod+Y"],
    spares: hasOwnUndo, when: () => (stepOf(1) === undefined ? "commands.off.noRedo" : true), run: () => topDocument()?.redo(),
  },
  { id: "entity.save", title: "commands.save", icon: "history", keys: ["Mod+S"], when: needsTab, run: () => void topDocument()?.save("save") },
  {
    id: "entity.export", title: "commands.export", icon: "export", keys: ["Mod+E"], when: needsTab,
    run: () => {
      const top = topDocument();
      if (top !== null) navigation.set({ exporting: [top.address] });
    },
  },
  {
    id: "tab.close", title: "commands.closeTab", icon: "close", keys: ["Mod+W"], when: needsTab,
    run: () => {
      const { tab } = navigation.get();
      if (tab !== null) void closeTabs([tab]);
    },
  },
  { id: "tab.reopen", title: "tabs.reopen", icon: "history", keys: ["Mod+Shift+T"], when: () => (lastClosed() === null ? "tabs.noneClosed" : true), run: reopenTab },
  { id: "tab.next", title: "commands.nextTab", keys: ["Mod+Tab", "Mod+PageDown"], hidden: true, run: () => stepTab(1) },
  { id: "tab.previous", title: "commands.previousTab", keys: ["Mod+Shift+Tab", "Mod+PageUp"], hidden: true, run: () => stepTab(-1) },
  { id: "pane.next", title: "commands.nextPane", keys: ["F6"], hidden: true, everywhere: true, run: () => stepPane(1) },
  { id: "pane.previous", title: "commands.previousPane", keys: ["Shift+F6"], hidden: true, everywhere: true, run: () => stepPane(-1) },
  {
    id: "help.open", title: "help.open", icon: "help", keys: ["F1"], everywhere: true,
    run: () => help.set({ open: true, topic: topicOf(document.activeElement, navigation.get().place, navigation.get().tab) }),
  },
  { id: "help.all", title: "help.all", icon: "help", run: () => help.set({ open: true, topic: null }) },
  { id: "pane.list", title: "commands.toggleList", icon: "side", keys: ["Mod+B"], run: () => navigation.set(({ list }) => ({ list: !list })) },
  { id: "pane.inspector", title: "commands.toggleInspector", icon: "side", keys: ["Mod+I"], run: toggleInspector },
  { id: "replace.open", title: "replace.open", icon: "search", keys: ["Mod+Shift+F"], run: replaceInAll },
  { id: "tour.start", title: "tour.start", icon: "help", run: startTour },
  theme("light"), theme("dark"), theme("contrast"), theme("system"),
];

/** Registers the window's commands; a browser cannot pick folders, so it is not offered there. */
export function registerShell(): () => void {
  return registerCommands([...commands, ...outCommands(() => topDocument()?.address ?? null)].filter(({ id }) => id !== "folder.add" || host().can.pickPaths));
}

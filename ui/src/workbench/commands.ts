// Commands of the open piece: finding in it, and its name.
import type { Address, Kind } from "../bindings";
import { registerCommands } from "../commands";
import { updateFromFile } from "../merge/update";
import { documentAt } from "../documents";
import { toast } from "../kit";
import { messages } from "../messages";
import { navigation } from "../navigation";
import { find } from "./find/state";
import { focusedField } from "./focus";
import { namePath, showField } from "./goto";
import { togglePanel } from "./inspector";
import { snapshots } from "./history/snapshot";
import { goToRaw } from "./raw/form";

/** Whether the focus is in an editor that finds by itself. */
function findsItself(): boolean {
  return document.activeElement?.closest(".raw-editor") != null;
}

export function registerPiece(kind: Kind, address: Address): () => void {
  return registerCommands([
    { id: "piece.find", title: "find.open", icon: "search", keys: ["Mod+F"], when: () => (findsItself() ? "find.raw" : true), run: openFind },
    { id: "piece.preview", title: "preview.open", icon: "eye", keys: ["Mod+Shift+P"], run: () => togglePanel(kind, "preview") },
    { id: "piece.raw", title: "raw.here", icon: "braces", keys: ["Mod+Alt+R"], when: () => (focusedField() === null ? "raw.here.off" : true), run: toRaw },
    { id: "piece.rename", title: "commands.rename", icon: "workbench", keys: ["F2"], spares: (target) => target.closest("[data-variant]") !== null, run: () => showField(namePath(kind)) },
    { id: "piece.snapshot", title: "snapshot.command", icon: "pin", keys: ["Mod+Shift+S"], run: () => snapshots.set({ asking: address }) },
    { id: "piece.update", title: "update.command", icon: "import", run: () => updateFromFile(address) },
  ]);
}

/** Opens the original at the key of the field that has the focus. */
async function toRaw(): Promise<void> {
  const { tab } = navigation.get();
  const path = focusedField();
  const document = tab === null ? null : documentAt(tab);
  if (path === null || document === null) return;
  if (!(await goToRaw(document, path))) toast({ icon: "info", text: messages().say("raw.here.none") });
}

/** Opens find with what is selected; the field takes the focus again when it is open already. */
function openFind(): void {
  const focus = document.activeElement;
  const chosen = focus instanceof HTMLTextAreaElement ? focus.value.slice(focus.selectionStart, focus.selectionEnd) : "";
  if (find.get().open) find.set({ open: false });
  find.set({ open: true, ...(chosen === "" || chosen.includes("\n") ? {} : { text: chosen }) });
}

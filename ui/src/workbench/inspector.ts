// The panels of the inspector: what the right pane of the workbench can show about the piece that is open. Each part of
// the workbench registers its own in `panels.ts`; which one is on top is remembered for each kind.
import type { ComponentType } from "react";
import type { Kind } from "../bindings";
import { createStore, useStore } from "../data/store";
import { type Document, useDocument } from "../documents";
import type { IconName } from "../kit";
import type { MessageId } from "../messages";
import { navigation } from "../navigation";

export interface InspectorPanel {
  id: string;
  title: MessageId;
  icon: IconName;
  kinds: readonly Kind[] | "all";
  /** Place among the others, lower first; 100 when it is not said. */
  rank?: number;
  /** Whether this piece has something for it; asked again after every step, so it must be cheap. */
  show?: (document: Document) => boolean;
  /** Fills the pane below its head and scrolls by itself. */
  Panel: ComponentType<{ document: Document }>;
}

const STORED = "ficha.panels";
const NONE: InspectorPanel[] = [];
type Chosen = Partial<Record<Kind, string | undefined>>;

const registry = createStore<{ panels: readonly InspectorPanel[] }>({ panels: [] });
const choice = createStore<{ chosen: Chosen }>({ chosen: remembered() });

function remembered(): Chosen {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return typeof held === "object" && held !== null ? (held as Chosen) : {};
  } catch {
    return {};
  }
}

/** Adds a panel, in place of one with the same id; the answer takes it away again. */
export function registerPanel(panel: InspectorPanel): () => void {
  registry.set(({ panels }) => ({ panels: [...panels.filter(({ id }) => id !== panel.id), panel].sort((a, b) => (a.rank ?? 100) - (b.rank ?? 100)) }));
  return () => registry.set(({ panels }) => ({ panels: panels.filter((one) => one !== panel) }));
}

/** Puts a panel of a kind on top, and opens the pane unless it should stay as it is. */
export function openPanel(kind: Kind, id: string, open = true): void {
  choice.set(({ chosen }) => ({ chosen: { ...chosen, [kind]: id } }));
  try {
    localStorage.setItem(STORED, JSON.stringify(choice.get().chosen));
  } catch {
    // Without storage the first panel is on top after a restart.
  }
  if (open) navigation.set({ inspector: true });
}

/** What was there before a panel was brought on top by its key. */
let covered: { kind: Kind; id: string | undefined; open: boolean } | null = null;

/** Brings a panel on top; asked again, what was there before it is there again. */
export function togglePanel(kind: Kind, id: string): void {
  const { inspector } = navigation.get();
  const chosen = choice.get().chosen[kind];
  if (!inspector || chosen !== id) {
    covered = { kind, id: chosen, open: inspector };
    openPanel(kind, id);
    return;
  }
  const before = covered?.kind === kind ? covered : null;
  covered = null;
  choice.set((state) => ({ chosen: { ...state.chosen, [kind]: before?.id } }));
  navigation.set({ inspector: before?.open ?? false });
}

/** The panels that have something to show for a piece. */
export function usePanels(document: Document): InspectorPanel[] {
  const panels = useStore(registry, (state) => state.panels);
  const shown = useDocument(document, ({ entity }) => panels
    .filter(({ kinds, show }) => (kinds === "all" || kinds.includes(entity.kind)) && (show?.(document) ?? true)).map(({ id }) => id).join("\n"));
  return shown === "" ? NONE : shown.split("\n").flatMap((id) => panels.filter((panel) => panel.id === id));
}

/** The panel on top for a kind; the first when none was chosen or the chosen one has nothing to show. */
export function useChosenPanel(kind: Kind, panels: InspectorPanel[]): InspectorPanel | undefined {
  const id = useStore(choice, ({ chosen }) => chosen[kind]);
  return panels.find((panel) => panel.id === id) ?? panels[0];
}

// The panels of an opened world: what its page can show. Each part registers its own in `register.ts`, one line each;
// which one is on top stands in the route. A panel fills the page below the world's bar, lays out its own panes in a
// `PaneRow`, and scrolls by itself.
import type { ComponentType } from "react";
import type { WorldRow } from "../bindings";
import { createStore, useStore } from "../data/store";
import type { IconName } from "../kit";
import type { MessageId } from "../messages";

export interface WorldPanelProps {
  /** Folder id of the world. */
  world: string;
  /** What to bring into view; see `WorldRoute`. */
  at: string | null;
}

export interface WorldPanel {
  id: string;
  title: MessageId;
  icon: IconName;
  /** Place among the others, lower first; 100 when it is not said. */
  rank?: number;
  /** Whether this world has something for it; a panel without it is there for every world. */
  show?: (row: WorldRow) => boolean;
  /** A mark behind the title (something waits), or nothing; a component, so that it may ask. */
  Mark?: ComponentType<{ world: string }>;
  Panel: ComponentType<WorldPanelProps>;
}

const registry = createStore<{ panels: readonly WorldPanel[] }>({ panels: [] });

/** Adds a panel, in place of one with the same id; the answer takes it away again. */
export function registerWorldPanel(panel: WorldPanel): () => void {
  registry.set(({ panels }) => ({ panels: [...panels.filter(({ id }) => id !== panel.id), panel].sort((a, b) => (a.rank ?? 100) - (b.rank ?? 100)) }));
  return () => registry.set(({ panels }) => ({ panels: panels.filter((one) => one !== panel) }));
}

export function useWorldPanels(): readonly WorldPanel[] {
  return useStore(registry, (state) => state.panels);
}

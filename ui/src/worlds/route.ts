// Where the person is among the worlds: the list, or one opened world with a panel and a place in it. Written the way
// an address is read: `<world>/<panel>#<at>`. Remembered, so that coming back to the rail comes back to the same panel.
import { createStore, useStore } from "../data/store";
import { goTo } from "../navigation";

export interface WorldRoute {
  /** Folder id of the opened world; `null` is the list of worlds. */
  world: string | null;
  /** Id of the panel on top; one that has nothing to show gives way to the first that has. */
  panel: string;
  /** What the panel should bring into view: a document (`characters/orla`), with a pointer into it after `#`, or what the panel names. */
  at: string | null;
}

const STORED = "ficha.worlds";
const START: WorldRoute = { world: null, panel: "world", at: null };

function remembered(): WorldRoute {
  try {
    const { world, panel, at } = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<WorldRoute>;
    if (typeof world !== "string") return START;
    return { world, panel: typeof panel === "string" ? panel : START.panel, at: typeof at === "string" ? at : null };
  } catch {
    return START;
  }
}

export const route = createStore<WorldRoute>(remembered());

route.subscribe(() => {
  try {
    localStorage.setItem(STORED, JSON.stringify(route.get()));
  } catch {
    // Without storage a restart begins at the list.
  }
});

export function useRoute<T>(select: (state: WorldRoute) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(route, select, equal);
}

/** Opens a world at a panel, from anywhere. */
export function openWorld(world: string, panel = START.panel, at: string | null = null): void {
  route.set({ world, panel, at });
  goTo("worlds");
}

/** Another panel of the opened world, or another place in it. */
export function openWorldPanel(panel: string, at: string | null = null): void {
  route.set({ panel, at });
}

/** Back to the list of worlds. */
export function closeWorld(): void {
  route.set(START);
}

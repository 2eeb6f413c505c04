// Where the person is: the place of the rail, the open tabs, which panes are shown, what dialog is up. Remembered in
// this browser, so that a restart comes back to it. Knows addresses, not what is behind them.
import type { Address, BatchWish, Kind } from "../bindings";
import { createStore, useStore } from "../data/store";

export type PlaceId = "library" | "workbench" | "import" | "worlds" | "checks" | "settings";

export interface Navigation {
  place: PlaceId;
  tabs: Address[];
  /** The tab on top; `null` when none is open. */
  tab: Address | null;
  /** Kind and name of each tab, so that a tab can be drawn before its piece is read. */
  labels: { [address: string]: { kind: Kind; name: string } };
  list: boolean;
  inspector: boolean;
  /** In a narrow window the inspector lies over the page, and only when asked for. */
  drawer: boolean;
  palette: boolean;
  /** Pieces whose export dialog is open. */
  exporting: Address[] | null;
  /** What an export that goes on was asked for. */
  resuming: BatchWish | null;
  /** Body path that the workbench should bring into view, once. */
  goto: string | null;
  /** A search the library should show, once. */
  search: string | null;
  /** A section the settings should show, once. */
  setting: string | null;
}

export { type SectionPlace, sectionsOfTop, useSections } from "./sections";
export { rememberWithin, usePageWithin, useScrollWithin, withinOf } from "./within";

const STORED = "ficha.places";
const START: Navigation = {
  place: "library", tabs: [], tab: null, labels: {}, list: true, inspector: true, drawer: false, palette: false, exporting: null, resuming: null, goto: null, search: null, setting: null,
};

function remembered(): Navigation {
  try {
    const text = localStorage.getItem(STORED);
    if (text === null) return START;
    const { place, tabs, tab, labels, list, inspector } = JSON.parse(text) as Partial<Navigation>;
    const known = Array.isArray(tabs) ? tabs.filter((one) => typeof one === "string") : [];
    return {
      ...START, tabs: known, tab: typeof tab === "string" && known.includes(tab) ? tab : known[0] ?? null, labels: labels ?? {},
      place: place === "workbench" && known.length > 0 ? place : START.place, list: list !== false, inspector: inspector !== false,
    };
  } catch {
    return START;
  }
}

export const navigation = createStore<Navigation>(remembered());

navigation.subscribe(() => {
  const { place, tabs, tab, labels, list, inspector } = navigation.get();
  const named = Object.fromEntries(Object.entries(labels).filter(([address]) => tabs.includes(address)));
  try {
    localStorage.setItem(STORED, JSON.stringify({ place, tabs, tab, labels: named, list, inspector }));
  } catch {
    // Without storage a restart begins at the library, and nothing else is lost.
  }
});

export function useNavigation<T>(select: (state: Navigation) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(navigation, select, equal);
}

/** Below this width the library's inspector is a drawer; the workbench's is narrower and stays beside the page. */
export const NARROW = "(max-width: 1180px)";

/** Shows or hides the inspector, in whichever form it has at this width. */
export function toggleInspector(): void {
  navigation.set(({ place, inspector, drawer }) => (place === "library" && matchMedia(NARROW).matches ? { drawer: !drawer } : { inspector: !inspector }));
}

export function goTo(place: PlaceId): void {
  navigation.set({ place });
}

/** Opens a piece in a tab and shows it; `path` brings a field into view. */
export function openTab(address: Address, label?: { kind: Kind; name: string }, path?: string): void {
  navigation.set(({ tabs, labels }) => ({
    place: "workbench", tab: address, tabs: tabs.includes(address) ? tabs : [...tabs, address],
    labels: label === undefined ? labels : { ...labels, [address]: label }, goto: path ?? null,
  }));
}

/** Names a tab again, after its piece was read or renamed. */
export function labelTab(address: Address, kind: Kind, name: string): void {
  const old = navigation.get().labels[address];
  if (old?.kind === kind && old.name === name) return;
  navigation.set(({ labels }) => ({ labels: { ...labels, [address]: { kind, name } } }));
}

/** Takes tabs away; the neighbour comes on top. Saving is the caller's matter. */
export function dropTabs(addresses: Address[]): void {
  navigation.set(({ tabs, tab }) => {
    const left = tabs.filter((one) => !addresses.includes(one));
    const at = tab === null ? -1 : tabs.indexOf(tab);
    const next = tab !== null && left.includes(tab) ? tab : left[Math.min(Math.max(0, at), left.length - 1)] ?? null;
    return { tabs: left, tab: next };
  });
}

export function stepTab(by: 1 | -1): void {
  navigation.set(({ tabs, tab }) => {
    if (tabs.length === 0 || tab === null) return {};
    const at = (tabs.indexOf(tab) + by + tabs.length) % tabs.length;
    return { tab: tabs[at] ?? tab, place: "workbench" as const };
  });
}

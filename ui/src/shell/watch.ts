// What the window watches while it is open: the library changing under it, and its own closing.
import { invalidate } from "../data/queries";
import { documentAt, flushDrafts, isDirty, noticeSaved } from "../documents";
import { host } from "../host";
import { navigation } from "../navigation";

/** Several changes at once ask once. */
const GATHER = 250;

/** Asks again what changed in the library, whoever changed it; the answer stops. */
export function listenToLibrary(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changed: string[] | null = [];
  const stop = host().onLibrary(({ addresses }) => {
    changed = addresses.length === 0 || changed === null ? null : [...changed, ...addresses];
    clearTimeout(timer);
    timer = setTimeout(() => {
      invalidate("library_query", "library_summary", "library_trash", "library_rows", "entity_open", "shelves");
      void noticeSaved(changed ?? []);
      changed = [];
    }, GATHER);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Whether closing the window now would leave something only in memory. */
function wouldLose(): boolean {
  return navigation.get().tabs.some((address) => {
    const state = documentAt(address)?.store.get();
    return state !== undefined && isDirty(state) && state.save.state !== "draft";
  });
}

/** Keeps drafts before the window goes; a browser is asked to wait only when something would be lost. */
export function keepDraftsOnClose(): () => void {
  const stop = host().onClosing(flushDrafts);
  const leaving = (event: BeforeUnloadEvent): void => {
    if (host().kind === "window" || !wouldLose()) return;
    void flushDrafts();
    event.preventDefault();
  };
  window.addEventListener("beforeunload", leaving);
  return () => {
    stop();
    window.removeEventListener("beforeunload", leaving);
  };
}

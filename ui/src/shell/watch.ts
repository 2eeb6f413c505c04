// What the window watches while it is open: the library changing under it, and its own closing.
import { invalidate } from "../data/queries";
import { documentAt, flushDrafts, isDirty, noticeHeads, openAddresses } from "../documents";
import { asApiError, host, invoke } from "../host";
import { putStaged } from "../intake/staged";
import { toast } from "../kit";
import { messages } from "../messages";
import { goTo, navigation } from "../navigation";
import { settings } from "../settings/current";

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
      const here = openAddresses();
      void look(changed === null ? here : here.filter((address) => changed?.includes(address)));
      changed = [];
    }, GATHER);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Looks at the disk this often while the window is looked at: another program may have written there. */
const LOOK = 3_000;
/** What the library's folder was like at the last look. */
let stamp: string | null = null;

/** Asks what these pieces are at on the disk, and whether pieces came or went; the documents take it from there. */
async function look(addresses: string[]): Promise<void> {
  try {
    const found = await invoke("library_watch", { addresses });
    if (stamp !== null && stamp !== found.stamp) invalidate("library_query", "library_summary", "library_rows", "entity_history", "entity_open");
    stamp = found.stamp;
    await noticeHeads(found.heads);
  } catch {
    // A look that fails is followed by another; a save that fails says why.
  }
}

/** What was wrong with the watched folder at the last look, so that it is told once. */
let watchFault: string | null = null;

/** Looks into the watched folder; what appeared there waits in the review. */
async function lookForFiles(): Promise<void> {
  if (settings().watchFolder === null) return;
  const { say } = messages();
  try {
    const rows = await invoke("intake_look", {});
    watchFault = null;
    if (rows.length === 0) return;
    putStaged(rows);
    invalidate("library_summary", "intake_list");
    toast({ icon: "import", text: say("intake.watched", { count: rows.length }), act: { label: say("commands.import"), run: () => goTo("import") } });
  } catch (thrown) {
    const { message } = asApiError(thrown);
    if (message !== watchFault) toast({ text: say("intake.watchFailed", { reason: message }) });
    watchFault = message;
  }
}

/** Watches the disk for what other programs do there; the answer stops. */
export function watchDisk(): () => void {
  let busy = false;
  const again = async (): Promise<void> => {
    if (busy || document.visibilityState === "hidden") return;
    busy = true;
    await look(openAddresses());
    await lookForFiles();
    busy = false;
  };
  const timer = setInterval(() => void again(), LOOK);
  const back = (): void => void again();
  window.addEventListener("focus", back);
  return () => {
    clearInterval(timer);
    window.removeEventListener("focus", back);
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

// World books: made of lorebooks of the library, and used by the worlds that name them.
import type { Address, WorldBookRow } from "../../bindings";
import { documentAt } from "../../documents";
import { asApiError, invoke } from "../../host";
import { toast } from "../../kit";
import { messages } from "../../messages";
import { goTo } from "../../navigation";
import { refreshWorlds } from "../fresh";
import { closeWorld } from "../route";
import { sayListFault } from "./acts";
import { list } from "./state";

export function showBooks(): void {
  goTo("worlds");
  closeWorld();
  list.set({ page: "books" });
}

/** Makes a world book of each lorebook, as it is being written. One that is refused is named; the others are made. */
export async function makeWorldBooks(addresses: readonly Address[]): Promise<void> {
  const { say } = messages();
  const made: WorldBookRow[] = [];
  let leftOut = 0;
  let refused: string | null = null;
  for (const address of addresses) {
    try {
      await documentAt(address)?.save("export");
      const book = await invoke("lorebook_import", { from: address });
      made.push(book.row);
      leftOut += book.leftOut.length;
    } catch (thrown) {
      refused ??= asApiError(thrown).message;
    }
  }
  refreshWorlds();
  const done = made.length === 0 ? "" : say("worlds.booksMade", { count: made.length, name: made[0]?.name ?? "", entries: made.reduce((sum, { entries }) => sum + entries, 0), leftOut });
  const text = [refused, done].filter((one) => one !== null && one !== "").join(" ");
  toast({ icon: refused === null ? "lorebook" : "error", text, ...(made.length === 0 ? {} : { act: { label: say("worlds.booksShow"), run: showBooks } }) });
}

let last: Promise<void> = Promise.resolve();

/** Lets a world use a book, or no longer. What else it uses, and in which order, stays. */
export function setBookUse(world: string, book: string, on: boolean): Promise<void> {
  // One after the other: each reads the list that the one before wrote.
  last = last.then(() => writeUse(world, book, on));
  return last;
}

async function writeUse(world: string, book: string, on: boolean): Promise<void> {
  try {
    const { info } = await invoke("world_open", { world });
    const before = Array.isArray(info.lorebooks) ? info.lorebooks : [];
    const rest = before.filter((id) => id !== book);
    await invoke("world_own_field", { world, field: "lorebooks", value: on ? [...rest, book] : rest.length === 0 ? null : rest });
    list.set({ fault: null });
  } catch (thrown) {
    sayListFault(thrown);
  }
  refreshWorlds();
}

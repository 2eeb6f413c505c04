// Closing tabs: each piece is saved first, and one that cannot be saved stays open and on top. What was closed can be
// opened again, the last first.
import type { Address, Kind } from "../bindings";
import { closeDocument } from "../documents";
import { dropTabs, navigation, openTab } from "../navigation";

/** Closed tabs that can be opened again. */
const KEPT = 30;
interface TabLabel { kind: Kind; name: string }
const closedTabs: { address: Address; label: TabLabel | undefined }[] = [];

export async function closeTabs(addresses: Address[]): Promise<boolean> {
  const closed: Address[] = [];
  let stuck: Address | null = null;
  for (const address of addresses) {
    if (await closeDocument(address)) closed.push(address);
    else stuck ??= address;
  }
  const { labels } = navigation.get();
  closedTabs.push(...closed.map((address) => ({ address, label: labels[address] })));
  closedTabs.splice(0, closedTabs.length - KEPT);
  dropTabs(closed);
  if (stuck !== null) navigation.set({ place: "workbench", tab: stuck });
  return stuck === null;
}

/** The last closed tab that is not open again; looking does not open it. */
export function lastClosed(): Address | null {
  const { tabs } = navigation.get();
  return closedTabs.findLast(({ address }) => !tabs.includes(address))?.address ?? null;
}

export function reopenTab(): void {
  const address = lastClosed();
  if (address === null) return;
  const at = closedTabs.findLastIndex((one) => one.address === address);
  const [tab] = closedTabs.splice(at, 1);
  openTab(address, tab?.label);
}

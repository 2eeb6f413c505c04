// A piece on its way out without a dialog: copied in one of four shapes, downloaded, dragged to another window.
import type { Address, CopyAs } from "../bindings";
import type { Command } from "../commands";
import { documentAt } from "../documents";
import { asApiError, host, invoke } from "../host";
import { toast } from "../kit";
import { messages } from "../messages";

export const SHAPES = ["json", "text", "markdown", "original"] as const;

/** Copies a piece as it stands; what is being written is saved first. */
export async function copyAs(address: Address, shape: CopyAs): Promise<void> {
  const { say, bytes } = messages();
  try {
    await documentAt(address)?.save("save");
    const text = await invoke("entity_copy", { address, shape });
    await navigator.clipboard.writeText(text);
    toast({ icon: "copy", text: say("out.copied", { what: say(`out.${shape}`), size: bytes(new Blob([text]).size) }) });
  } catch (thrown) {
    toast({ icon: "error", text: say("out.failed", { reason: asApiError(thrown).message }) });
  }
}

/** Lets the browser keep the usual file of a piece under its own name. */
export async function download(address: Address): Promise<void> {
  await documentAt(address)?.save("save");
  const link = document.createElement("a");
  link.href = host().fileUrl(address);
  link.download = "";
  link.click();
}

/** The commands of both places that have a piece in hand. */
export function outCommands(address: () => Address | null): Command[] {
  const when = () => (address() === null ? ("out.noPiece" as const) : (true as const));
  const withPiece = (act: (at: Address) => Promise<void>) => () => {
    const at = address();
    if (at !== null) void act(at);
  };
  const copies = SHAPES.map((shape): Command => ({ id: `out.${shape}`, title: "out.copyAsShape", values: () => ({ shape: messages().say(`out.${shape}`) }), icon: "copy", when, run: withPiece((at) => copyAs(at, shape)) }));
  const fetch: Command = { id: "out.download", title: "out.download", icon: "export", when, run: withPiece(download) };
  return host().can.dragOut ? copies : [...copies, fetch];
}

/** Pointer travel before a press becomes a drag. */
const THRESHOLD = 6;

/** Files written for one drag at most. */
const CARRIED = 50;

/** Watches a press on pieces: moved far enough, the host takes them out of the window as files. Only the window can. */
export function watchDragOut(event: { clientX: number; clientY: number; button: number }, addresses: Address[], onClick?: () => void): void {
  if (!host().can.dragOut || event.button !== 0) return;
  const stop = (): void => {
    window.removeEventListener("mousemove", moved);
    window.removeEventListener("mouseup", up);
  };
  const up = (): void => {
    stop();
    onClick?.();
  };
  const moved = (now: MouseEvent): void => {
    if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < THRESHOLD) return;
    stop();
    const { say } = messages();
    const failed = (thrown: unknown): void => toast({ icon: "error", text: say("out.dragFailed", { reason: asApiError(thrown).message }) });
    const written = addresses.slice(0, CARRIED).map((address) => invoke("drag_file", { address }));
    void Promise.all(written).then((files) => host().dragOut(files.map(({ path }) => path))).catch(failed);
  };
  window.addEventListener("mousemove", moved);
  window.addEventListener("mouseup", up);
}

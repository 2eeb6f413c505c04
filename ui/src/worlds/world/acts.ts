// What is done to a world as a whole: documents made and taken out, a person made playable, a player added. Each comes
// back with the world's readiness; what is taken out has a way back.
import type { JsonObject } from "../../bindings";
import { asApiError, invoke } from "../../host";
import { toast } from "../../kit";
import { messages } from "../../messages";
import type { Desk } from "./desk";
import { type Folder, nameKey, partsOfRef, textAt } from "./model";
import { showDocument, showView } from "./place";
import { askDocument } from "./wire";

function failed(thrown: unknown): void {
  const { message } = asApiError(thrown);
  toast({ text: message, icon: "error" });
}

/** A new document says its name and no more; lore says its name, since a text must say something. */
function freshDoc(folder: Folder, name: string): JsonObject {
  if (folder === "lore") return { title: name, text: name, scope: "everyone" };
  return { name };
}

/** Makes a document and answers with its reference; `null` when it was refused, which is said. */
export async function makeDocument(desk: Desk, folder: Folder, name: string, more: JsonObject = {}): Promise<string | null> {
  try {
    const written = await invoke("world_create", { world: desk.world, folder, doc: { ...freshDoc(folder, name), ...more } });
    await desk.load();
    return written.document;
  } catch (thrown) {
    failed(thrown);
    return null;
  }
}

/** Takes a document out of the world, into its trash; the toast puts it back as it was. */
export async function removeDocument(desk: Desk, document: string): Promise<void> {
  const { say } = messages();
  try {
    await desk.flush();
    const doc = await askDocument(desk.world, document);
    await invoke("world_remove", { world: desk.world, document });
    desk.close(document);
    await desk.load();
    const parts = partsOfRef(document);
    const name = textAt(doc, parts === null ? "name" : nameKey(parts.folder)) || document;
    toast({
      text: say("world.removed", { name }), icon: "trash",
      act: { label: say("common.undo"), run: () => void invoke("world_set", { world: desk.world, document, doc }).then(() => desk.load()).then(() => showDocument(document), failed) },
    });
  } catch (thrown) {
    failed(thrown);
  }
}

/** Makes somebody playable, with somewhere to begin. */
export async function makePlayable(desk: Desk, document: string): Promise<void> {
  try {
    await desk.flush();
    desk.heard(await invoke("world_player", { world: desk.world, document }));
    await desk.reread(document);
  } catch (thrown) {
    failed(thrown);
  }
}

/** Adds a playable person who begins where stories begin, and opens them to be named. */
export async function addPlayer(desk: Desk): Promise<void> {
  try {
    const { document } = await invoke("world_player", { world: desk.world, name: messages().say("world.playerName") });
    await desk.load();
    if (document !== null) showDocument(document, "/name");
  } catch (thrown) {
    failed(thrown);
  }
}

/** Back to the overview, after what was shown is gone. */
export function leave(desk: Desk, document: string): void {
  showView(null);
  void removeDocument(desk, document);
}

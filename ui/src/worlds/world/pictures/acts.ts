// Pictures of a world as files: added from a file of the disk or the browser, replaced, taken out with a way back.
import { asApiError, host, invoke } from "../../../host";
import { toast } from "../../../kit";
import { messages } from "../../../messages";
import type { Desk } from "../desk";
import type { WorldWritten } from "../wire";

export type Role = "cover" | "reference" | "picture" | "library";

function failed(thrown: unknown): null {
  toast({ text: asApiError(thrown).message, icon: "error" });
  return null;
}

/** Asks for a file and adds it; answers with its path in the world, `null` when none was chosen or it was refused. */
export async function addPicture(desk: Desk, of: string | null, role: Role): Promise<string | null> {
  try {
    const given = await host().pickFiles(messages().say("world.choosePicture"));
    if (given === null) return null;
    let written: WorldWritten | null = null;
    if ("paths" in given) {
      const [path] = given.paths;
      if (path !== undefined) written = await invoke("world_picture_add", { world: desk.world, path, of, role });
    } else {
      const [file] = given.files;
      if (file !== undefined) written = await host().upload<WorldWritten>("world-picture-upload", file, { world: desk.world, of: of ?? "", role });
    }
    if (written === null) return null;
    await desk.load();
    return written.picture;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Takes a picture out, into the world's trash; the toast puts it back. */
export async function removePicture(desk: Desk, picture: string): Promise<void> {
  const { say } = messages();
  try {
    await desk.flush();
    await invoke("world_picture_remove", { world: desk.world, picture });
    await desk.load();
    toast({
      text: say("world.pictureRemoved", { name: picture.split("/").pop() ?? picture }), icon: "trash",
      act: { label: say("common.undo"), run: () => void invoke("world_picture_restore", { world: desk.world, picture }).then(() => desk.load(), failed) },
    });
  } catch (thrown) {
    failed(thrown);
  }
}

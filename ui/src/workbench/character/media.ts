// What can be done with the pictures beside the portrait. Files are taken in by the core; the body changes in one step.
import type { Json, JsonObject, MediaAdded } from "../../bindings";
import { type Document, readPath } from "../../documents";
import { type Given, host, invoke } from "../../host";
import type { Messages } from "../../messages";
import { isMap } from "../scope/merge";
import { moved } from "../../kit/lists";

export const ASSETS = "media.assets";
export const PORTRAIT = "media.portrait";
export const ROLES = ["portrait", "emotion", "outfit", "pose", "background", "other"] as const;
export type Role = (typeof ROLES)[number];

export function assetsOf(document: Document): Json[] {
  const value = readPath(document.store.get().body, ASSETS);
  return Array.isArray(value) ? value : [];
}

/** Takes files in one after another; what is no picture is told and the rest goes on. */
export async function takeIn(document: Document, given: Given): Promise<{ added: MediaAdded[]; faults: unknown[] }> {
  const added: MediaAdded[] = [];
  const faults: unknown[] = [];
  const works = "paths" in given ? given.paths.map((path) => () => invoke("media_add", { address: document.address, path })) : given.files.map((file) => () => host().upload<MediaAdded>("media-upload", file, {}));
  for (const work of works) {
    try {
      added.push(await work());
    } catch (thrown) {
      faults.push(thrown);
    }
  }
  return { added, faults };
}

/** An asset of a file: its name is that of the file, its label the name without the extension. */
function assetOf({ blob, mime, name }: MediaAdded, role: Role): JsonObject {
  return { role, label: name.replace(/\.[^.]*$/, ""), name, ref: `sha256:${blob}`, mime };
}

export function mediaActs(document: Document, say: Messages["say"]) {
  const rows = (): Json[] => assetsOf(document);
  const write = (next: Json[], label: string): void => document.edit({ label, changes: [next.length === 0 ? { path: ASSETS } : { path: ASSETS, value: next }] });
  return {
    add: (added: MediaAdded[], role: Role) => write([...rows(), ...added.map((one) => assetOf(one, role))], say("step.addPictures", { count: added.length })),
    remove: (at: number) => write(rows().filter((_, index) => index !== at), say("step.removePicture")),
    move: (from: number, to: number) => write(moved(rows(), from, to), say("step.movePicture")),
    replace(at: number, { blob, mime }: MediaAdded): void {
      write(rows().map((row, index) => (index === at && isMap(row) ? { ...row, ref: `sha256:${blob}`, mime } : row)), say("step.replacePicture"));
    },
    /** The picture becomes the portrait; the one that was goes into its place. */
    toPortrait(at: number): void {
      const row = rows()[at];
      if (!isMap(row)) return;
      const old = readPath(document.store.get().body, PORTRAIT);
      const next = isMap(old) ? rows().map((one, index) => (index === at ? { ...old, role: "portrait", primary: false } : one)) : rows().filter((_, index) => index !== at);
      document.edit({ label: say("step.toPortrait"), changes: [{ path: PORTRAIT, value: { ...row, role: "portrait", primary: true } }, next.length === 0 ? { path: ASSETS } : { path: ASSETS, value: next }] });
    },
  };
}

// The native window. Files arrive as paths, pictures through the window's own scheme, progress as window events.
import { Channel, convertFileSrc, invoke, type InvokeArgs, type InvokeOptions } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { open, save } from "@tauri-apps/plugin-dialog";
import type { ApiError, JobEvent, LibraryEvent } from "../bindings";
import { ApiFailure, type Given, type Host } from "./types";

/** Whether the page runs in the native window. */
export function inWindow(): boolean {
  return "__TAURI_INTERNALS__" in globalThis;
}

function isApiError(thrown: unknown): thrown is ApiError {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown;
}

function asList(picked: string | string[] | null): Given | null {
  if (picked === null) return null;
  return { paths: Array.isArray(picked) ? picked : [picked] };
}

/** A subscription that is made asynchronously and may be given up before it stands. */
function later(subscribe: Promise<() => void>): () => void {
  return () => void subscribe.then((stop) => stop());
}

/** One of the shell's own three commands; failures of the studio come as their JSON. */
async function shell<T>(name: "call" | "upload" | "closing", args?: InvokeArgs, options?: InvokeOptions): Promise<T> {
  try {
    return await invoke<T>(name, args, options);
  } catch (thrown) {
    if (isApiError(thrown)) throw new ApiFailure(thrown);
    throw thrown;
  }
}

/** An index card, drawn at the pointer while files are carried out of the window. */
const CARD = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACQAAAAuCAYAAABAm7v+AAAAXklEQVR42u3TsQmAMBQE0AzlAA5kaeEkDpHSPbJPQEFxBwkHvuJ+/eD+lW1d7qSU91xnjwgQENB/Qcc8RSQX5IeAgEaD9tqGRGVAQGavMiAgs1cZEJDZqwwI6BtQUh4rOJlWznWOOAAAAABJRU5ErkJggg==";

export function windowHost(): Host {
  return {
    kind: "window",
    can: { pickPaths: true, openFolder: true, dragOut: true },
    invoke(command, args) {
      return shell("call", { name: command, args: JSON.stringify(args) });
    },
    async upload(route, file, parameters) {
      const query = new URLSearchParams({ name: file.name, ...parameters }).toString();
      return shell("upload", new Uint8Array(await file.arrayBuffer()), { headers: { "ficha-route": route, "ficha-query": query } });
    },
    onJob(listener) {
      return later(listen<JobEvent>("job", (event) => listener(event.payload)));
    },
    onLibrary(listener) {
      return later(listen<LibraryEvent>("library", (event) => listener(event.payload)));
    },
    onClosing(work) {
      return later(listen("closing", () => void work().finally(() => shell("closing"))));
    },
    mediaUrl(sha256, side) {
      const address = convertFileSrc(sha256, "ficha-media");
      return side === undefined ? address : `${address}?side=${side}`;
    },
    fileUrl() {
      // The window drags files out and writes them by path; no address of it serves them.
      return "";
    },
    async dragOut(paths) {
      // A card of our own is shown at the pointer: not every file has a picture the system could draw.
      await invoke("plugin:drag|start_drag", { item: paths, image: CARD, options: { mode: "copy" }, onEvent: new Channel() });
    },
    onDrop(listener) {
      return later(getCurrentWebview().onDragDropEvent(({ payload }) => {
        if (payload.type === "enter") listener.over(payload.paths.length);
        else if (payload.type === "leave") listener.leave();
        else if (payload.type === "drop") listener.drop({ paths: payload.paths });
      }));
    },
    async pickFiles(title, many = true) {
      return asList(await open({ title, multiple: many }));
    },
    async pickFolder(title) {
      return open({ title, directory: true });
    },
    async pickSave({ title, name, folder }) {
      return save({ title, defaultPath: folder === null ? name : `${folder}/${name}` });
    },
    async openFolder(path) {
      await this.invoke("open_folder", { path });
    },
  };
}

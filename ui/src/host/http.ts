// A browser in front of `ficha serve`. The token comes with the page's address once and is then a cookie too; files
// arrive as bytes, since a browser shows no paths.
import type { ApiError, JobEvent, LibraryEvent } from "../bindings";
import { ApiFailure, type DropListener, type Given, type Host } from "./types";

const TOKEN = "ficha.token";

function takeToken(): string {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  if (given !== null) {
    sessionStorage.setItem(TOKEN, given);
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
    return given;
  }
  return sessionStorage.getItem(TOKEN) ?? "";
}

async function answer<T>(response: Response): Promise<T> {
  let text: { ok?: T; error?: ApiError };
  try {
    text = (await response.json()) as { ok?: T; error?: ApiError };
  } catch {
    throw new ApiFailure({ code: "io", message: `The server answered ${response.status} without a reason.`, hint: null, place: null });
  }
  if (text.error !== undefined) throw new ApiFailure(text.error);
  return text.ok as T;
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw new ApiFailure({ code: "io", message: "The studio does not answer.", hint: "Is `ficha serve` still running?", place: null });
  }
}

/**
 * Lets the browser's own file chooser run; `null` when it was closed without a file. The field is in the page until it
 * is answered: one that nothing holds is collected while the chooser is open, on a busy machine before it opens, and
 * then nobody hears what was chosen.
 */
function chooseFiles(many: boolean): Promise<File[] | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = many;
    input.hidden = true;
    const answer = (files: File[] | null): void => {
      input.remove();
      resolve(files);
    };
    input.addEventListener("change", () => answer(input.files === null ? null : [...input.files]));
    input.addEventListener("cancel", () => answer(null));
    document.body.append(input);
    input.click();
  });
}

/** Every file of a drop, folders walked; entries must be taken before the first wait, or the browser forgets them. */
async function filesOf(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  if (entries.some((entry) => entry?.isDirectory !== true) && entries.every((entry) => entry === null || entry.isFile)) {
    return [...transfer.files];
  }
  const found: File[] = [];
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    if (entry.isFile) {
      found.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // One call answers at most a hundred entries; an empty answer is the end.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const one of some) await walk(one);
    }
  };
  for (const entry of entries) if (entry !== null) await walk(entry);
  return found;
}

function listenToDrops(listener: DropListener): () => void {
  let depth = 0;
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  const enter = (event: DragEvent): void => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth += 1;
    listener.over(event.dataTransfer?.items.length ?? null);
  };
  const over = (event: DragEvent): void => {
    if (carriesFiles(event)) event.preventDefault();
  };
  const leave = (event: DragEvent): void => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) listener.leave();
  };
  const drop = (event: DragEvent): void => {
    if (!carriesFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    depth = 0;
    void filesOf(event.dataTransfer).then((files) => listener.drop({ files }));
  };
  const pairs = [["dragenter", enter], ["dragover", over], ["dragleave", leave], ["drop", drop]] as const;
  for (const [name, run] of pairs) window.addEventListener(name, run);
  return () => {
    for (const [name, run] of pairs) window.removeEventListener(name, run);
  };
}

export function browserHost(): Host {
  const token = takeToken();
  const headers = { Authorization: `Bearer ${token}` };
  let stream: EventSource | null = null;
  /** One stream for the whole page; progress has no name in it, everything else has. */
  function onEvent<T>(name: string, listener: (payload: T) => void): () => void {
    stream ??= new EventSource(`/api/events?${new URLSearchParams({ token })}`);
    const heard = (event: MessageEvent): void => listener(JSON.parse(event.data as string) as T);
    stream.addEventListener(name, heard as EventListener);
    return () => stream?.removeEventListener(name, heard as EventListener);
  }
  return {
    kind: "browser",
    can: { pickPaths: false, openFolder: false, dragOut: false },
    async invoke(command, args) {
      const response = await reach(`/api/${command}`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(args),
      });
      return answer(response);
    },
    async upload(route, file, parameters) {
      const query = new URLSearchParams({ name: file.name, ...parameters });
      const response = await reach(`/api/${route}?${query}`, { method: "POST", headers, body: file });
      return answer(response);
    },
    onJob(listener) {
      return onEvent<JobEvent>("message", listener);
    },
    onLibrary(listener) {
      return onEvent<LibraryEvent>("library", listener);
    },
    onClosing(work) {
      // A browser waits for nobody, so drafts are kept as soon as the page is out of sight.
      const hidden = (): void => {
        if (document.visibilityState === "hidden") void work();
      };
      document.addEventListener("visibilitychange", hidden);
      return () => document.removeEventListener("visibilitychange", hidden);
    },
    mediaUrl(sha256, side) {
      return side === undefined ? `/media/${sha256}` : `/media/${sha256}?side=${side}`;
    },
    fileUrl(address) {
      return `/out/${address.split("/").map(encodeURIComponent).join("/")}`;
    },
    async dragOut() {
      throw new ApiFailure({ code: "unsupported", message: "A browser page cannot drag a file out.", hint: null, place: null });
    },
    onDrop: listenToDrops,
    async pickFiles(_title, many = true): Promise<Given | null> {
      const files = await chooseFiles(many);
      return files === null || files.length === 0 ? null : { files };
    },
    async pickFolder() {
      return null;
    },
    async pickSave() {
      return null;
    },
    openFolder(path) {
      return this.invoke("open_folder", { path }).then(() => undefined);
    },
  };
}

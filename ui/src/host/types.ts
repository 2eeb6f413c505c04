// The door to whatever runs the page: the native window, `ficha serve`, or a test. Nothing outside this folder knows
// which one it is; what a host cannot do is asked by name in `can`.
import type { Address, ApiError, ArgumentsOf, CommandName, JobEvent, LibraryEvent, ResultOf, Sha256 } from "../bindings";

/** A failure of a command, with its code and place. */
export class ApiFailure extends Error {
  readonly api: ApiError;
  constructor(api: ApiError) {
    super(api.message);
    this.name = "ApiFailure";
    this.api = api;
  }
}

/** Whatever was thrown, as an error of the boundary; faults of ours carry the code `bug`. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiFailure) return thrown.api;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "bug", message, hint: null, place: null };
}

/** Files a person gave: paths where the host sees the disk, else the bytes a browser holds. */
export type Given = { paths: string[] } | { files: File[] };

export interface DropListener {
  /** Files are over the window; `null` when the host does not say how many. */
  over(count: number | null): void;
  leave(): void;
  drop(given: Given): void;
}

export interface SaveAsk { title: string; name: string; folder: string | null }

export interface Host {
  readonly kind: "window" | "browser" | "test";
  readonly can: {
    /** Paths of the disk can be picked (else files come as bytes, and paths are typed). */
    pickPaths: boolean;
    openFolder: boolean;
    /** A file can be dragged out of the window; else pieces are downloaded. */
    dragOut: boolean;
  };
  invoke<K extends CommandName>(command: K, args: ArgumentsOf<K>): Promise<ResultOf<K>>;
  /** Bytes the browser holds, to a command that takes an upload; the answer is the command's. */
  upload<T>(route: string, file: File, parameters: Record<string, string>): Promise<T>;
  /** Progress of long work; the answer stops listening. */
  onJob(listener: (event: JobEvent) => void): () => void;
  /** Pieces were saved, kept, removed or restored, here or elsewhere; none named means many. */
  onLibrary(listener: (event: LibraryEvent) => void): () => void;
  /** The window is about to close and waits a few seconds for this work. */
  onClosing(work: () => Promise<void>): () => void;
  /** Address of a picture; `side` in CSS pixels asks for a thumbnail, absent for all its bytes. */
  mediaUrl(sha256: Sha256, side?: number): string;
  /** Address of the usual file of a piece; for a browser, which keeps it under its own name. */
  fileUrl(address: Address): string;
  /** Carries files of the disk out of the window with the pointer. */
  dragOut(paths: string[]): Promise<void>;
  onDrop(listener: DropListener): () => void;
  pickFiles(title: string, many?: boolean): Promise<Given | null>;
  pickFolder(title: string): Promise<string | null>;
  pickSave(ask: SaveAsk): Promise<string | null>;
  openFolder(path: string): Promise<void>;
}

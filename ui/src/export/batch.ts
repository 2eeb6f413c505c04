// Many pieces to one app: each is measured when the app is chosen, and written on its own; one that fails is named and
// the rest go on. What was written stays written when it is stopped, and is passed over when it goes on.
import { useEffect, useRef, useState } from "react";
import type { Address, ApiError, FormatId, Report } from "../bindings";
import { asApiError, invoke, newJob } from "../host";
import { joinPath } from "./place";

export type Piece =
  | { state: "waiting" } | { state: "measuring" } | { state: "measured"; report: Report } | { state: "writing"; report: Report | null }
  | { state: "done"; report: Report; path: string } | { state: "failed"; error: ApiError };
export type Pieces = ReadonlyMap<Address, Piece>;

/** Whether the app has no way to hold the piece, however often it is tried. */
export function isHopeless(piece: Piece | undefined): boolean {
  return piece?.state === "failed" && piece.error.code === "cannot-express";
}

export interface Batch {
  pieces: Pieces;
  running: boolean;
  /** Writes what is not written yet; answers how many files were written. */
  write: (place: { folder: string; windows: boolean; overwrite: boolean }) => Promise<number>;
  stop: () => void;
}

/** A name that no file of this batch has: two pieces may bear one name. */
export function freshName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, end] = dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  let fresh = name;
  for (let count = 2; taken.has(fresh.toLowerCase()); count += 1) fresh = `${stem} (${count})${end}`;
  taken.add(fresh.toLowerCase());
  return fresh;
}

export function useBatch(addresses: Address[], format: FormatId | null): Batch {
  const [pieces, setPieces] = useState<Pieces>(new Map());
  const [running, setRunning] = useState(false);
  const latest = useRef<Pieces>(pieces);
  const wanted = useRef(true);
  /** Names given in this batch; a piece that is written again keeps its own. */
  const names = useRef(new Map<Address, string>());
  const taken = useRef(new Set<string>());

  function put(address: Address, piece: Piece): void {
    latest.current = new Map(latest.current).set(address, piece);
    setPieces(latest.current);
  }

  useEffect(() => {
    latest.current = new Map();
    setPieces(latest.current);
    names.current = new Map();
    taken.current = new Set();
    if (format === null) return undefined;
    let gone = false;
    void (async () => {
      for (const address of addresses) {
        if (gone) return;
        if (latest.current.has(address)) continue;
        put(address, { state: "measuring" });
        try {
          const report = await invoke("export_measure", { address, format, options: {}, job: newJob("measure") });
          if (!gone && latest.current.get(address)?.state === "measuring") put(address, { state: "measured", report });
        } catch (thrown) {
          if (!gone) put(address, { state: "failed", error: asApiError(thrown) });
        }
      }
    })();
    return () => {
      gone = true;
    };
  }, [addresses, format]);

  return {
    pieces,
    running,
    async write({ folder, windows, overwrite }) {
      if (format === null) return 0;
      setRunning(true);
      wanted.current = true;
      let written = 0;
      for (const address of addresses) {
        if (!wanted.current) break;
        const before = latest.current.get(address);
        if (before?.state === "done" || isHopeless(before)) continue;
        const measured = before?.state === "measured" ? before.report : null;
        put(address, { state: "writing", report: measured });
        try {
          const { fileName } = measured ?? await invoke("export_measure", { address, format, options: {}, job: newJob("measure") });
          const name = names.current.get(address) ?? freshName(fileName, taken.current);
          names.current.set(address, name);
          const done = await invoke("export_write", { address, format, options: {}, path: joinPath(folder, name, windows), overwrite, job: newJob("export") });
          put(address, { state: "done", report: done.report, path: done.path });
          written += 1;
        } catch (thrown) {
          put(address, { state: "failed", error: asApiError(thrown) });
        }
      }
      setRunning(false);
      return written;
    },
    stop() {
      wanted.current = false;
    },
  };
}

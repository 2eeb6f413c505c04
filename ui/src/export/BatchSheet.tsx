// Many pieces to one app: one combined bar, a row a piece, one folder. Each piece is written on its own; one that fails
// is named and the rest go on.
import { useState } from "react";
import type { Address, ApiError, FormatId, Report } from "../bindings";
import { useQuery } from "../data/queries";
import { asApiError, host, invoke, newJob } from "../host";
import { Button, LedgerBar, type LedgerCounts, Progress, Select, TextField, toast } from "../kit";
import { useMessages } from "../messages";
import { addressOf } from "../library/state";
import { countsOf } from "./state";
import { joinPath, useExportFolder } from "./place";

type Piece = { state: "waiting" } | { state: "working" } | { state: "done"; report: Report } | { state: "failed"; error: ApiError };

export function BatchSheet({ addresses, onClose }: { addresses: Address[]; onClose: () => void }) {
  const { say } = useMessages();
  const rows = useQuery("library_rows", { addresses }).data ?? [];
  const formats = useQuery("formats", {}).data ?? [];
  const windows = useQuery("studio_info", {}).data?.platform === "windows";
  const { folder, choose } = useExportFolder();
  const [typed, setTyped] = useState<string | null>(null);
  const [format, setFormat] = useState<FormatId | null>(null);
  const [pieces, setPieces] = useState<ReadonlyMap<Address, Piece>>(new Map());
  const [running, setRunning] = useState(false);
  const [stop] = useState({ wanted: false });
  const kinds = new Set(rows.map(({ kind }) => kind));
  const choosable = formats.filter(({ kind, writes }) => kinds.has(kind) && writes.length > 0);
  const place = typed ?? folder;

  async function run(): Promise<void> {
    if (format === null || place === null) return;
    setRunning(true);
    stop.wanted = false;
    const put = (address: Address, piece: Piece): void => setPieces((all) => new Map(all).set(address, piece));
    let written = 0;
    for (const address of addresses) {
      if (stop.wanted) break;
      if (pieces.get(address)?.state === "done") continue;
      put(address, { state: "working" });
      try {
        const options = {};
        const { fileName } = await invoke("export_measure", { address, format, options, job: newJob("measure") });
        const { report } = await invoke("export_write", { address, format, options, path: joinPath(place, fileName, windows), overwrite: false, job: newJob("export") });
        put(address, { state: "done", report });
        written += 1;
      } catch (thrown) {
        put(address, { state: "failed", error: asApiError(thrown) });
      }
    }
    setRunning(false);
    if (written > 0) toast({ text: say("export.batchDone", { count: written }) });
  }

  async function pick(): Promise<void> {
    const picked = await host().pickFolder(say("export.where"));
    if (picked !== null) {
      setTyped(picked);
      choose(joinPath(picked, "", windows));
    }
  }

  const done = [...pieces.values()].filter((piece) => piece.state === "done" || piece.state === "failed").length;
  return (
    <div className="export-sheet">
      <div className="export-batch-head">
        <Select label={say("export.apps")} value={format} placeholder={say("export.findApp")} options={choosable.map(({ id, title }) => ({ id, label: title }))} onChange={setFormat} off={running} />
        <TextField label={say("export.folder")} mono className="grow" value={place ?? ""} onChange={setTyped} off={running} />
        {host().can.pickPaths ? <Button look="line" onPress={() => void pick()} isDisabled={running}>{say("export.change")}</Button> : null}
      </div>
      <LedgerBar counts={done === 0 ? null : total(pieces)} size="large" />
      <ul className="export-batch">
        {addresses.map((address) => (
          <BatchRow key={address} name={rows.find((row) => addressOf(row) === address)?.name ?? address} piece={pieces.get(address) ?? { state: "waiting" }} />
        ))}
      </ul>
      <footer className="dialog-foot">
        <span className="grow">{running ? <Progress label={say("export.writing")} done={done} total={addresses.length} /> : null}</span>
        <Button onPress={running ? () => { stop.wanted = true; } : onClose}>{say(running ? "common.stop" : "common.close")}</Button>
        <Button look="fill" size="large" isDisabled={running || format === null || place === null || place === ""} onPress={() => void run()}>{say("export.writeMany", { count: addresses.length })}</Button>
      </footer>
    </div>
  );
}

function BatchRow({ name, piece }: { name: string; piece: Piece }) {
  const { say } = useMessages();
  return (
    <li className="export-batch-row">
      <bdi dir="auto" className="cut medium">{name}</bdi>
      {piece.state === "done" ? <LedgerBar counts={countsOf(piece.report)} /> : piece.state === "failed" ? <span className="said-error small">{piece.error.message}</span> : (
        <span className="tertiary small">{piece.state === "working" ? say("export.writing") : ""}</span>
      )}
    </li>
  );
}

function total(pieces: ReadonlyMap<Address, Piece>): LedgerCounts {
  const sum: LedgerCounts = { carried: 0, changed: 0, lost: 0, left: 0 };
  for (const piece of pieces.values()) {
    if (piece.state !== "done") continue;
    const counts = countsOf(piece.report);
    for (const outcome of Object.keys(sum) as (keyof LedgerCounts)[]) sum[outcome] += counts[outcome];
  }
  return sum;
}

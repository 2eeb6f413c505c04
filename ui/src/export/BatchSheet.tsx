// Many pieces to one app: one combined bar, a row a piece, one folder. Or all of them into one Ficha file.
import { useState } from "react";
import type { Address, FormatId, Report } from "../bindings";
import { useQuery } from "../data/queries";
import { host } from "../host";
import { Banner, Button, Checkbox, Icon, LedgerBar, type LedgerCounts, Name, Progress, Select, TextField, toast } from "../kit";
import { addressOf } from "../library/state";
import { useMessages } from "../messages";
import { isHopeless, type Piece, type Pieces, useBatch } from "./batch";
import { joinPath, nameOf, useExportFolder } from "./place";
import { reportOfSet, useSet } from "./set";
import { countsOf } from "./state";

/** In the place of an app: every piece in one file of our own. */
const TOGETHER = "together";

export function BatchSheet({ addresses, onClose }: { addresses: Address[]; onClose: () => void }) {
  const { say } = useMessages();
  const rows = useQuery("library_rows", { addresses }).data ?? [];
  const formats = useQuery("formats", {}).data ?? [];
  const windows = useQuery("studio_info", {}).data?.platform === "windows";
  const { folder, choose } = useExportFolder();
  const [typed, setTyped] = useState<string | null>(null);
  const [format, setFormat] = useState<FormatId | null>(null);
  const [overwrite, setOverwrite] = useState(false);
  const together = format === TOGETHER;
  const { pieces, running: writing, write, stop } = useBatch(addresses, together ? null : format);
  const { set, write: writeSet } = useSet(addresses, together);
  const [named, setNamed] = useState<string | null>(null);
  const running = writing || set.state === "writing";
  const kinds = new Set(rows.map(({ kind }) => kind));
  const choosable = formats.filter(({ kind, writes }) => kinds.has(kind) && writes.length > 0);
  const place = typed ?? folder;
  const whole = reportOfSet(set);
  const name = named ?? whole?.fileName ?? "";
  const total = together ? (whole === null ? null : countsOf(whole)) : totalOf(pieces);
  const done = [...pieces.values()].filter(({ state }) => state === "done").length;
  const left = together ? (whole === null || name === "" || set.state === "done" ? 0 : 1) : addresses.filter((address) => pieces.get(address)?.state !== "done" && !isHopeless(pieces.get(address))).length;

  async function run(): Promise<void> {
    if (place === null) return;
    if (together) {
      if (await writeSet(joinPath(place, name, windows), overwrite)) toast({ text: say("export.setDone", { name }) });
      return;
    }
    const written = await write({ folder: place, windows, overwrite });
    if (written > 0) toast({ text: say("export.batchDone", { count: written }) });
  }
  async function pick(): Promise<void> {
    const picked = await host().pickFolder(say("export.where"));
    if (picked === null) return;
    setTyped(picked);
    choose(joinPath(picked, "", windows));
  }

  return (
    <div className="export-sheet">
      <div className="export-batch-head">
        <Select label={say("export.app")} value={format} placeholder={say("export.findApp")} options={[{ id: TOGETHER, label: say("export.set"), note: say("export.setNote") }, ...choosable.map(({ id, title }) => ({ id, label: title }))]} onChange={setFormat} off={running} />
        <TextField label={say("export.folder")} mono className="grow" value={place ?? ""} onChange={setTyped} off={running} />
        {together ? <TextField label={say("export.setName")} mono value={name} onChange={setNamed} off={running} /> : null}
        {host().can.pickPaths ? <Button look="line" onPress={() => void pick()} isDisabled={running}>{say("export.change")}</Button> : null}
        <Checkbox label={say("export.replaceThere")} on={overwrite} onChange={setOverwrite} off={running} />
      </div>
      <LedgerBar counts={total} size="large" />
      {set.state === "failed" ? <Banner tone="error" title={set.error.message} hint={set.error.hint ?? undefined} /> : null}
      <ul className="export-batch" aria-label={say("export.pieces", { count: addresses.length })}>
        {addresses.map((address) => (
          <BatchRow key={address} name={rows.find((row) => addressOf(row) === address)?.name ?? address} piece={together ? { state: "waiting" } : pieces.get(address) ?? { state: "waiting" }} />
        ))}
      </ul>
      <footer className="dialog-foot">
        <span className="grow line">{running ? <Progress label={say("export.writing")} done={done} total={addresses.length} /> : null}</span>
        <Button onPress={writing ? stop : onClose}>{say(writing ? "common.stop" : "common.close")}</Button>
        <Button look="fill" size="large" isDisabled={running || format === null || place === null || place === "" || left === 0} onPress={() => void run()}>{say("export.writeMany", { count: left })}</Button>
      </footer>
    </div>
  );
}

function BatchRow({ name, piece }: { name: string; piece: Piece }) {
  const { say } = useMessages();
  const report = reportOf(piece);
  return (
    <li className="export-batch-row">
      <span className="line"><Name text={name} className="medium" /></span>
      {piece.state === "failed" ? <span className="said-error small line"><Icon name="error" size="small" />{piece.error.message}</span> : report === null && piece.state === "waiting" ? <span /> : <LedgerBar counts={report === null ? null : countsOf(report)} />}
      <span className="small secondary cut">
        {piece.state === "done" ? <span className="line said-good"><Icon name="ok" size="small" /><bdi className="cut mono" title={piece.path}>{nameOf(piece.path)}</bdi></span> : piece.state === "writing" ? say("export.writing") : ""}
      </span>
    </li>
  );
}

function reportOf(piece: Piece): Report | null {
  return "report" in piece ? piece.report : null;
}

/** The numbers of all pieces together; `null` until one was measured. */
function totalOf(pieces: Pieces): LedgerCounts | null {
  const reports = [...pieces.values()].map(reportOf).filter((report) => report !== null);
  if (reports.length === 0) return null;
  const sum: LedgerCounts = { carried: 0, changed: 0, lost: 0, left: 0 };
  for (const report of reports) {
    const counts = countsOf(report);
    for (const outcome of Object.keys(sum) as (keyof LedgerCounts)[]) sum[outcome] += counts[outcome];
  }
  return sum;
}

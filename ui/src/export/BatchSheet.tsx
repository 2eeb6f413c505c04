// Many pieces to one app: one combined bar, a row a piece, one folder, one result file. Or all of them into one Ficha
// file. A run that was stopped, here or by a crash, goes on where it was.
import { useMemo, useState } from "react";
import type { Address, BatchResult, BatchWish } from "../bindings";
import { useQuery } from "../data/queries";
import { host } from "../host";
import { Banner, Button, LedgerBar, OUTCOMES, OutcomeMark, Progress, Segmented, toast } from "../kit";
import { addressOf } from "../library/state";
import { useMessages } from "../messages";
import { useBatch } from "./batch";
import { BatchHead } from "./BatchHead";
import { type BatchFilter, BatchRows, filtered } from "./BatchRows";
import { joinPath, useExportFolder } from "./place";
import { reportOfSet, useSet } from "./set";
import { countsOf } from "./state";

export interface BatchSheetProps { addresses: Address[]; onClose: () => void; wish?: BatchWish | undefined }

export function BatchSheet({ addresses, onClose, wish: given }: BatchSheetProps) {
  const { say, number } = useMessages();
  const rows = useQuery("library_rows", { addresses }).data ?? [];
  const formats = useQuery("formats", {}).data ?? [];
  const windows = useQuery("studio_info", {}).data?.platform === "windows";
  const { folder, choose } = useExportFolder();
  const [asked, ask] = useState<Partial<BatchWish>>(given ?? {});
  const [together, setTogether] = useState(false);
  const [filter, setFilter] = useState<BatchFilter>("all");
  const [fileName, setFileName] = useState<string | null>(null);
  const wish: BatchWish = useMemo(() => ({ format: "", options: {}, pattern: "{name}", collision: "number", ...asked, addresses, folder: asked.folder ?? folder ?? "" }), [asked, addresses, folder]);
  const batch = useBatch(wish, !together);
  const { set, write } = useSet(addresses, together);
  const whole = reportOfSet(set);
  const one = fileName ?? whole?.fileName ?? "";
  const sum = together ? (whole === null ? null : countsOf(whole)) : batch.total;
  const busy = batch.running !== null || set.state === "writing";
  const kinds = new Set(rows.map(({ kind }) => kind));
  const names = useMemo(() => new Map(rows.map((row) => [addressOf(row), row.name])), [rows]);
  const left = together ? (whole === null || one === "" || set.state === "done" ? 0 : 1) : batch.left;
  const blocked = wish.folder.trim() === "" || left === 0 || (!together && (wish.format === "" || batch.plan === null || batch.plan.obstacle !== null));
  const counts = { all: batch.rows.length, loses: filtered(batch.rows, "loses").length, names: filtered(batch.rows, "names").length, failed: filtered(batch.rows, "failed").length };
  const shown = (["all", "loses", "names", "failed"] as const).filter((id) => id === "all" || id === filter || counts[id] > 0);

  async function run(): Promise<void> {
    if (!together) {
      const ended = await batch.run();
      if (ended !== null && ended.written > 0) toast({ text: say("export.batchDone", { count: ended.written }) });
    } else if (await write(joinPath(wish.folder, one, windows), wish.collision === "replace")) {
      toast({ text: say("export.setDone", { name: one }) });
    }
  }
  async function pick(): Promise<void> {
    const picked = await host().pickFolder(say("export.where"));
    if (picked === null) return;
    ask((all) => ({ ...all, folder: picked }));
    choose(joinPath(picked, "", windows));
  }

  return (
    <div className="export-sheet" data-help="batch">
      <BatchHead
        wish={wish} formats={formats.filter(({ kind, writes }) => kinds.has(kind) && writes.length > 0)} together={together} fileName={one} batch={batch} off={busy}
        onWish={(part) => ask((all) => ({ ...all, ...part }))} onTogether={setTogether} onFileName={setFileName} onPick={() => void pick()}
      />
      <LedgerBar counts={sum} size="large" />
      <p className="export-batch-sum small">{sum === null ? <span className="tertiary">{say("batch.noApp")}</span> : OUTCOMES.map((outcome) => <span key={outcome} className="line"><OutcomeMark outcome={outcome} /><b className="strong">{number(sum[outcome])}</b></span>)}</p>
      {set.state === "failed" ? <Banner tone="error" title={set.error.message} hint={set.error.hint ?? undefined} /> : null}
      {batch.error === null ? null : <Banner tone="error" title={batch.error.message} hint={batch.error.hint ?? undefined} />}
      {batch.result === null ? null : <Ended result={batch.result} />}
      {together || shown.length < 2 ? null : (
        <div className="export-batch-filter"><Segmented<BatchFilter> label={say("merge.show")} size="small" value={filter} onChange={setFilter} options={shown.map((id) => ({ id, label: say(`batch.filter.${id}`, { count: counts[id] }) }))} /></div>
      )}
      <BatchRows rows={together ? batch.rows.map((row) => ({ ...row, measured: null, named: null })) : filtered(batch.rows, filter)} names={names} label={say("export.pieces", { count: addresses.length })} />
      <footer className="dialog-foot">
        <span className="grow line secondary" role="status">
          {batch.running !== null ? <><Progress label={say("export.writing")} done={batch.running.done} total={addresses.length} /><span className="nowrap">{say("batch.progress", { done: batch.running.done, total: addresses.length })}</span></>
            : batch.measuring !== null ? <><Progress label={say("export.measuring")} done={batch.measuring.done} total={batch.measuring.total} /><span className="nowrap">{say("batch.measuring", { done: batch.measuring.done, total: batch.measuring.total })}</span></> : null}
        </span>
        <Button onPress={batch.running !== null ? batch.stop : onClose} isDisabled={set.state === "writing"}>{say(batch.running !== null ? "common.stop" : "common.close")}</Button>
        <Button look="fill" size="large" isDisabled={busy || blocked} onPress={() => void run()}>{say(batch.result !== null && batch.result.left > 0 ? "batch.goOn" : "export.writeMany", { count: left })}</Button>
      </footer>
    </div>
  );
}

/** How a run ended, in figures, and where each of them is told. */
function Ended({ result }: { result: BatchResult }) {
  const { say } = useMessages();
  const { written, earlier, skipped, failed, left, stopped, resultFile } = result;
  return (
    <Banner
      tone={stopped !== null ? "error" : failed > 0 || left > 0 ? "warning" : "info"} title={say("batch.ended", { written, earlier, skipped, failed, left })}
      hint={<>{stopped === null ? null : <p>{stopped.message} {stopped.hint ?? say("batch.stoppedHint")}</p>}{resultFile === null ? null : <p>{say("batch.resultFile")} <bdi className="mono">{resultFile}</bdi></p>}</>}
    >
      {resultFile !== null && host().can.openFolder ? <Button size="small" look="line" onPress={() => void host().openFolder(resultFile)}>{say("common.openFolder")}</Button> : null}
    </Banner>
  );
}

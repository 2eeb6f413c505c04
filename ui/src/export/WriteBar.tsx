// The last line of the dialog: the name of the file, where it goes, and the button that writes it. A failed write keeps
// the dialog open; a file that is there already is replaced only when that is said.
import { useState } from "react";
import type { Address, ApiError, ExportOptions, ExportTarget, Report } from "../bindings";
import { useQuery } from "../data/queries";
import { asApiError, host, invoke, newJob } from "../host";
import { Banner, Button, TextField, toast } from "../kit";
import { useMessages } from "../messages";
import { folderOf, joinPath, nameOf, useExportFolder } from "./place";

export interface WriteBarProps { address: Address; target: ExportTarget | null; report: Report | null; options: ExportOptions; onClose: () => void }

export function WriteBar({ address, target, report, options, onClose }: WriteBarProps) {
  const { say, bytes } = useMessages();
  const windows = useQuery("studio_info", {}).data?.platform === "windows";
  const { folder, choose } = useExportFolder();
  const [path, setPath] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  const [writing, setWriting] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const place = path ?? (folder === null || report === null ? null : joinPath(folder, report.fileName, windows));

  async function write(overwrite: boolean): Promise<void> {
    if (target === null || place === null) return;
    setWriting(true);
    setError(null);
    try {
      const written = await invoke("export_write", { address, format: target.format, options, path: place, overwrite, job: newJob("export") });
      onClose();
      const open = host().can.openFolder ? { act: { label: say("common.openFolder"), run: () => void host().openFolder(written.path) } } : {};
      toast({ text: say("export.written", { path: written.path }), ...open });
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setWriting(false);
    }
  }

  async function change(): Promise<void> {
    if (!host().can.pickPaths) {
      setTyping(true);
      setPath(place);
      return;
    }
    const picked = await host().pickSave({ title: say("export.where"), name: report?.fileName ?? "", folder });
    if (picked === null) return;
    setPath(picked);
    choose(picked);
  }

  const exists = error?.code === "conflict";
  return (
    <>
      {error === null ? null : (
        <Banner tone={exists ? "warning" : "error"} title={error.message} hint={error.hint}>
          {exists ? <Button look="line" size="small" onPress={() => void write(true)}>{say("export.replace")}</Button> : null}
        </Banner>
      )}
      <footer className="dialog-foot export-foot">
        <Button isDisabled={report === null} onPress={() => void copyReport(report, () => toast({ text: say("common.copied") }))}>{say("export.copyReport")}</Button>
        <div className="grow line export-place">
          {typing ? <TextField label={say("export.path")} hideLabel mono className="grow" value={path ?? ""} onChange={setPath} autoFocus /> : place === null ? null : (
            <>
              <span className="mono cut" title={place}>{nameOf(place)}</span>
              <span className="secondary nowrap">{report === null ? "" : bytes(report.bytes)}</span>
              <bdi className="secondary cut export-folder wide-only" title={place}>{say("export.inFolder", { folder: folderOf(place) })}</bdi>
            </>
          )}
          {typing || report === null ? null : <Button look="quiet" size="small" onPress={() => void change()}>{say("export.change")}</Button>}
        </div>
        <Button onPress={onClose}>{say("common.cancel")}</Button>
        <Button look="fill" size="large" isDisabled={report === null || place === null || place === "" || writing} onPress={() => void write(false)}>
          {say(writing ? "export.writing" : "export.write")}
        </Button>
      </footer>
    </>
  );
}

/** The report as JSON, the shape `ficha convert --json` prints. */
async function copyReport(report: Report | null, done: () => void): Promise<void> {
  if (report === null) return;
  const { source, target, identical, carried, changed, lost, leftBehind, notes } = report;
  const told = { source, target, identical, carried, changed, lost, left_behind: leftBehind, notes };
  await navigator.clipboard.writeText(JSON.stringify(told, null, 2));
  done();
}

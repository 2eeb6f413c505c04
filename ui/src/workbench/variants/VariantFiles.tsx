// Base and variants as cards of their own: one app, one folder, a file each. Every file is measured before it is written.
import { useEffect, useState } from "react";
import type { ApiError, FormatId, Report } from "../../bindings";
import { useQuery } from "../../data/queries";
import type { Document } from "../../documents";
import { freshName } from "../../export/batch";
import { joinPath, useExportFolder } from "../../export/place";
import { countsOf } from "../../export/state";
import { asApiError, host, invoke, newJob } from "../../host";
import { Banner, Button, Checkbox, Dialog, Icon, LedgerBar, Select, TextField, toast } from "../../kit";
import { useMessages } from "../../messages";
import { labelIn, variantsOf } from "./acts";

/** One card: the id of its variant, empty for the base. */
interface Card { form: string; label: string; report: Report | null; path: string | null; error: ApiError | null }

export function VariantFiles({ document, onClose }: { document: Document; onClose: () => void }) {
  const { say } = useMessages();
  const { address } = document;
  const [saved, setSaved] = useState(false);
  const targets = useQuery("export_targets", { address }).data ?? [];
  const windows = useQuery("studio_info", {}).data?.platform === "windows";
  const { folder, choose } = useExportFolder();
  const [typed, setTyped] = useState<string | null>(null);
  const [picked, setPicked] = useState<FormatId | null>(null);
  const [overwrite, setOverwrite] = useState(false);
  const [busy, setBusy] = useState(false);
  const [cards, setCards] = useState<Card[]>([]);
  const open = targets.filter(({ off }) => off === null);
  const format = picked ?? open[0]?.format ?? null;
  const place = typed ?? folder ?? "";

  useEffect(() => {
    void document.save("export").then(() => setSaved(true));
  }, [document]);
  useEffect(() => {
    if (!saved || format === null) return undefined;
    let gone = false;
    const rows = variantsOf(document.store.get().body);
    const empty = { report: null, path: null, error: null };
    const fresh: Card[] = [{ form: "", label: say("variant.base"), ...empty }, ...rows.flatMap((row, at) => (row !== null && typeof row === "object" && !Array.isArray(row) && typeof row.id === "string" ? [{ form: row.id, label: labelIn(row) || say("variant.number", { number: at + 1 }), ...empty }] : []))];
    setCards(fresh);
    void (async () => {
      for (const { form } of fresh) {
        const part = await invoke("export_measure", { address, format, options: { form }, job: newJob("measure") }).then((report) => ({ report }), (thrown: unknown) => ({ error: asApiError(thrown) }));
        if (gone) return;
        setCards((all) => all.map((card) => (card.form === form ? { ...card, ...part } : card)));
      }
    })();
    return () => {
      gone = true;
    };
  }, [document, address, format, saved, say]);

  async function write(): Promise<void> {
    if (format === null) return;
    setBusy(true);
    const taken = new Set<string>();
    let written = 0;
    for (const card of cards) {
      if (card.report === null || card.path !== null) continue;
      const path = joinPath(place, freshName(card.report.fileName, taken), windows);
      const part = await invoke("export_write", { address, format, options: { form: card.form }, path, overwrite, job: newJob("export") }).then((done) => ({ path: done.path, error: null }), (thrown: unknown) => ({ error: asApiError(thrown) }));
      if (part.error === null) written += 1;
      setCards((all) => all.map((one) => (one.form === card.form ? { ...one, ...part } : one)));
    }
    setBusy(false);
    choose(joinPath(place, "", windows));
    if (written > 0) toast({ text: say("export.batchDone", { count: written }) });
  }
  async function pick(): Promise<void> {
    const chosen = await host().pickFolder(say("export.where"));
    if (chosen !== null) setTyped(chosen);
  }
  const left = cards.filter(({ report, path }) => report !== null && path === null).length;
  return (
    <Dialog
      open size="page" title={say("variant.filesTitle")} onClose={onClose} closeLabel={say("common.close")}
      footer={<><Button onPress={onClose}>{say("common.close")}</Button><Button look="fill" isDisabled={busy || place === "" || left === 0} onPress={() => void write()}>{say("export.writeMany", { count: left })}</Button></>}
    >
      <div className="export-batch-head">
        <Select label={say("export.app")} value={format} options={open.map((target) => ({ id: target.format, label: target.title }))} onChange={setPicked} off={busy} />
        <TextField label={say("export.folder")} mono className="grow" value={place} onChange={setTyped} off={busy} />
        {host().can.pickPaths ? <Button look="line" onPress={() => void pick()} isDisabled={busy}>{say("export.change")}</Button> : null}
        <Checkbox label={say("export.replaceThere")} on={overwrite} onChange={setOverwrite} off={busy} />
      </div>
      <ul className="export-batch" aria-label={say("variant.filesTitle")}>
        {cards.map((card) => (
          <li key={card.form} className="export-batch-row">
            <span className="medium cut"><bdi>{card.label}</bdi></span>
            {card.error === null ? <LedgerBar counts={card.report === null ? null : countsOf(card.report)} /> : <span className="said-error small line"><Icon name="error" size="small" />{card.error.message}</span>}
            <span className="small secondary cut mono">{card.path === null ? card.report?.fileName ?? "" : <span className="line said-good"><Icon name="ok" size="small" /><bdi className="cut">{card.path}</bdi></span>}</span>
          </li>
        ))}
      </ul>
      {saved ? null : <Banner tone="info" title={say("save.saving")} />}
    </Dialog>
  );
}

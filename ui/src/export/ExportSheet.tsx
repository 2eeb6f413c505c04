// One piece and every app it could go to: list, report, options, and the line that writes.
import { useState } from "react";
import type { Address, FormatId } from "../bindings";
import { Banner, Progress } from "../kit";
import { useMessages } from "../messages";
import { useSettings } from "../settings/current";
import { Options } from "./Options";
import { ReportView } from "./ReportView";
import { reportOf, useMeasuring } from "./state";
import { TargetList } from "./TargetList";
import { WriteBar } from "./WriteBar";

export function ExportSheet({ address, onClose }: { address: Address; onClose: () => void }) {
  const { say } = useMessages();
  const hidden = useSettings((settings) => settings.hiddenApps);
  const [picked, setPicked] = useState<FormatId | null>(null);
  const measuring = useMeasuring(address, picked, hidden);
  const chosen = picked ?? measuring.targets?.find(({ off }) => off === null)?.format ?? null;
  const target = measuring.targets?.find(({ format }) => format === chosen) ?? null;
  const measured = chosen === null ? null : measuring.measured(chosen);
  const report = measured === null ? null : reportOf(measured);
  return (
    <div className="export-sheet" data-help="export">
      <div className="export-columns">
        <TargetList measuring={measuring} chosen={chosen} onChoose={setPicked} />
        <div className="export-middle">
          {measuring.error === null ? null : <Banner tone="error" title={measuring.error.message} hint={measuring.error.hint} />}
          {measured?.state === "failed" ? <Banner tone="error" title={measured.error.message} hint={measured.error.hint} /> : null}
          {report === null || target === null ? (
            measured?.state === "failed" || measuring.error !== null ? null : <div className="export-hero"><p className="export-sentence secondary">{say("export.measuring")}</p><Progress label={say("export.measuring")} /></div>
          ) : <ReportView key={target.format} report={report} title={target.title} measuring={measured?.state === "measuring"} />}
        </div>
        {target === null ? <aside className="export-options" /> : (
          <Options address={address} onClose={onClose} target={target} options={measuring.options(target.format)} report={report} onChoose={(part) => measuring.choose(target.format, part)} />
        )}
      </div>
      <WriteBar
        address={address} target={target} report={measured?.state === "done" ? report : null}
        options={target === null ? {} : measuring.options(target.format)} onClose={onClose}
      />
    </div>
  );
}

// The finding that is chosen: what it is, what stands there in its context, what can be done about it.
import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import type { ApiError, FindingRow } from "../bindings";
import { asApiError } from "../host";
import { Banner, Button, Icon, SidePane } from "../kit";
import { useMessages } from "../messages";
import { goToFinding, hushFinding } from "./acts";
import { EvidenceText } from "./Evidence";
import { PlaceWords } from "./FindingList";
import { markHushed, mendOne } from "./mend";

export function FindingDetail({ row }: { row: FindingRow }) {
  const { say } = useMessages();
  const [choice, choose] = useState("0");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);
  const fix = row.fixes[Number(choice)];
  function apply(): void {
    if (fix === undefined) return;
    setBusy(true);
    mendOne(row, fix).then(() => setFault(null), (thrown: unknown) => setFault(asApiError(thrown))).finally(() => setBusy(false));
  }
  async function hush(): Promise<void> {
    const failed = await hushFinding(row.address, row.key, row.title, !row.hushed);
    setFault(failed);
    if (failed === null) markHushed(row, !row.hushed);
  }
  return (
    <SidePane id="checks-detail" side="right" label={say("checks.detail")} className="checks-detail" width={392}>
      <div className="pane-scroll">
        <div className="checks-part">
          <div className={`line small said-${row.severity}`}><Icon name={row.severity} size="small" />{say(`checks.severity.${row.severity}`)} · <span className="mono">{row.code}</span></div>
          <h2 className="checks-detail-title">{row.title}</h2>
          <p className="secondary"><bdi className="tertiary">{row.address}</bdi> <PlaceWords row={row} /></p>
        </div>
        <div className="checks-part">
          {row.evidence === null ? null : <><h3>{say("checks.inText")}</h3><EvidenceText evidence={row.evidence} /></>}
          <p className="secondary" dir="auto">{row.message}</p>
        </div>
        <div className="checks-part">
          <h3>{say("checks.whatToDo")}</h3>
          {row.hint === null ? null : <p className="secondary" dir="auto">{row.hint}</p>}
          {row.fixes.length === 0 ? null : (
            <RadioGroup className="checks-choices" aria-label={say("checks.whatToDo")} value={choice} onChange={choose}>
              {row.fixes.map((one, at) => (
                <Radio key={at} value={String(at)} className="checks-choice">
                  <span className="choice-dot" aria-hidden="true" /><span className="medium" dir="auto">{one.label}</span>
                </Radio>
              ))}
            </RadioGroup>
          )}
          <div className="line checks-acts">
            {fix === undefined ? null : <Button look="fill" isDisabled={busy} onPress={apply}>{say("checks.apply")}</Button>}
            <Button look="line" onPress={() => goToFinding(row)}>{row.path === "" ? say("checks.openPiece") : say("checks.goTo")}</Button>
            <Button className="push" onPress={() => void hush()}>{row.hushed ? say("checks.unhush") : say("checks.hush")}</Button>
          </div>
          {fault === null ? null : <Banner tone="error" title={fault.message} hint={fault.hint} />}
          <p className="small tertiary checks-foot">{fix === undefined ? say("checks.hushNote") : say("checks.applyNote")}</p>
        </div>
      </div>
    </SidePane>
  );
}

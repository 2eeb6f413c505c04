// The dialog that makes a world from a card: which card, what it holds, what is made of it.
import { useLayoutEffect } from "react";
import { capOf, registerCommands } from "../../commands";
import { Banner, Button, Dialog, Progress } from "../../kit";
import { useMessages } from "../../messages";
import { PiecePicker } from "../../workbench/pick/PiecePicker";
import { addressOf } from "../../library/state";
import { closeMake, make, openPiece, pickCard, beginMake } from "./acts";
import { ChoicesPane } from "./ChoicesPane";
import { PreviewPane } from "./PreviewPane";
import { useMaking } from "./state";
import "../worlds.css";
import "./making.css";

export function Making() {
  const { say } = useMessages();
  const open = useMaking(() => true) === true;
  const preview = useMaking((state) => state.preview);
  const busy = useMaking((state) => state.busy) === true;
  const fault = useMaking((state) => state.fault);
  const said = useMaking((state) => state.said);
  // The main act of what is on top.
  useLayoutEffect(() => (open ? registerCommands([{ id: "make.go", title: "make.go", icon: "worlds", keys: ["Mod+Enter"], everywhere: true, hidden: true, run: () => void make() }]) : undefined), [open]);
  if (!open) return null;
  return (
    <Dialog open size="page" title={say("make.title")} label={say("make.title")} onClose={closeMake} closeLabel={say("common.close")} footer={preview === null ? undefined : <Foot busy={busy} />}>
      <div className="making" data-help="making">
        {fault === null ? null : <Banner tone="error" title={fault.message} hint={fault.hint} />}
        {said === null ? null : <Banner tone="info" title={said} />}
        {preview !== null ? <div className="making-panes"><PreviewPane preview={preview} /><ChoicesPane preview={preview} /></div>
          : busy ? <p className="making-reading line"><Progress label={say("make.reading")} className="making-bar" /><span className="secondary">{say("make.reading")}</span></p> : <Which />}
      </div>
    </Dialog>
  );
}

function Which() {
  const { say } = useMessages();
  return (
    <section className="making-which">
      <h2>{say("make.pick")}</h2>
      <p className="secondary">{say("make.pickHint")}</p>
      <div className="line"><Button look="line" icon="folder" onPress={() => void pickCard()}>{say("make.file")}</Button></div>
      <PiecePicker kinds={["character"]} onPick={(row) => void openPiece(addressOf(row))} />
    </section>
  );
}

function Foot({ busy }: { busy: boolean }) {
  const { say } = useMessages();
  const preview = useMaking((state) => state.preview);
  const off = useMaking((state) => state.choices.entriesOff.length) ?? 0;
  const nameless = useMaking((state) => state.update === null && state.choices.worldName.trim() === "") === true;
  const update = useMaking((state) => state.update);
  if (preview === null) return null;
  return (
    <>
      <span className="small secondary push-end grow">{say("make.sum", { fields: preview.fields.length, on: preview.entries.length - off, greetings: preview.greetings.filter((one) => !one.blank).length })}</span>
      <Button onPress={beginMake}>{say("make.other")}</Button>
      <Button onPress={closeMake}>{say("common.cancel")}</Button>
      <Button look="fill" icon={update === null ? "worlds" : "compare"} cap={capOf("Mod+Enter")} isDisabled={busy || nameless} onPress={() => void make()}>
        {busy ? say("make.starting") : update === null ? say("make.go") : say("make.goUpdate")}
      </Button>
    </>
  );
}

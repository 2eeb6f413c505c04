// The portrait: taken from a file, cut to a part of itself, drawn plain, or taken away.
import { useState } from "react";
import type { ApiError, PortraitSet } from "../../bindings";
import { type Document, useDocument, useValue } from "../../documents";
import { asApiError, host, invoke } from "../../host";
import { Banner, Button, toast } from "../../kit";
import { Portrait } from "../../library/Portrait";
import { useMessages } from "../../messages";
import { Line } from "../fields/Line";
import { stepOf } from "../fields/names";
import { OddNote } from "../fields/Odd";
import { fieldName } from "../fields/schema";
import { ScopeTag } from "../scope/ScopeTag";
import { undoOfLast } from "../undo";
import { Crop } from "./Crop";
import { PORTRAIT } from "./media";
import { portraitOf, refOf } from "./pictures";

export function Portraits({ document }: { document: Document }) {
  const { say, language } = useMessages();
  const portrait = useValue(document, PORTRAIT);
  const entity = useDocument(document, (state) => state.entity);
  const [error, setError] = useState<ApiError | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [cropping, crop] = useState(false);
  const label = say("field.portrait");
  const shown = portraitOf(portrait, entity);

  async function take(set: () => Promise<PortraitSet | null>): Promise<void> {
    setError(null);
    setNote(null);
    try {
      const made = await set();
      if (made === null) return;
      setNote(made.note);
      document.edit({ label: stepOf(label), changes: [{ path: PORTRAIT, value: { role: "portrait", primary: true, ref: `sha256:${made.blob}`, mime: made.mime } }] });
    } catch (thrown) {
      setError(asApiError(thrown));
    }
  }
  async function pick(): Promise<PortraitSet | null> {
    const given = await host().pickFiles(say("workbench.pickPicture"), false);
    if (given === null) return null;
    if ("files" in given) {
      const [file] = given.files;
      return file === undefined ? null : host().upload<PortraitSet>("portrait-upload", file, { address: document.address });
    }
    const [path] = given.paths;
    return path === undefined ? null : invoke("portrait_set", { address: document.address, path });
  }
  function remove(): void {
    document.edit({ label: stepOf(label), changes: [{ path: PORTRAIT }] });
    toast({ icon: "trash", text: say("media.removed", { name: label }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  return (
    <>
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      <section className="picture-main" aria-label={label} data-help="pictures" data-document data-path={PORTRAIT}>
        <Portrait key={refOf(portrait)} portrait={shown} kind="character" side={240} className="picture-large" />
        <div className="stack picture-acts">
          <div className="line"><h3 className="form-subtitle">{label}</h3><ScopeTag document={document} path={`${PORTRAIT}.ref`} label={label} /></div>
          <p className="small secondary">{shown === null ? say("workbench.noPortrait") : say("workbench.portraitHint")}</p>
          <OddNote document={document} path={PORTRAIT} wanted="map" />
          <div className="line">
            <Button look="line" icon="image" onPress={() => void take(pick)}>{say("workbench.replacePicture")}</Button>
            {shown === null ? <Button look="plain" onPress={() => void take(() => invoke("portrait_plain", { address: document.address }))}>{say("workbench.plainPicture")}</Button> : <Button look="plain" onPress={() => crop(true)}>{say("media.crop")}</Button>}
            {portrait === undefined ? null : <Button look="plain" icon="trash" onPress={remove}>{say("common.remove")}</Button>}
          </div>
          {note === null ? null : <p className="small said-info" role="status">{note}</p>}
          {portrait === undefined ? null : <Line document={document} path={`${PORTRAIT}.label`} label={fieldName("character", `${PORTRAIT}.label`, language)} />}
        </div>
      </section>
      {cropping && shown !== null ? <Crop sha256={shown} onClose={() => crop(false)} onCrop={(part) => { crop(false); void take(() => invoke("picture_crop", { sha256: shown, ...part })); }} /> : null}
    </>
  );
}

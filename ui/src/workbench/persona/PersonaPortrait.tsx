// The picture of a persona: shown, chosen anew, taken away. Few apps keep it; the report of an export says which.
import { useState } from "react";
import type { ApiError, PortraitSet } from "../../bindings";
import { type Document, useDocument, useValue } from "../../documents";
import { asApiError, host, invoke } from "../../host";
import { Banner, Button } from "../../kit";
import { Portrait } from "../../library/Portrait";
import { useMessages } from "../../messages";
import { portraitOf, refOf } from "../character/pictures";
import { AutoGrid } from "../fields/Auto";
import { CarriedLine } from "../fields/Carried";
import { stepOf } from "../fields/names";

const PATH = "media.portrait";

export function PersonaPortrait({ document }: { document: Document }) {
  const { say } = useMessages();
  const portrait = useValue(document, PATH);
  const entity = useDocument(document, (state) => state.entity);
  const [error, setError] = useState<ApiError | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const label = say("field.portrait");

  async function choose(): Promise<void> {
    setError(null);
    setNote(null);
    try {
      const given = await host().pickFiles(say("workbench.pickPicture"), false);
      if (given === null) return;
      const made = "files" in given
        ? given.files[0] === undefined ? null : await host().upload<PortraitSet>("portrait-upload", given.files[0], { address: document.address })
        : given.paths[0] === undefined ? null : await invoke("portrait_set", { address: document.address, path: given.paths[0] });
      if (made === null) return;
      setNote(made.note);
      document.edit({ label: stepOf(label), changes: [{ path: PATH, value: { role: "portrait", ref: `sha256:${made.blob}`, mime: made.mime } }] });
    } catch (thrown) {
      setError(asApiError(thrown));
    }
  }
  const shown = portraitOf(portrait, entity);
  return (
    <section className="stack form-list" aria-label={label}>
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      <div className="picture-main">
        <Portrait key={refOf(portrait)} portrait={shown} kind="persona" side={240} className="picture-large persona-portrait" />
        <div className="stack picture-acts">
          <h3 className="form-subtitle">{label}</h3>
          {shown === null ? <p className="small secondary">{say("persona.noPortrait")}</p> : null}
          <div className="line">
            <Button look="line" icon="image" onPress={() => void choose()}>{say("workbench.replacePicture")}</Button>
            {portrait === undefined ? null : <Button icon="trash" onPress={() => document.edit({ label: stepOf(label), changes: [{ path: PATH }] })}>{say("common.remove")}</Button>}
          </div>
          {note === null ? null : <p className="small said-info" role="status">{note}</p>}
          <CarriedLine document={document} path={`${PATH}.ref`} />
        </div>
      </div>
      {portrait === undefined ? null : <AutoGrid document={document} paths={["name", "role", "mime", "ref"].map((key) => `${PATH}.${key}`)} />}
    </section>
  );
}

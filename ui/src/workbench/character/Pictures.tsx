// Pictures: the portrait with what can be done to it, and every other asset with its role, name and whether it is here.
import { useState } from "react";
import type { ApiError, Json, JsonObject, PortraitSet } from "../../bindings";
import { type Document, useDocument, useValue } from "../../documents";
import { asApiError, host, invoke } from "../../host";
import { Banner, Button, Icon, Name } from "../../kit";
import { Portrait } from "../../library/Portrait";
import { type MessageId, useMessages } from "../../messages";
import { stepOf } from "../fields/names";
import { blobOf, portraitOf, refOf } from "./pictures";

const ROLES: Record<string, MessageId> = {
  portrait: "role.portrait", emotion: "role.emotion", outfit: "role.outfit", pose: "role.pose", background: "role.background", other: "role.other",
};

export function Pictures({ document }: { document: Document }) {
  const { say } = useMessages();
  const portrait = useValue(document, "media.portrait");
  const assets = useValue(document, "media.assets");
  const entity = useDocument(document, (state) => state.entity);
  const [error, setError] = useState<ApiError | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const label = say("field.portrait");

  async function take(set: () => Promise<PortraitSet | null>): Promise<void> {
    setError(null);
    setNote(null);
    try {
      const made = await set();
      if (made === null) return;
      setNote(made.note);
      document.edit({ label: stepOf(label), changes: [{ path: "media.portrait", value: { role: "portrait", primary: true, ref: `sha256:${made.blob}`, mime: made.mime } }] });
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
  const shown = portraitOf(portrait, entity);
  const rows: Json[] = Array.isArray(assets) ? assets : [];
  return (
    <>
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      <section className="picture-main" aria-label={label}>
        <Portrait key={refOf(portrait)} portrait={shown} kind="character" side={240} className="picture-large" />
        <div className="stack picture-acts">
          <h3 className="form-subtitle">{label}</h3>
          <p className="small secondary">{shown === null ? say("workbench.noPortrait") : say("workbench.portraitHint")}</p>
          <div className="line">
            <Button look="line" icon="image" onPress={() => void take(pick)}>{say("workbench.replacePicture")}</Button>
            {shown === null
              ? <Button look="plain" onPress={() => void take(() => invoke("portrait_plain", { address: document.address }))}>{say("workbench.plainPicture")}</Button>
              : <Button look="plain" icon="trash" onPress={() => document.edit({ label: stepOf(label), changes: [{ path: "media.portrait" }] })}>{say("common.remove")}</Button>}
          </div>
          {note === null ? null : <p className="small said-info" role="status">{note}</p>}
        </div>
      </section>
      {rows.length === 0 ? null : <h3 className="form-subtitle">{say("workbench.otherPictures")}</h3>}
      {rows.length === 0 ? null : (
        <ul className="picture-grid" aria-label={say("section.pictures")}>
          {rows.filter(isMap).map((asset, at) => {
            const blob = blobOf(refOf(asset), entity);
            const role = typeof asset.role === "string" ? asset.role : "other";
            const name = typeof asset.label === "string" ? asset.label : typeof asset.name === "string" ? asset.name : "";
            return (
              <li key={at} className="picture-tile">
                {blob === null ? <span className="portrait portrait-sign picture-thumb" aria-hidden="true"><Icon name="image" /></span> : <Portrait portrait={blob} kind={null} side={128} className="picture-thumb" />}
                <Name text={name} className="small medium" />
                <span className="small secondary">{say(ROLES[role] ?? "role.other")}</span>
                {blob === null ? <span className="small said-warning line"><Icon name="warning" size="small" />{say("workbench.pictureMissing")}</span> : null}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function isMap(value: Json): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

// The chosen picture of a pack: seen larger, its label, the file behind it, another one in its place.
import { useState } from "react";
import type { ApiError } from "../../bindings";
import { type Document, useDocument, useValue } from "../../documents";
import { asApiError, host } from "../../host";
import { Banner, Button, EmptyState } from "../../kit";
import { Portrait } from "../../library/Portrait";
import { useMessages } from "../../messages";
import { takeIn } from "../character/media";
import { blobOf, refOf } from "../character/pictures";
import { AutoGrid } from "../fields/Auto";
import { Line } from "../fields/Line";
import { isMap } from "../rows/acts";

export function PictureForm({ document, path, twin, name }: { document: Document; path: string; twin: boolean; name: string }) {
  const { say, bytes } = useMessages();
  const item = useValue(document, path);
  const entity = useDocument(document, (state) => state.entity);
  const [error, setError] = useState<ApiError | null>(null);
  if (!isMap(item)) return <EmptyState title={name} hint={say("rows.unreadableHint")} />;
  const ref = refOf(item);
  const blob = blobOf(ref, entity);
  const size = entity.pictures.find(({ reference }) => reference === ref)?.bytes ?? 0;

  async function replace(): Promise<void> {
    setError(null);
    const given = await host().pickFiles(say("workbench.pickPicture"), false);
    if (given === null) return;
    const { added: [made], faults: [fault] } = await takeIn(document, given);
    if (fault !== undefined) setError(asApiError(fault));
    if (made !== undefined) document.edit({ label: say("pack.step.replace"), changes: [{ path: `${path}.ref`, value: `sha256:${made.blob}` }, { path: `${path}.mime`, value: made.mime }] });
  }
  return (
    <section className="pack-form" aria-label={say("pack.chosen")}>
      <Portrait key={ref} portrait={blob} kind="pack" side={240} className="pack-large" />
      <div className="stack form-list grow">
        {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
        <div className="pack-fields">
          <div>
            <Line document={document} path={`${path}.label`} label={say("pack.label")} hint={say("pack.labelHint")} keepEmpty />
            {twin ? <p className="field-help said-warning">{say("pack.labelTwin")}</p> : null}
          </div>
          <div className="line pack-acts"><Button look="line" icon="image" onPress={() => void replace()}>{say("pack.replace")}</Button>{size === 0 ? null : <span className="small tertiary">{bytes(size)}</span>}</div>
        </div>
        <AutoGrid document={document} paths={["id", "mime", "ref"].map((key) => `${path}.${key}`)} />
      </div>
    </section>
  );
}

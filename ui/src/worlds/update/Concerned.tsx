// The documents a change concerns, beside it: read, written by hand, or taken away where only a dropped piece made them.
import { useState } from "react";
import type { JsonObject, UpdateChange } from "../../bindings";
import { useQuery } from "../../data/queries";
import { Button, Icon, Name, Select } from "../../kit";
import { useMessages } from "../../messages";
import { DocumentText } from "../parts/DocumentText";
import { DocumentEdit } from "../review/DocumentEdit";
import { isMap } from "../review/model";
import { openWorldPanel } from "../route";
import { mark, removeDocument, writeDocument } from "./acts";

export function Concerned({ world, change }: { world: string; change: UpdateChange }) {
  const { say } = useMessages();
  const documents = [...new Set([...change.documents, ...change.madeOnly])];
  const [chosen, choose] = useState(documents[0] ?? null);
  const document = chosen !== null && documents.includes(chosen) ? chosen : documents[0] ?? null;
  return (
    <div className="pane-scroll review-beside">
      {document === null ? (
        <>
          <p className="small tertiary">{say(change.kind === "field" ? "newer.concernsInfo" : "newer.concernsNone")}</p>
          <p><Button size="small" look="line" icon="right" onPress={() => openWorldPanel("world")}>{say("came.openWorld")}</Button></p>
        </>
      ) : (
        <>
          {documents.length === 1 ? null : <Select label={say("newer.document")} value={document} options={documents.map((id) => ({ id, label: id }))} onChange={choose} />}
          <Document key={document} world={world} document={document} change={change} />
        </>
      )}
    </div>
  );
}

function Document({ world, document, change }: { world: string; document: string; change: UpdateChange }) {
  const { say } = useMessages();
  const { data, error } = useQuery("world_document", { world, document });
  const [editing, edit] = useState(false);
  if (error !== null) return <p className="small tertiary">{say("newer.documentGone", { document })}</p>;
  if (data === null || !isMap(data)) return null;
  const only = change.madeOnly.includes(document);
  const own = change.edited.includes(document);
  const name = data["title"] ?? data["name"];
  return (
    <section className="review-piece">
      <div className="line"><h3 className="medium cut grow"><Name text={typeof name === "string" ? name : document} /></h3><span className="small tertiary mono cut">{document}</span></div>
      {only ? <p className={`small line ${own ? "said-warning" : "secondary"}`}><Icon name={own ? "warning" : "minus"} size="small" />{say(own ? "newer.onlyEdited" : "newer.onlyFromIt")}</p> : null}
      {editing ? (
        <DocumentEdit
          doc={data} onCancel={() => edit(false)}
          onDone={(doc: JsonObject) => {
            edit(false);
            void writeDocument(world, document, doc).then(() => mark(world, change.id, "carried"));
          }}
        />
      ) : (
        <>
          <div className="review-acts">
            <Button size="small" look="line" icon="workbench" onPress={() => edit(true)}>{say("review.edit")}</Button>
            <Button size="small" icon="right" onPress={() => openWorldPanel("world", document)}>{say("newer.openDocument")}</Button>
            {only ? <Button size="small" icon="trash" onPress={() => void removeDocument(world, document).then(() => mark(world, change.id, "carried"))}>{say("newer.removeDocument")}</Button> : null}
          </div>
          <DocumentText doc={data} />
        </>
      )}
    </section>
  );
}

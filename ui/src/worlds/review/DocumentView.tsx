// One document of a review: what is done with it, and its text as it will be written. Edited in place; how it was made
// is one press away.
import { useState } from "react";
import type { ImportReview, JsonObject, ReviewDocument } from "../../bindings";
import { Button, Icon, Name, Segmented, Select, TextField } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { DocumentText } from "../parts/DocumentText";
import { settle } from "./acts";
import { DocumentEdit } from "./DocumentEdit";
import { OtherKind, Told } from "./OtherKind";
import { docOf, type Fate, fateOf, folderOf, isMap, nameOf } from "./model";

export function DocumentView({ review, document }: { review: ImportReview; document: ReviewDocument }) {
  const { say } = useMessages();
  const [editing, edit] = useState<"no" | "name" | "text">("no");
  const fate = fateOf(document);
  const set = (change: (fate: Fate) => Fate): void => {
    void settle(review, document.ref, change, (now) => {
      const here = now.documents.find((one) => one.ref === document.ref);
      return here === undefined ? fate : fateOf(here);
    });
  };
  const others = review.documents.filter((one) => one.ref !== document.ref && folderOf(one.ref) === folderOf(document.ref) && fateOf(one).fate === "keep");
  const changed = fate.doc !== null || fate.name !== null || fate.kind !== null || fate.split.length > 0;
  return (
    <article className="review-document">
      <header className="review-document-head">
        <div className="line"><h2 className="review-name"><Name text={nameOf(document)} /></h2><span className="small tertiary nowrap">{say(`review.kind.${folderOf(document.ref)}` as MessageId)}</span></div>
        <div className="review-acts">
          <Segmented
            label={say("review.fate")} size="small" value={fate.fate} onChange={(next) => set((now) => ({ ...now, fate: next, into: next === "merge" ? now.into ?? others[0]?.ref ?? null : null }))}
            options={[{ id: "keep", label: say("review.keep") }, { id: "drop", label: say("review.drop") }, { id: "merge", label: say("review.merge"), off: others.length === 0 }]}
          />
          {fate.fate !== "merge" ? null : (
            <Select label={say("review.into")} hideLabel size="small" value={fate.into} options={others.map((one) => ({ id: one.ref, label: nameOf(one) }))} onChange={(into) => set((now) => ({ ...now, fate: "merge", into }))} />
          )}
          <Button size="small" onPress={() => edit(editing === "name" ? "no" : "name")}>{say("common.rename")}</Button>
          <Button size="small" icon="workbench" onPress={() => edit("text")} isDisabled={editing === "text"}>{say("review.edit")}</Button>
          <OtherKind document={document} fate={fate} set={set} />
          {changed ? <Button size="small" icon="undo" onPress={() => { edit("no"); set((now) => ({ ...now, doc: null, name: null, kind: null, split: [] })); }}>{say("review.asMade")}</Button> : null}
        </div>
        {editing === "name" ? <Rename value={nameOf(document)} onDone={(name) => { edit("no"); if (name !== null) set((now) => ({ ...now, name: name === document.name ? null : name })); }} /> : null}
        <Told fate={fate} set={set} />
        {fate.fate === "drop" ? <p className="review-told small"><Icon name="minus" size="small" />{say("review.dropTold")}</p> : null}
        {fate.fate === "merge" ? <p className="review-told small"><Icon name="link" size="small" />{say("review.mergeTold")}</p> : null}
      </header>
      {editing === "text" ? (
        <DocumentEdit doc={docOf(document)} onCancel={() => edit("no")} onDone={(doc: JsonObject) => { edit("no"); set((now) => ({ ...now, doc: isMap(document.doc) && JSON.stringify(doc) === JSON.stringify(document.doc) ? null : doc })); }} />
      ) : <DocumentText doc={docOf(document)} />}
    </article>
  );
}

function Rename({ value, onDone }: { value: string; onDone: (name: string | null) => void }) {
  const { say } = useMessages();
  const [name, setName] = useState(value);
  return (
    <form className="line review-rename" onSubmit={(event) => { event.preventDefault(); onDone(name.trim() === "" ? null : name.trim()); }}>
      <TextField label={say("review.newName")} hideLabel value={name} onChange={setName} autoFocus className="grow" onKeyDown={(event) => event.key === "Escape" && onDone(null)} />
      <Button size="small" look="line" type="submit">{say("common.rename")}</Button>
      <span className="small tertiary">{say("review.renameHint")}</span>
    </form>
  );
}

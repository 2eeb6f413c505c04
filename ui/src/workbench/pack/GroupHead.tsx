// The head of a list of pictures: a group's name written in place, whether its pictures are used, taking it away.
import { type ReactNode, useEffect, useState } from "react";
import type { JsonObject } from "../../bindings";
import { type Document, pathOf, readPath } from "../../documents";
import { IconButton, toast } from "../../kit";
import { useMessages } from "../../messages";
import { Flag } from "../fields/Choices";
import { Line } from "../fields/Line";
import { isMap } from "../rows/acts";
import { undoOfLast } from "../undo";
import { type Collection, GROUPS, renamedGroups } from "./collections";

export function GroupHead({ document, collection, names, onPage, children }: { document: Document; collection: Collection; names: string[]; onPage: (id: string) => void; children: ReactNode }) {
  const { say } = useMessages();
  const { name } = collection;
  const [typed, setTyped] = useState(name ?? "");
  useEffect(() => setTyped(name ?? ""), [name]);
  const taken = name !== null && typed.trim() !== name && names.includes(typed.trim());
  function rename(): void {
    const next = typed.trim();
    if (name === null || next === "" || next === name || taken) {
      setTyped(name ?? "");
      return;
    }
    const groups = readPath(document.store.get().body, GROUPS);
    if (!isMap(groups)) return;
    document.edit({ label: say("pack.step.rename"), changes: [{ path: GROUPS, value: renamedGroups(groups as JsonObject, name, next) }] });
    onPage(`group ${next}`);
  }
  function remove(): void {
    if (name === null) return;
    document.edit({ label: say("pack.step.removeGroup"), changes: [{ path: pathOf(GROUPS, name) }] });
    onPage("pictures");
    toast({ icon: "trash", text: say("rows.removed", { name }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  return (
    <header className="pack-head" data-document>
      {name === null ? <h2 className="form-title grow">{say("pack.own")}</h2> : (
        <input
          className="entry-title" dir="auto" aria-label={say("pack.groupName")} value={typed} onChange={(event) => setTyped(event.target.value)} onBlur={rename} aria-invalid={taken || undefined} title={taken ? say("pack.groupTaken") : undefined}
          onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && event.currentTarget.blur()}
        />
      )}
      {taken ? <span className="small said-warning">{say("pack.groupTaken")}</span> : null}
      <div className="pack-default"><Line document={document} path={`${collection.path}.defaultLabel`} label={say("pack.defaultLabel")} /></div>
      <Flag document={document} path={`${collection.path}.enabled`} label={say("pack.on")} absent look="switch" />
      {name === null ? null : <IconButton icon="trash" label={say("pack.groupRemove")} onPress={remove} />}
      {children}
    </header>
  );
}

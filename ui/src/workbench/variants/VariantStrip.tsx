// The strip above the form: base and variants, what can be done with the one on the page, and for which app one writes.
import { useState } from "react";
import { type Document, useDocument } from "../../documents";
import { Button, IconButton, Menu, type MenuGroup, Switch, toast } from "../../kit";
import { useMessages } from "../../messages";
import { ProfileChoice } from "../profiles/ProfileChoice";
import { BASE, mirrors, type ScopeId, variantAt } from "../scope/scope";
import { undoOfLast } from "../undo";
import { countIn, labelIn, variantActs, variantsOf } from "./acts";
import { NameDialog } from "./NameDialog";
import { VariantCompare } from "./VariantCompare";
import { VariantFiles } from "./VariantFiles";
import { VariantTabs } from "./VariantTabs";
import "./variants.css";

export interface VariantStripProps { document: Document; scope: ScopeId; onScope: (scope: ScopeId) => void }
type Open = { dialog: "name"; at: number | null } | { dialog: "compare" } | { dialog: "files" };

export function VariantStrip({ document, scope, onScope }: VariantStripProps) {
  const { say } = useMessages();
  const body = useDocument(document, (state) => state.body);
  const rows = variantsOf(body);
  const acts = variantActs(document, say);
  const [open, setOpen] = useState<Open | null>(null);
  const at = scope.kind === "variant" ? scope.at : null;
  const on = at === null ? null : variantAt({ body }, at);
  const choose = (to: number | null): void => onScope(to === null ? BASE : { kind: "variant", at: to });

  function remove(from: number): void {
    const name = acts.named(from);
    acts.remove(from);
    onScope(BASE);
    toast({ text: say("variant.removed", { name }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  const groups: MenuGroup[] = at === null ? [
    { id: "out", items: [{ id: "files", label: say("variant.files"), icon: "export", off: rows.length === 0 }] },
  ] : [
    { id: "name", items: [{ id: "rename", label: say("variant.rename"), icon: "workbench", cap: "F2" }, { id: "copy", label: say("workbench.duplicate"), icon: "copy" }] },
    { id: "move", items: [{ id: "left", label: say("variant.moveLeft"), icon: "back", cap: "Alt ←", off: at === 0 }, { id: "right", label: say("variant.moveRight"), icon: "right", cap: "Alt →", off: at === rows.length - 1 }] },
    { id: "base", items: [{ id: "mirror", label: say(mirrors(on) ? "variant.mirrorOff" : "variant.mirrorOn"), icon: "link" }, { id: "promote", label: say("variant.promote"), icon: "pin", off: countIn(body, rows[at]) === 0 }] },
    { id: "out", items: [{ id: "files", label: say("variant.files"), icon: "export" }] },
    { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true, cap: "Delete" }] },
  ];
  function act(id: string): void {
    if (id === "files") setOpen({ dialog: "files" });
    if (at === null) return;
    if (id === "rename") setOpen({ dialog: "name", at });
    else if (id === "copy") choose(acts.duplicate(at));
    else if (id === "left") { acts.move(at, at - 1); choose(at - 1); }
    else if (id === "right") { acts.move(at, at + 1); choose(at + 1); }
    else if (id === "mirror") acts.mirror(at, !mirrors(on));
    else if (id === "promote") acts.promote(at);
    else if (id === "remove") remove(at);
  }
  const labelled = open?.dialog === "name" ? (open.at === null ? say("variant.number", { number: rows.length + 1 }) : labelIn(rows[open.at])) : "";
  return (
    <div className="variant-strip" data-document data-help="variants">
      <VariantTabs document={document} rows={rows} acts={acts} on={at} onChoose={choose} onRename={(from) => setOpen({ dialog: "name", at: from })} onRemove={remove} />
      <IconButton icon="add" size="small" label={say("variant.add")} onPress={() => setOpen({ dialog: "name", at: null })} />
      {rows.length === 0 ? null : <Menu label={say("variant.acts")} button={<IconButton icon="more" size="small" label={say("variant.acts")} />} groups={groups} onAction={act} />}
      {on === null ? null : (
        <>
          <span className="piece-bar-line" />
          <Switch label={say("variant.mirror")} on={mirrors(on)} onChange={(next) => at !== null && acts.mirror(at, next)} className="small secondary nowrap" />
          <Button size="small" look="plain" icon="compare" className="secondary" aria-label={say("variant.compare")} onPress={() => setOpen({ dialog: "compare" })}><span className="wide-only">{say("variant.compare")}</span></Button>
        </>
      )}
      <ProfileChoice document={document} scope={scope} onScope={onScope} />
      {open?.dialog !== "name" ? null : (
        <NameDialog
          title={say(open.at === null ? "variant.add" : "variant.rename")} value={labelled} onClose={() => setOpen(null)}
          onName={(name) => { if (open.at === null) choose(acts.add(name)); else acts.rename(open.at, name); }}
        />
      )}
      {open?.dialog === "compare" && at !== null ? <VariantCompare document={document} at={at} onClose={() => setOpen(null)} /> : null}
      {open?.dialog === "files" ? <VariantFiles document={document} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

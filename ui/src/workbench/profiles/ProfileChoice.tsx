// For which app one writes. With an app chosen, what is typed is that app's alone and reaches no other.
import type { FormatId } from "../../bindings";
import { useQuery } from "../../data/queries";
import { type Document, useDocument } from "../../documents";
import { Button, Select, toast } from "../../kit";
import { useMessages } from "../../messages";
import { unitsOf } from "../scope/merge";
import { BASE, type ScopeId } from "../scope/scope";
import { undoOfLast } from "../undo";

const ALL = "all";
export interface ProfileChoiceProps { document: Document; scope: ScopeId; onScope: (scope: ScopeId) => void }

export function ProfileChoice({ document, scope, onScope }: ProfileChoiceProps) {
  const { say } = useMessages();
  const profiles = useDocument(document, (state) => state.profiles);
  const kind = useDocument(document, (state) => state.entity.kind);
  const formats = useQuery("formats", {}).data ?? [];
  const format = scope.kind === "profile" ? scope.format : null;
  const count = (id: FormatId): number => unitsOf(profiles[id] ?? {}).length;
  const apps = formats.filter((row) => row.kind === kind && row.writes.length > 0 && !row.id.startsWith("ficha")).sort((a, b) => count(b.id) - count(a.id) || a.title.localeCompare(b.title));
  const title = apps.find(({ id }) => id === format)?.title ?? format ?? "";

  function clear(): void {
    if (format === null) return;
    document.edit({ label: say("step.clearProfile", { app: title }), changes: [{ path: `profiles[${JSON.stringify(format)}]` }] });
    toast({ text: say("profile.cleared", { app: title }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  return (
    <span className="profile-choice">
      {format === null || count(format) === 0 ? null : <Button size="small" look="plain" icon="reset" aria-label={say("profile.clear", { count: count(format) })} onPress={clear}><span className="wide-only">{say("profile.clear", { count: count(format) })}</span></Button>}
      <span className="small secondary wide-only nowrap" aria-hidden="true">{say("profile.for")}</span>
      <Select
        label={say("profile.for")} hideLabel size="small" value={format ?? ALL}
        options={[{ id: ALL, label: say("profile.all") }, ...apps.map((row) => ({ id: row.id, label: row.title, ...(count(row.id) === 0 ? {} : { note: say("profile.fields", { count: count(row.id) }) }) }))]}
        onChange={(next) => onScope(next === ALL ? BASE : { kind: "profile", format: next })}
      />
    </span>
  );
}

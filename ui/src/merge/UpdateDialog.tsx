// An open piece brought up to date from a newer file: the file it came from, the own edits and the new file, field by
// field. One revision comes of it, and going back is one press.
import { useEffect, useState } from "react";
import type { ApiError, UpdateView } from "../bindings";
import type { Document } from "../documents";
import { asApiError, invoke } from "../host";
import { Dialog, EmptyState, toast } from "../kit";
import { useMessages } from "../messages";
import { type Choices, chosenFields, NO_CHOICES } from "./choices";
import { MergeSheet } from "./MergeSheet";
import { type Updating, dropUpdate } from "./update";

export function UpdateDialog({ document, updating }: { document: Document; updating: Updating }) {
  const { say } = useMessages();
  const [view, setView] = useState<UpdateView | null>(null);
  const [error, setError] = useState<ApiError | null>(updating.row.error);
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const [saving, setSaving] = useState(false);
  const [turn, again] = useState(0);
  const { address } = document;
  const { id, state, fileName } = updating.row;
  useEffect(() => {
    if (state === "refused") return undefined;
    let gone = false;
    invoke("entity_update_view", { address, id }).then((found) => !gone && setView(found), (thrown: unknown) => !gone && setError(asApiError(thrown)));
    return () => {
      gone = true;
    };
  }, [address, id, state, turn]);

  const close = (): void => void dropUpdate(updating);
  async function restore(revision: number): Promise<void> {
    try {
      document.replace(await invoke("entity_restore", { address, revision, baseRevision: document.store.get().entity.revision, paths: null }));
    } catch (thrown) {
      toast({ text: asApiError(thrown).message });
    }
  }
  async function save(): Promise<void> {
    if (view === null) return;
    setSaving(true);
    setError(null);
    try {
      const before = view.revision;
      document.replace(await invoke("entity_update_apply", { address, id, baseRevision: before, chosen: chosenFields(choices) }));
      toast({ icon: "history", text: say("update.done", { file: fileName }), act: { label: say("update.undo"), run: () => void restore(before) } });
      await dropUpdate({ ...updating, waited: true });
    } catch (thrown) {
      setError(asApiError(thrown));
      if (asApiError(thrown).code === "conflict") again((count) => count + 1);
    }
    setSaving(false);
  }

  return (
    <Dialog open size="page" title={say("update.title", { name: document.store.get().entity.name })} onClose={close} closeLabel={say("common.close")}>
      {view?.misfit === true ? <EmptyState title={say("update.misfit", { file: fileName })} hint={say("update.misfitHint")} /> : (
        <MergeSheet
          rows={state === "refused" ? [] : view?.rows ?? null} error={error} choices={choices} onChoices={setChoices} saving={saving} onSave={() => void save()} onClose={close}
          save={say("update.save")} words={{ mine: say("merge.mine"), theirs: say("update.theirs") }}
          about={view === null ? <bdi className="mono">{fileName}</bdi> : say("update.about", { file: view.fileName, format: view.format, revision: view.revision })}
        />
      )}
    </Dialog>
  );
}

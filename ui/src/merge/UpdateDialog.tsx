// An open piece brought up to date from a newer file: the file it came from, the own edits and the new file, field by
// field. One revision comes of it, and going back is one press.
import type { UpdateView } from "../bindings";
import type { Document } from "../documents";
import { asApiError, invoke } from "../host";
import { Dialog, EmptyState, toast } from "../kit";
import { useMessages } from "../messages";
import { MergeSheet } from "./MergeSheet";
import { type Updating, dropUpdate } from "./update";
import { useMerging } from "./useMerging";

export function UpdateDialog({ document, updating }: { document: Document; updating: Updating }) {
  const { say } = useMessages();
  const { address } = document;
  const { id, state, fileName } = updating.row;
  const close = (): void => void dropUpdate(updating);
  async function restore(revision: number): Promise<void> {
    try {
      document.replace(await invoke("entity_restore", { address, revision, baseRevision: document.store.get().entity.revision, paths: null }));
    } catch (thrown) {
      toast({ text: asApiError(thrown).message });
    }
  }
  const { view, error, choices, setChoices, saving, save } = useMerging<UpdateView>(
    state === "refused" ? null : () => invoke("entity_update_view", { address, id }),
    [address, id, state],
    async ({ revision: before }, chosen) => {
      document.replace(await invoke("entity_update_apply", { address, id, baseRevision: before, chosen }));
      toast({ icon: "history", text: say("update.done", { file: fileName }), act: { label: say("update.undo"), run: () => void restore(before) } });
      await dropUpdate({ ...updating, waited: true });
    },
    updating.row.error,
  );

  return (
    <Dialog open size="page" title={say("update.title", { name: document.store.get().entity.name })} onClose={close} closeLabel={say("common.close")}>
      {view?.misfit === true ? <EmptyState title={say("update.misfit", { file: fileName })} hint={say("update.misfitHint")} /> : (
        <MergeSheet
          rows={state === "refused" ? [] : view?.rows ?? null} error={error} choices={choices} onChoices={setChoices} saving={saving} onSave={save} onClose={close}
          save={say("update.save")} words={{ mine: say("merge.mine"), theirs: say("update.theirs") }}
          about={view === null ? <bdi className="mono">{fileName}</bdi> : say("update.about", { file: view.fileName, format: view.format, revision: view.revision })}
        />
      )}
    </Dialog>
  );
}

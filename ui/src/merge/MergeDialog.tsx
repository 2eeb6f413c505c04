// Two states of an open piece brought together: what is typed here against a revision saved elsewhere, or a draft of an
// earlier run against what is saved. Nothing is written until every double edit has a choice.
import type { MergeView } from "../bindings";
import { type Document, pieceState } from "../documents";
import { invoke } from "../host";
import { Dialog, toast } from "../kit";
import { useMessages } from "../messages";
import { MergeSheet } from "./MergeSheet";
import { useMerging } from "./useMerging";

export function MergeDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { say, moment } = useMessages();
  const { conflict, entity } = document.store.get();
  const isDraft = conflict === null;
  const { view, error, choices, setChoices, saving, save } = useMerging<MergeView>(
    () => {
      const state = document.store.get();
      return invoke("entity_merge_view", { address: document.address, baseRevision: state.conflict?.base ?? state.entity.revision, mine: pieceState(state) });
    },
    [document],
    async ({ revision }, chosen) => {
      await document.merge(revision, chosen);
      toast({ icon: "history", text: say("merge.saved") });
      onClose();
    },
  );

  return (
    <Dialog open size="page" title={say(isDraft ? "merge.draftTitle" : "merge.title", { name: entity.name })} onClose={onClose} closeLabel={say("common.close")}>
      <MergeSheet
        rows={view?.rows ?? null} error={error} choices={choices} onChoices={setChoices} saving={saving} onSave={save} onClose={onClose} save={say("merge.save")}
        words={isDraft ? { mine: say("merge.draft"), theirs: say("merge.savedSide") } : { mine: say("merge.mine"), theirs: say("merge.theirs") }}
        about={view === null ? "" : say(isDraft ? "merge.aboutDraft" : view.why === "found" ? "merge.aboutFound" : "merge.about", { revision: view.revision, time: moment(view.at) })}
      />
    </Dialog>
  );
}

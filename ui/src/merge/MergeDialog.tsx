// Two states of an open piece brought together: what is typed here against a revision saved elsewhere, or a draft of an
// earlier run against what is saved. Nothing is written until every double edit has a choice.
import { useEffect, useState } from "react";
import type { ApiError, MergeView } from "../bindings";
import { type Document, pieceState } from "../documents";
import { asApiError, invoke } from "../host";
import { Dialog, toast } from "../kit";
import { useMessages } from "../messages";
import { type Choices, chosenFields, NO_CHOICES } from "./choices";
import { MergeSheet } from "./MergeSheet";

export function MergeDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { say, moment } = useMessages();
  const [view, setView] = useState<MergeView | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const [saving, setSaving] = useState(false);
  const [turn, again] = useState(0);
  const { conflict, entity } = document.store.get();
  const isDraft = conflict === null;
  useEffect(() => {
    let gone = false;
    const state = document.store.get();
    invoke("entity_merge_view", { address: document.address, baseRevision: state.conflict?.base ?? state.entity.revision, mine: pieceState(state) }).then(
      (found) => !gone && setView(found), (thrown: unknown) => !gone && setError(asApiError(thrown)),
    );
    return () => {
      gone = true;
    };
  }, [document, turn]);

  async function save(): Promise<void> {
    if (view === null) return;
    setSaving(true);
    setError(null);
    try {
      await document.merge(view.revision, chosenFields(choices));
      toast({ icon: "history", text: say("merge.saved") });
      onClose();
    } catch (thrown) {
      const failure = asApiError(thrown);
      setError(failure);
      // Saved once more meanwhile: what was compared is old, the choices still name the same fields.
      if (failure.code === "conflict") again((count) => count + 1);
    }
    setSaving(false);
  }

  return (
    <Dialog open size="page" title={say(isDraft ? "merge.draftTitle" : "merge.title", { name: entity.name })} onClose={onClose} closeLabel={say("common.close")}>
      <MergeSheet
        rows={view?.rows ?? null} error={error} choices={choices} onChoices={setChoices} saving={saving} onSave={() => void save()} onClose={onClose} save={say("merge.save")}
        words={isDraft ? { mine: say("merge.draft"), theirs: say("merge.savedSide") } : { mine: say("merge.mine"), theirs: say("merge.theirs") }}
        about={view === null ? "" : say(isDraft ? "merge.aboutDraft" : view.why === "found" ? "merge.aboutFound" : "merge.about", { revision: view.revision, time: moment(view.at) })}
      />
    </Dialog>
  );
}

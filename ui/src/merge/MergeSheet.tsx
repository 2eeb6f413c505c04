// The merge view's frame: how many fields take which side, which of them are shown, the rows, and the one act that
// saves. The same for two windows, a draft of an earlier run, and an update from a newer file.
import { type ReactNode, useMemo, useState } from "react";
import type { ApiError, ComparisonRow, MergeSide } from "../bindings";
import { Banner, Button, EmptyState, Progress, Segmented } from "../kit";
import { useMessages } from "../messages";
import { type Choices, chooseAll, tallyOf, undecided } from "./choices";
import { MergeRows, type SideWords } from "./MergeRows";

export interface MergeSheetProps {
  /** `null` while it is being compared. */
  rows: ComparisonRow[] | null;
  error: ApiError | null;
  choices: Choices;
  onChoices: (choices: Choices) => void;
  words: SideWords;
  /** One line that says what is compared with what. */
  about: ReactNode;
  save: string;
  onSave: () => void;
  onClose: () => void;
  saving: boolean;
  /** What stands at the left of the foot. */
  aside?: ReactNode;
}

type Shown = "open" | "all";

export function MergeSheet({ rows, error, choices, onChoices, words, about, save, onSave, onClose, saving, aside }: MergeSheetProps) {
  const { say } = useMessages();
  const [shown, setShown] = useState<Shown | null>(null);
  const all = rows ?? NONE;
  const tally = useMemo(() => tallyOf(all, choices), [all, choices]);
  const doubles = useMemo(() => all.filter((row) => row.state === "both"), [all]);
  // Doubles first: they are what somebody has to look at.
  const view = shown === "open" ? doubles : [...doubles, ...all.filter((row) => row.state !== "both")];
  const [next] = undecided(view, choices);
  const [show, setShow] = useState<number | null>(null);
  const choose = (row: ComparisonRow, side: MergeSide): void => onChoices(new Map(choices).set(row.path, side));
  return (
    <div className="merge-sheet" data-help="merge">
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint ?? undefined} />}
      <div className="merge-bar">
        <span className="grow">{about}</span>
        {doubles.length === 0 || doubles.length === all.length ? null : (
          <Segmented<Shown> label={say("merge.show")} size="small" value={shown ?? "all"} onChange={setShown} options={[{ id: "all", label: say("merge.showAll", { count: all.length }) }, { id: "open", label: say("merge.showDoubles", { count: doubles.length }) }]} />
        )}
        <Button size="small" look="line" isDisabled={all.length === 0 || saving} onPress={() => onChoices(chooseAll(all, choices, "mine", tally.waiting === 0))}>{say(tally.waiting > 0 ? "merge.restFrom" : "merge.allFrom", { side: words.mine })}</Button>
        <Button size="small" look="line" isDisabled={all.length === 0 || saving} onPress={() => onChoices(chooseAll(all, choices, "theirs", tally.waiting === 0))}>{say(tally.waiting > 0 ? "merge.restFrom" : "merge.allFrom", { side: words.theirs })}</Button>
      </div>
      {rows === null ? (error === null ? <div className="merge-wait"><Progress label={say("merge.comparing")} /></div> : null)
        : rows.length === 0 ? <EmptyState title={say("merge.same")} /> : <MergeRows rows={view} choices={choices} words={words} onChoose={choose} show={show} off={saving} />}
      <footer className="dialog-foot">
        <span className="grow secondary line" role="status">
          {tally.waiting > 0 ? <><span className="said-warning">{say("merge.waiting", { count: tally.waiting })}</span>{next === undefined ? null : <Button size="small" look="quiet" onPress={() => setShow(view.indexOf(next))}>{say("merge.next")}</Button>}</>
            : rows === null ? "" : say("merge.result", { mine: tally.mine, theirs: tally.theirs, joined: tally.joined, mineName: words.mine, theirsName: words.theirs })}
        </span>
        {aside}
        <Button onPress={onClose} isDisabled={saving}>{say("common.cancel")}</Button>
        <Button look="fill" size="large" isDisabled={rows === null || tally.waiting > 0 || saving} onPress={onSave}>{save}</Button>
      </footer>
    </div>
  );
}

const NONE: ComparisonRow[] = [];

// Tags of the picked pieces: some to add, some to take away, as one run that can be undone.
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { Address } from "../bindings";
import { useQuery } from "../data/queries";
import { documentAt } from "../documents";
import { asApiError, invoke } from "../host";
import { Button, FilterChip, Icon, LabelRow, Popover, TextField, toast } from "../kit";
import { messages, useMessages } from "../messages";
import { sayFailure } from "./acts";
import { runJob, undoRun } from "./runs";

/** Rows whose tags are offered for taking away. */
const SEEN = 200;

async function changeTags(addresses: Address[], add: string[], remove: string[]): Promise<void> {
  const { say } = messages();
  try {
    for (const address of addresses) await documentAt(address)?.save("save");
    const run = await runJob("tags", say("tags.running"), (job) => invoke("tags_change", { addresses, add, remove, job }));
    const failed = run.failed.length === 0 ? "" : ` ${say("run.failed", { count: run.failed.length })}`;
    const undo = async (): Promise<void> => {
      const back = await undoRun(run.pieces);
      toast({ text: messages().say("run.undone", { pieces: back.pieces.length }) });
    };
    toast({
      icon: "tag", text: `${say("run.tagged", { pieces: run.pieces.length })}${failed}`,
      ...(run.pieces.length === 0 ? {} : { act: { label: say("common.undo"), run: () => void undo().catch(sayFailure) } }),
    });
  } catch (thrown) {
    sayFailure(asApiError(thrown));
  }
}

function Form({ addresses, close }: { addresses: Address[]; close: () => void }) {
  const { say } = useMessages();
  const [text, setText] = useState("");
  const [gone, setGone] = useState<readonly string[]>([]);
  const rows = useQuery("library_rows", { addresses: addresses.slice(0, SEEN) }).data ?? [];
  const there = [...new Set(rows.flatMap((row) => row.tags))];
  const add = text.split(/[,，、]/).map((tag) => tag.trim()).filter((tag) => tag !== "");
  function apply(): void {
    close();
    void changeTags(addresses, add, [...gone]);
  }
  return (
    <div className="tags-form">
      <TextField label={say("tags.add")} help={say("tags.addHint")} value={text} onChange={setText} autoFocus onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && add.length > 0 && apply()} />
      {there.length === 0 ? null : (
        <div role="group" aria-label={say("tags.remove")}>
          <LabelRow label={say("tags.remove")} hint={say("tags.removeHint")} />
          <div className="tags-list">
            {there.map((tag) => <FilterChip key={tag} label={tag} on={gone.includes(tag)} onChange={() => setGone(gone.includes(tag) ? gone.filter((one) => one !== tag) : [...gone, tag])} />)}
          </div>
        </div>
      )}
      <Button look="fill" isDisabled={add.length === 0 && gone.length === 0} onPress={apply}>{say("tags.apply")}</Button>
    </div>
  );
}

export function TagsForm({ addresses }: { addresses: Address[] }) {
  const { say } = useMessages();
  return (
    <Popover label={say("tags.title", { count: addresses.length })} placement="top" button={<AriaButton className="button button-plain button-small"><Icon name="tag" size="small" />{say("tags.change")}</AriaButton>}>
      {(close) => <Form addresses={addresses} close={close} />}
    </Popover>
  );
}

// The cards and presets that bring a set along: each can be opened and let go, another can be added. What is done here is
// saved in that other piece at once, and can be taken back.
import { useState } from "react";
import type { Address, ApiError } from "../../bindings";
import { invalidate, useQuery } from "../../data/queries";
import { type Document, useDocument } from "../../documents";
import { asApiError } from "../../host";
import { Banner, Button, Icon, IconButton, Name, Popover, toast } from "../../kit";
import { addressOf } from "../../library/state";
import { useMessages } from "../../messages";
import { openTab } from "../../navigation";
import { FormSection } from "../KindFrame";
import { PiecePicker } from "../pick/PiecePicker";
import { linkSet } from "./transfer";

export function SetUsers({ document }: { document: Document }) {
  const { say } = useMessages();
  const { address, id } = useDocument(document, ({ entity }) => entity);
  const users = useQuery("entity_users", { address }).data ?? [];
  const [error, setError] = useState<ApiError | null>(null);

  async function change(holder: Address, name: string, on: boolean): Promise<void> {
    setError(null);
    try {
      const undo = await linkSet(holder, id, on, say(on ? "rules.step.link" : "rules.step.unlink"));
      invalidate("entity_users", "library_query", "entity_open");
      toast({
        text: say(on ? "rules.attached" : "rules.detached", { name }),
        act: { label: say("common.undo"), run: () => void undo().then(() => invalidate("entity_users", "entity_open"), (thrown: unknown) => setError(asApiError(thrown))) },
      });
    } catch (thrown) {
      setError(asApiError(thrown));
    }
  }
  return (
    <FormSection title={say("rules.users")} hint={say("rules.usersHint")}>
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      {users.length === 0 ? <p className="small tertiary">{say("rules.noUsers")}</p> : (
        <ul>
          {users.map((row) => (
            <li key={addressOf(row)} className="linked-row">
              <Icon name={row.kind} size="small" />
              <button type="button" className="link-open" onClick={() => openTab(addressOf(row), { kind: row.kind, name: row.name })}><Name text={row.name} /><span className="small tertiary">{say(`kind.${row.kind}`)}</span></button>
              <IconButton icon="close" size="small" label={say("rules.detach", { name: row.name })} onPress={() => void change(addressOf(row), row.name, false)} />
            </li>
          ))}
        </ul>
      )}
      <Popover label={say("rules.attach")} button={<Button icon="add" size="small" className="add-field">{say("rules.attach")}</Button>}>
        {(close) => (
          <PiecePicker
            kinds={["character", "preset"]} except={users.map(addressOf)}
            onPick={(row) => {
              close();
              void change(addressOf(row), row.name, true);
            }}
          />
        )}
      </Popover>
    </FormSection>
  );
}

// Several chosen entries at once: the same sentences, in which what they do not share is mixed. What is written here is
// written to each, as one step.
import type { Json } from "../../bindings";
import type { Document } from "../../documents";
import { Checkbox, IconButton, Menu } from "../../kit";
import { useMessages } from "../../messages";
import type { Tokens } from "../tokens";
import { EntryLink } from "./EntryLink";
import { Obedience } from "./Obedience";
import { Sentences } from "./sentence/Sentences";
import { useShared, writeShared } from "./target";
import type { BookActs } from "./useBookActs";
import { useEntryMenu } from "./useEntryMenu";

/** Names drawn of a large choice. */
const NAMED = 60;

export function BulkPage({ document, ats, entries, tokens, acts }: { document: Document; ats: readonly number[]; entries: readonly Json[]; tokens: Tokens; acts: BookActs }) {
  const { say } = useMessages();
  const target = { document, ats };
  const menu = useEntryMenu(document, ats, acts);
  const enabled = useShared(target, "enabled");
  const sum = ats.reduce((all, at) => all + (tokens.get(`entries[${at}].content`) ?? 0), 0);
  return (
    <div className="form-scroll" data-pane-start data-help="lorebook">
      <div className="form lore-entry">
        <header className="entry-head" data-document>
          <h2 className="form-title grow">{say("lore.bulk", { count: ats.length })}</h2>
          <Checkbox label={say("lore.on")} on={enabled.value !== false && !enabled.mixed} mixed={enabled.mixed} onChange={(on) => writeShared(target, "enabled", say("lore.on"), on)} />
          <Menu label={say("lore.actsMany", { count: ats.length })} placement="bottom end" button={<IconButton icon="more" label={say("lore.actsMany", { count: ats.length })} />} groups={menu.groups} onAction={menu.run} />
        </header>
        <p className="small secondary">{say("lore.bulkHint", { tokens: sum })}</p>
        <Sentences target={target} />
        <section aria-label={say("lore.chosen")}>
          <h3>{say("lore.chosen")}</h3>
          <ul className="lore-names">
            {ats.slice(0, NAMED).map((at) => <li key={at}><EntryLink document={document} at={at} entries={entries} /></li>)}
            {ats.length > NAMED ? <li className="small tertiary">{say("lore.andMore", { count: ats.length - NAMED })}</li> : null}
          </ul>
        </section>
        <Obedience target={target} />
      </div>
    </div>
  );
}

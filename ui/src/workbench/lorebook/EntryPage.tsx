// One entry of a book: its name, when it wakes and where its text goes as sentences, the text, whom it wakes, a note, and
// which apps would obey.
import type { Json } from "../../bindings";
import { type Document, useText, useValue, writeText } from "../../documents";
import { EmptyState, IconButton, Menu } from "../../kit";
import { useMessages } from "../../messages";
import { focusField } from "../focus";
import { Flag } from "../fields/Choices";
import { stepOf } from "../fields/names";
import { OddNote } from "../fields/Odd";
import { Prose } from "../fields/Prose";
import { openPanel } from "../inspector";
import type { Tokens } from "../tokens";
import { ENTRIES, isMap, titleOf } from "./entries";
import { Obedience } from "./Obedience";
import { Sentences } from "./sentence/Sentences";
import { Ties } from "./Ties";
import { type BookActs } from "./useBookActs";
import { useEntryMenu } from "./useEntryMenu";

export interface EntryPageProps { document: Document; at: number; entries: readonly Json[]; tokens: Tokens; acts: BookActs }

export function EntryPage({ document, at, entries, tokens, acts }: EntryPageProps) {
  const { say } = useMessages();
  const path = `${ENTRIES}[${at}]`;
  const entry = useValue(document, path);
  const titlePath = `${path}.title`;
  const title = useText(document, titlePath);
  const menu = useEntryMenu(document, [at], acts);
  if (!isMap(entry)) return <EmptyState title={say("lore.unreadable")} hint={say("lore.unreadableHint")} />;
  const name = titleOf(entry, at, say);
  const target = { document, ats: [at] };
  return (
    <div className="form-scroll" data-pane-start data-help="lorebook">
      <div className="form lore-entry">
        <header className="entry-head" data-document>
          <input
            className="entry-title" dir="auto" aria-label={say("lore.title")} placeholder={name} value={title} data-path={titlePath}
            onChange={(event) => writeText(document, titlePath, event.target.value, stepOf(say("lore.title")))} onFocus={() => focusField(titlePath, say("lore.title"))}
          />
          <Flag document={document} path={`${path}.enabled`} label={say("lore.on")} absent look="switch" />
          <Menu label={say("lore.acts", { name })} placement="bottom end" button={<IconButton icon="more" label={say("lore.acts", { name })} />} groups={menu.groups} onAction={menu.run} />
        </header>
        <OddNote document={document} path={titlePath} wanted="text" />
        <Sentences target={target} />
        <Prose document={document} path={`${path}.content`} label={say("lore.content")} hint={say("lore.contentHint")} tokens={tokens.get(`${path}.content`)} rows={6} keepEmpty />
        <OddNote document={document} path={`${path}.content`} wanted="text" />
        <Ties document={document} at={at} entries={entries} onGraph={() => openPanel("lorebook", "wakes")} />
        <Prose document={document} path={`${path}.comment`} label={say("lore.comment")} hint={say("lore.commentHint")} tokens={undefined} rows={1} />
        <Obedience target={target} />
      </div>
    </div>
  );
}

// One entry of a book: when it wakes, where its text goes, the text, and a note. What few entries need is folded away.
import { useState } from "react";
import { type Document, useText, useValue, writeText } from "../../documents";
import { Button, EmptyState, IconButton, Menu } from "../../kit";
import { useMessages } from "../../messages";
import { focusField } from "../focus";
import { Flag, Pick } from "../fields/Choices";
import { Line, NumberLine } from "../fields/Line";
import { stepOf } from "../fields/names";
import { Prose } from "../fields/Prose";
import type { Tokens } from "../tokens";
import { ENTRIES, isMap, titleOf } from "./entries";
import { KeyChips } from "./KeyChips";
import { MoreSettings } from "./MoreSettings";

const LOGIC = ["and_any", "and_all", "not_any", "not_all"] as const;
const POSITIONS = [
  "world", "character", "author_note_top", "author_note_bottom", "depth", "before_example", "after_example", "outlet", "append", "append_bottom", "prepend_top", "scene",
] as const;
const ROLES = ["system", "user", "assistant"] as const;

export interface EntryPageProps { document: Document; at: number; count: number; tokens: Tokens; onMove: (to: number) => void; onDuplicate: () => void; onRemove: () => void }

export function EntryPage({ document, at, count, tokens, onMove, onDuplicate, onRemove }: EntryPageProps) {
  const { say } = useMessages();
  const path = `${ENTRIES}[${at}]`;
  const entry = useValue(document, path);
  const [more, setMore] = useState(false);
  const title = useText(document, `${path}.title`);
  const position = useValue(document, `${path}.position`);
  const constant = useValue(document, `${path}.constant`) === true;
  if (!isMap(entry)) return <EmptyState title={say("lore.unreadable")} />;
  const name = titleOf(entry, at, say);
  const titlePath = `${path}.title`;
  return (
    <div className="form-scroll" data-pane-start>
      <div className="form">
        <header className="entry-head" data-document>
          <input
            className="entry-title" dir="auto" aria-label={say("lore.title")} placeholder={name} value={title} data-path={titlePath}
            onChange={(event) => writeText(document, titlePath, event.target.value, stepOf(say("lore.title")))} onFocus={() => focusField(titlePath, say("lore.title"))}
          />
          <Flag document={document} path={`${path}.enabled`} label={say("lore.on")} absent look="switch" />
          <Menu
            label={say("lore.acts", { name })} placement="bottom end" button={<IconButton icon="more" label={say("lore.acts", { name })} />}
            groups={[
              { id: "move", items: [{ id: "up", label: say("common.moveUp"), icon: "up", cap: "Alt ↑", off: at === 0 }, { id: "down", label: say("common.moveDown"), icon: "down", cap: "Alt ↓", off: at === count - 1 }] },
              { id: "make", items: [{ id: "copy", label: say("lore.duplicate"), icon: "copy" }] },
              { id: "end", items: [{ id: "remove", label: say("common.delete"), icon: "trash", danger: true }] },
            ]}
            onAction={(act) => (act === "up" ? onMove(at - 1) : act === "down" ? onMove(at + 1) : act === "copy" ? onDuplicate() : onRemove())}
          />
        </header>
        <section className="entry-rules" aria-label={say("lore.wakes")}>
          <div className="entry-rules-head"><h3>{say("lore.wakes")}</h3><Flag document={document} path={`${path}.constant`} label={say("lore.constant")} /></div>
          <div className={constant ? "entry-idle" : ""}>
            <KeyChips document={document} path={`${path}.triggers`} label={say("lore.keys")} hint={say("lore.keysHint")} />
            <KeyChips document={document} path={`${path}.secondaryTriggers`} label={say("lore.secondary")}>
              <div className="label-row entry-logic">
                <Pick document={document} path={`${path}.selectiveLogic`} label={say("lore.logic")} hideLabel unset={{ means: "and_any" }} options={LOGIC.map((id) => ({ id, label: say(`lore.logic.${id}`) }))} />
                <span className="label-hint">{say("lore.secondary")}</span>
              </div>
            </KeyChips>
          </div>
        </section>
        <section className="entry-rules" aria-label={say("lore.goes")}>
          <h3>{say("lore.goes")}</h3>
          <div className="entry-grid">
            <div className="entry-wide"><Pick document={document} path={`${path}.position`} label={say("lore.position")} unset={say("lore.position.unset")} options={POSITIONS.map((id) => ({ id, label: say(`lore.position.${id}`) }))} /></div>
            {position === "depth" ? (
              <>
                <NumberLine document={document} path={`${path}.depth`} label={say("lore.depth")} />
                <Pick document={document} path={`${path}.role`} label={say("lore.role")} unset={say("role.unset")} options={ROLES.map((id) => ({ id, label: say(`role.${id}`) }))} />
              </>
            ) : null}
            {position === "outlet" ? <Line document={document} path={`${path}.outletName`} label={say("lore.outlet")} mono /> : null}
            <NumberLine document={document} path={`${path}.sortOrder`} label={say("lore.order")} />
            <NumberLine document={document} path={`${path}.probability`} label={say("lore.chance")} hint="%" />
          </div>
          <Button look="quiet" size="small" icon={more ? "down" : "right"} aria-expanded={more} onPress={() => setMore(!more)}>{say(more ? "lore.fewer" : "lore.more")}</Button>
          {more ? <MoreSettings document={document} path={path} /> : null}
        </section>
        <Prose document={document} path={`${path}.content`} label={say("lore.content")} hint={say("lore.contentHint")} tokens={tokens.get(`${path}.content`)} rows={6} keepEmpty />
        <Prose document={document} path={`${path}.comment`} label={say("lore.comment")} hint={say("lore.commentHint")} tokens={undefined} rows={1} />
      </div>
    </div>
  );
}

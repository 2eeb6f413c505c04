// Quick replies: buttons at the side, one of them on the page with its words and its text. Nothing here is ever run.
import type { Json } from "../../bindings";
import { type Document, useValue } from "../../documents";
import { Authored, Button, EmptyState } from "../../kit";
import { useMessages } from "../../messages";
import { Auto, AutoGrid } from "../fields/Auto";
import { Flag } from "../fields/Choices";
import { Code } from "../fields/Code";
import { Line } from "../fields/Line";
import { FormPage, FormSection, KindFrame } from "../KindFrame";
import { RowHead } from "../RowHead";
import { countedId, isMap, textAt } from "../rows/acts";
import { RowList } from "../rows/RowList";
import { isOff, useRows } from "../rows/useRows";
import { type Tokens, useTokens } from "../tokens";

const PATH = "replies";
const HIDDEN = { key: "hidden", off: true };

export function QuickreplyEditor({ document }: { document: Document }) {
  const { say, number } = useMessages();
  const tokens = useTokens(document);
  const nameOf = (row: Json, at: number): string => textAt(row, "label").trim() || textAt(row, "message").slice(0, 60).trim() || say("replies.untitled", { number: at + 1 });
  const rows = useRows(document, {
    path: PATH, home: "set", first: "message", fresh: () => ({ id: "", label: "", message: "" }), freshId: countedId, nameOf, offIs: HIDDEN, onSwitched: say("replies.step.switch"),
    copy: (row) => ({ ...row, label: say("rows.copyName", { name: textAt(row, "label") }) }),
    steps: { add: say("replies.step.add"), copy: say("replies.step.copy"), remove: say("replies.step.remove"), move: say("replies.step.move") },
  });
  const says = (row: Json, words: string): boolean => ["label", "message", "title"].some((key) => textAt(row, key).toLocaleLowerCase().includes(words));
  return (
    <KindFrame
      document={document} tokens={tokens} help="quickreply" summary={say("replies.summary", { count: rows.rows.length })}
      pages={[{ id: "set", label: say("replies.set"), icon: "settings" }]} page={"page" in rows.page ? rows.page.page : ""} onPage={rows.onPage}
      list={
        <RowList
          id="quick-replies" label={say("replies.replies")} findLabel={say("replies.find")} addLabel={say("replies.add")} rows={rows.rows} chosen={rows.chosen} picked={rows.picked} says={says}
          onChoose={rows.onChoose} onPick={rows.onPick} onAdd={rows.onAdd} onMove={rows.onMove} onDuplicate={rows.onDuplicate} onRemove={rows.onRemove} onToggle={rows.onToggle}
          className={(row) => (isOff(row, HIDDEN) ? "rows-row-off" : "")}
        >
          {(row, at) => (
            <>
              <Authored text={nameOf(row, at)} cut className="grow" />
              {isOff(row, HIDDEN) ? <span className="small tertiary nowrap">{say("replies.hiddenMark")}</span> : null}
              <span className="pane-count">{tokens.get(`${PATH}[${at}].message`) === undefined ? "" : number(tokens.get(`${PATH}[${at}].message`) ?? 0)}</span>
            </>
          )}
        </RowList>
      }
    >
      {rows.chosen !== null ? (
        <Reply
          key={rows.chosen} document={document} at={rows.chosen} count={rows.rows.length} name={nameOf(rows.row, rows.chosen)} tokens={tokens}
          onMove={(gap) => rows.onMove([rows.chosen ?? 0], gap)} onDuplicate={() => rows.onDuplicate([rows.chosen ?? 0])} onRemove={() => rows.onRemove([rows.chosen ?? 0])}
        />
      ) : (
        <FormPage title={say("replies.set")}>
          {rows.rows.length > 0 ? null : <EmptyState title={say("replies.none")}><Button look="line" icon="add" onPress={rows.onAdd}>{say("replies.add")}</Button></EmptyState>}
          <Line document={document} path="name" label={say("field.name")} keepEmpty />
          <Auto document={document} path="extras" hint={say("fields.extrasHint")} />
        </FormPage>
      )}
    </KindFrame>
  );
}

interface ReplyProps { document: Document; at: number; count: number; name: string; tokens: Tokens; onMove: (gap: number) => void; onDuplicate: () => void; onRemove: () => void }

function Reply({ document, at, count, name, tokens, onMove, onDuplicate, onRemove }: ReplyProps) {
  const { say } = useMessages();
  const path = `${PATH}[${at}]`;
  const row = useValue(document, path);
  if (!isMap(row)) return <EmptyState title={say("replies.unreadable")} hint={say("rows.unreadableHint")} />;
  return (
    <FormPage>
      <RowHead document={document} path={path} titlePath={`${path}.label`} titleLabel={say("replies.label")} name={name} enabled={false} at={at} count={count} onMove={onMove} onDuplicate={onDuplicate} onRemove={onRemove} />
      <Code document={document} path={`${path}.message`} label={say("replies.message")} hint={say("replies.messageHint")} rows={5} tokens={tokens.get(`${path}.message`)} keepEmpty />
      <Line document={document} path={`${path}.title`} label={say("replies.title")} hint={say("replies.titleHint")} />
      <div data-path={`${path}.hidden`}><Flag document={document} path={`${path}.hidden`} label={say("replies.hidden")} /></div>
      <FormSection title={say("replies.rest")} hint={say("replies.restHint")}>
        <AutoGrid document={document} paths={[`${path}.id`]} />
        <Auto document={document} path={`${path}.extras`} hint={say("fields.extrasHint")} />
      </FormSection>
    </FormPage>
  );
}

// Greetings: the first message, the alternates (swipes) and those for groups as lists, and below them the open one.
import { useEffect, useState } from "react";
import { type Document, useText, useValue } from "../../documents";
import { Authored, Button } from "../../kit";
import { useMessages } from "../../messages";
import { Line } from "../fields/Line";
import { Prose } from "../fields/Prose";
import type { Tokens } from "../tokens";
import { GreetingRows } from "./GreetingRows";
import { LISTS } from "./greetings-edit";

const FIRST = "greetings.firstMessage";
const SHOWN = 160;

/** The greeting a body path belongs to. */
function greetingOf(path: string | null): string | null {
  if (path === null) return null;
  return /^greetings\.(?:alternateGreetings|groupOnlyGreetings)\[\d+\]/.exec(path)?.[0] ?? (path === FIRST ? FIRST : null);
}

export function Greetings({ document, tokens, field }: { document: Document; tokens: Tokens; field: string | null }) {
  const { say, number } = useMessages();
  const [open, setOpen] = useState<string>(() => greetingOf(field) ?? FIRST);
  useEffect(() => setOpen((now) => greetingOf(field) ?? now), [field]);
  const first = useText(document, FIRST);
  const count = tokens.get(FIRST);
  return (
    <>
      <div className="greeting-lists">
        <div className={`greeting-row greeting-first ${open === FIRST ? "greeting-row-on" : ""}`}>
          <button type="button" className="greeting-open" aria-pressed={open === FIRST} onClick={() => setOpen(FIRST)}>
            <span className="nowrap medium">{say("field.firstMessage")}</span>
            {first.trim() === "" ? <span className="tertiary">{say("workbench.emptyText")}</span> : <Authored text={first.slice(0, SHOWN)} cut className="secondary" />}
          </button>
          <span className="pane-count">{count === undefined ? "" : number(count)}</span>
        </div>
        {LISTS.map((list) => <GreetingRows key={list} document={document} list={list} tokens={tokens} open={open} onOpen={(path) => setOpen(path ?? FIRST)} />)}
      </div>
      <Open key={open} document={document} path={open} tokens={tokens} onGone={() => setOpen(FIRST)} />
    </>
  );
}

function Open({ document, path, tokens, onGone }: { document: Document; path: string; tokens: Tokens; onGone: () => void }) {
  const { say } = useMessages();
  const there = useValue(document, path) !== undefined;
  if (path === FIRST) return <Prose document={document} path={FIRST} label={say("field.firstMessage")} hint={say("field.firstMessageHint")} tokens={tokens.get(FIRST)} rows={8} />;
  if (!there) return <Button look="quiet" size="small" onPress={onGone}>{say("field.firstMessage")}</Button>;
  return (
    <div className="stack form-list">
      <Line document={document} path={`${path}.title`} label={say("field.greetingTitle")} hint={say("field.greetingTitleHint")} />
      <Prose document={document} path={`${path}.text`} label={say("field.greeting")} tokens={tokens.get(`${path}.text`)} rows={8} keepEmpty />
    </div>
  );
}

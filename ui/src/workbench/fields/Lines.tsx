// A list of short texts in which every sign counts: stop texts, words cut out of a match. One field a text, blanks and
// line breaks included.
import { type Document, useValue } from "../../documents";
import { Button, IconButton, LabelRow, TextArea } from "../../kit";
import { useMessages } from "../../messages";
import { rowsAt } from "../rows/acts";
import { inSentence, stepOf } from "./names";

export interface LinesProps { document: Document; path: string; label: string; hint?: string | undefined; itemLabel: string }

/** Lists longer than this are shown in part; the rest stands in the raw original. */
const SHOWN = 200;

export function Lines({ document, path, label, hint, itemLabel }: LinesProps) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const rows = rowsAt(value);
  const write = (next: readonly unknown[], joins?: string): void => document.edit({
    label: stepOf(label), changes: [next.length === 0 ? { path } : { path, value: next as never }], ...(joins === undefined ? {} : { joins }),
  });
  function move(at: number, by: number): void {
    const to = at + by;
    if (to < 0 || to >= rows.length) return;
    const next = [...rows];
    [next[at], next[to]] = [next[to] as never, next[at] as never];
    write(next);
  }
  return (
    <div className="lines" data-document data-path={path} role="group" aria-label={label}>
      <LabelRow label={label} hint={hint} />
      {rows.slice(0, SHOWN).map((row, at) => (
        <div key={at} className="line lines-row">
          <TextArea
            label={say("rows.item", { name: itemLabel, number: at + 1 })} hideLabel mono prose={false} spellCheck={false} className="grow" readOnly={typeof row !== "string"}
            value={typeof row === "string" ? row : JSON.stringify(row)} onChange={(text) => write(rows.map((one, index) => (index === at ? text : one)), `${path}[${at}]`)}
            onKeyDown={(event) => {
              const by = event.altKey ? (event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0) : 0;
              if (by !== 0) {
                event.preventDefault();
                move(at, by);
              }
            }}
          />
          <IconButton icon="close" size="small" label={say("common.removeNamed", { name: say("rows.item", { name: itemLabel, number: at + 1 }) })} onPress={() => write(rows.filter((_, index) => index !== at))} />
        </div>
      ))}
      {rows.length <= SHOWN ? null : <p className="small tertiary">{say("rows.more", { count: rows.length - SHOWN })}</p>}
      <Button icon="add" size="small" className="add-field" onPress={() => write([...rows, ""])}>{say("workbench.addField", { field: inSentence(itemLabel) })}</Button>
    </div>
  );
}

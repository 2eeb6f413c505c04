// The fields of a section. Those without a value stand together at the foot, one quiet word each, until they are wanted.
import { useState } from "react";
import { type Document, readPath, useDocument } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { inSentence } from "../fields/names";
import { fieldName } from "../fields/schema";
import { showHere, useWantedField } from "../goto";
import type { Tokens } from "../tokens";
import { FieldRow, useRowLabel } from "./FieldRow";
import type { FieldGroup, FieldRow as Row, Section } from "./sections";

/** Rows that have a value, are always there, or were asked for. */
function useShown(document: Document, rows: readonly Row[], first: readonly string[] = []): { shown: Row[]; hidden: Row[]; want: (path: string) => void } {
  const [wanted, setWanted] = useState(first);
  const sought = useWantedField();
  const there = useDocument(document, ({ body }) => rows.filter(({ path }) => readPath(body, path) !== undefined).map(({ path }) => path).join("\n")).split("\n");
  const isShown = ({ path, always }: Row): boolean => always === true || there.includes(path) || wanted.includes(path) || (sought !== null && (sought === path || sought.startsWith(`${path}[`) || sought.startsWith(`${path}.`)));
  return { shown: rows.filter(isShown), hidden: rows.filter((row) => !isShown(row)), want: (path) => setWanted([...wanted, path]) };
}

export function Fields({ document, section, tokens, children }: { document: Document; section: Section; tokens: Tokens; children: React.ReactNode }) {
  const { say, language } = useMessages();
  const label = useRowLabel();
  const { shown, hidden, want } = useShown(document, section.rows);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const sought = useWantedField();
  const filled = useDocument(document, ({ body }) => section.groups.filter(({ path }) => readPath(body, path) !== undefined).map(({ path }) => path).join("\n")).split("\n");
  const isOpen = ({ path }: FieldGroup): boolean => filled.includes(path) || opened.includes(path) || (sought?.startsWith(`${path}.`) ?? false);
  const closed = section.groups.filter((group) => !isOpen(group));
  function add(path: string): void {
    want(path);
    showHere(path);
  }
  return (
    <>
      {shown.map((row) => <FieldRow key={row.path} document={document} row={row} tokens={tokens} />)}
      {children}
      {section.groups.filter(isOpen).map((group) => <Group key={group.path} document={document} group={group} tokens={tokens} />)}
      {hidden.length + closed.length === 0 ? null : (
        <div className="add-fields" role="group" aria-label={say("workbench.addMore")}>
          {hidden.map((row) => <Button key={row.path} icon="add" size="small" onPress={() => add(row.path)} aria-label={say("workbench.addField", { field: inSentence(label(row)) })}>{label(row)}</Button>)}
          {closed.map(({ path, rows }) => {
            const name = fieldName("character", path, language);
            const first = rows[0]?.path ?? path;
            return <Button key={path} icon="add" size="small" onPress={() => { setOpened([...opened, path]); showHere(first); }} aria-label={say("workbench.addField", { field: inSentence(name) })}>{name}</Button>;
          })}
        </div>
      )}
    </>
  );
}

function Group({ document, group, tokens }: { document: Document; group: FieldGroup; tokens: Tokens }) {
  const { say, language } = useMessages();
  const label = useRowLabel();
  // A group that was just opened has its first field, whatever is sought next.
  const { shown, hidden, want } = useShown(document, group.rows, group.rows.slice(0, 1).map(({ path }) => path));
  const name = fieldName("character", group.path, language);
  return (
    <section className="stack form-list form-group" aria-label={name}>
      <h3 className="form-subtitle">{name}</h3>
      {shown.map((row) => <FieldRow key={row.path} document={document} row={row} tokens={tokens} />)}
      {hidden.length === 0 ? null : (
        <div className="add-fields" role="group" aria-label={say("workbench.addMore")}>
          {hidden.map((row) => <Button key={row.path} icon="add" size="small" onPress={() => { want(row.path); showHere(row.path); }} aria-label={say("workbench.addField", { field: inSentence(label(row)) })}>{label(row)}</Button>)}
        </div>
      )}
    </section>
  );
}

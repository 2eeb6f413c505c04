// A list of longer texts, one field each: examples of how somebody talks, what a trigger draws from.
import { type Document, useValue } from "../../../documents";
import { Button } from "../../../kit";
import { moved } from "../../../kit/lists";
import { useMessages } from "../../../messages";
import { inSentence, stepOf } from "../../../workbench/fields/names";
import { OddNote } from "../../../workbench/fields/Odd";
import { Prose } from "../../../workbench/fields/Prose";
import { SortRows } from "../../../workbench/fields/SortRows";

export function TextList({ document, path, label, one }: { document: Document; path: string; label: string; one: string }) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const list = Array.isArray(value) ? value : [];
  const write = (next: typeof list): void => document.edit({ label: stepOf(label), changes: [next.length === 0 ? { path } : { path, value: next }] });
  const name = (at: number): string => say("field.numbered", { name: one, number: at + 1 });
  return (
    <section className="stack rows" aria-label={label} data-document data-path={path}>
      <h3 className="form-subtitle">{label}</h3>
      <OddNote document={document} path={path} wanted="list" />
      <SortRows count={list.length} name={name} onMove={(from, to) => write(moved(list, from, to))} onRemove={(at) => write(list.filter((_, index) => index !== at))}>
        {(at) => <Prose document={document} path={`${path}[${at}]`} label={name(at)} tokens={undefined} rows={1} keepEmpty />}
      </SortRows>
      <Button icon="add" size="small" className="add-field" onPress={() => write([...list, ""])}>{say("workbench.addField", { field: inSentence(one) })}</Button>
    </section>
  );
}

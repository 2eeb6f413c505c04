// The ways somebody knows of: pairs of places, from one to the other.
import type { Json } from "../../../bindings";
import { type Document, useValue } from "../../../documents";
import { Button, Icon, IconButton } from "../../../kit";
import { useMessages } from "../../../messages";
import { inSentence, stepOf } from "../../../workbench/fields/names";
import { OddNote } from "../../../workbench/fields/Odd";
import type { WorldField as Field } from "../wire";
import { RefField } from "./RefField";

/** Pairs drawn at first. */
const SHOWN = 40;

export function PairList({ document, path, label, one, folders }: { document: Document; path: string; label: string; one: string; folders: readonly string[] }) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const pairs: Json[] = Array.isArray(value) ? value : [];
  const write = (next: Json[]): void => document.edit({ label: stepOf(label), changes: [next.length === 0 ? { path } : { path, value: next }] });
  const end: Field = { key: "", is: "id", required: true, nullable: false, least: null, most: null, folders: [...folders], words: [], absent: false, fields: [], item: null };
  return (
    <section className="stack rows" aria-label={label} data-document data-path={path}>
      <h3 className="form-subtitle">{label}</h3>
      <OddNote document={document} path={path} wanted="list" />
      {pairs.slice(0, SHOWN).map((_, at) => {
        const name = say("field.numbered", { name: one, number: at + 1 });
        return (
          <div key={at} className="world-pair" role="group" aria-label={name}>
            <RefField document={document} path={`${path}[${at}][0]`} label={say("world.pairFrom", { name })} hideLabel field={end} />
            <Icon name="right" size="small" />
            <RefField document={document} path={`${path}[${at}][1]`} label={say("world.pairTo", { name })} hideLabel field={end} />
            <IconButton icon="close" size="small" label={say("common.removeNamed", { name })} onPress={() => write(pairs.filter((__, index) => index !== at))} />
          </div>
        );
      })}
      {pairs.length > SHOWN ? <p className="field-help">{say("rows.more", { count: pairs.length - SHOWN })}</p> : null}
      <Button icon="add" size="small" className="add-field" onPress={() => write([...pairs, ["", ""]])}>{say("workbench.addField", { field: inSentence(one) })}</Button>
    </section>
  );
}

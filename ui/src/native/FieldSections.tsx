// The fields of a panel in sections: by the object they lie in; a long row of fields without one by what they hold.
import { Fragment, type ReactNode } from "react";
import type { NativeFieldRow, NativePanel, WidgetWord } from "../bindings";
import type { Document } from "../documents";
import { type MessageId, useMessages } from "../messages";
import { NativeField } from "./NativeField";
import { useWantedField } from "./state";

/** Fields without an object of their own that need no sections. */
const TOGETHER = 10;

const SORTS: { id: MessageId; words: WidgetWord[] }[] = [
  { id: "native.sort.texts", words: ["line", "text", "choice", "colour", "asset"] },
  { id: "native.sort.numbers", words: ["number", "toggle"] },
  { id: "native.sort.lists", words: ["list", "table", "links", "json"] },
];

interface Section { title: ReactNode; fields: NativeFieldRow[] }

/** Fields in their sections; `search` keeps those whose name, help or key has every word of it. */
export function sectionsOf(fields: NativeFieldRow[], search: string, say: (id: MessageId) => string): Section[] {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found = fields.filter(({ label, help, key }) => {
    const text = `${label.en} ${label.zh} ${help.en} ${help.zh} ${key}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...new Set(found.map(({ group }) => group))];
  return groups.flatMap((group): Section[] => {
    const inside = found.filter((field) => field.group === group);
    if (inside.length <= TOGETHER) return [{ title: group === "" ? null : <span className="mono">{group}</span>, fields: inside }];
    return SORTS.flatMap(({ id, words: sorts }) => {
      const some = inside.filter(({ widget }) => sorts.includes(widget.word));
      return some.length === 0 ? [] : [{ title: <>{group === "" ? null : <span className="mono">{group} · </span>}{say(id)}</>, fields: some }];
    });
  });
}

export function FieldSections({ document, panel, search }: { document: Document; panel: NativePanel; search: string }) {
  const { say } = useMessages();
  const [wanted, shown] = useWantedField(document);
  const sections = sectionsOf(panel.fields, search, say);
  if (sections.length === 0) return search === "" ? null : <p className="small secondary native-note">{say("native.noHit", { text: search })}</p>;
  return sections.map(({ title, fields }, at) => (
    <Fragment key={at}>
      {title === null ? null : <h3 className="native-section">{title}</h3>}
      {fields.map((field) => <NativeField key={field.pointer} document={document} panel={panel} field={field} wanted={wanted === field.pointer} onShown={shown} />)}
    </Fragment>
  ));
}

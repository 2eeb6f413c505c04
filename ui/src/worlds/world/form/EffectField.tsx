// What a trigger does: a beat for whoever tells the story, a value set, somebody moved, lore told. The kind says which
// fields there are; what another kind left behind is kept and shown.
import { type Document, pathOf, useValue } from "../../../documents";
import { useMessages } from "../../../messages";
import { Pick } from "../../../workbench/fields/Choices";
import type { WorldField as Field } from "../wire";
import { ListWord, Subject } from "./ConditionField";
import { fieldLabel, wordLabel } from "./labels";
import { isMap } from "../model";
import { WorldField } from "./WorldField";

/** The members each kind needs, in order. */
const MEMBERS: Record<string, readonly string[]> = { beat: ["dispatch", "need", "draw"], set: ["key", "of", "value"], move: ["character", "place"], reveal: ["lore", "to"] };

export function EffectField({ document, path, label, fields }: { document: Document; path: string; label: string; fields: readonly Field[] }) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const kind = isMap(value) && typeof value.kind === "string" ? value.kind : "";
  const wanted = MEMBERS[kind] ?? [];
  const kinds = fields.find(({ key }) => key === "kind")?.words ?? [];
  const others = isMap(value) ? Object.keys(value).filter((key) => key !== "kind" && !wanted.includes(key)) : [];
  const shown = [...wanted, ...others];
  return (
    <fieldset className="world-group" data-path={path}>
      <legend className="form-subtitle">{label}</legend>
      <div className="stack world-group-fields">
        <Pick document={document} path={pathOf(path, "kind")} label={fieldLabel("effect", "kind")} unset={say("fields.unset")} options={kinds.map((id) => ({ id, label: wordLabel("effect", id) }))} />
        {shown.map((key) => {
          const field = fields.find((one) => one.key === key);
          if (field === undefined) return null;
          if (key === "key") return <ListWord key={key} document={document} path={pathOf(path, key)} label={say("world.field.variable")} file="variables.json" word="key" note="label" />;
          if (key === "of") return <Subject key={key} document={document} base={path} />;
          return <WorldField key={key} document={document} table="effect" base={path} field={field} />;
        })}
      </div>
    </fieldset>
  );
}

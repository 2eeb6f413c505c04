// The widget of a native field. A value given here is of the kind the widget holds, or absent; an emptied text stays an
// empty text, and a key is taken out only on purpose.
import type { Json, NativeWidget } from "../bindings";
import { IconButton, Select, Switch, TextArea, TextField } from "../kit";
import { useMessages } from "../messages";
import { JsonField } from "./JsonField";
import { LinksField } from "./LinksField";
import { ListField } from "./ListField";
import { NumberField } from "./NumberField";
import { TableField } from "./TableField";

export interface WidgetProps { label: string; labelId: string; widget: NativeWidget; value: Json | undefined; onChange: (value: Json | undefined) => void; onRaw: () => void }

/** What a widget begins with. */
export function emptyOf(widget: NativeWidget): Json {
  switch (widget.word) {
    case "number": return 0;
    case "toggle": return false;
    case "list": case "links": case "table": return [];
    case "json": return {};
    case "choice": return widget.choices[0] ?? "";
    case "line": case "text": case "colour": case "asset": return "";
  }
}

const COLOUR = /^#[0-9a-f]{6}$/i;

export function Widget({ label, labelId, widget, value, onChange, onRaw }: WidgetProps) {
  const { say } = useMessages();
  const text = typeof value === "string" ? value : "";
  switch (widget.word) {
    case "line": return <TextField label={label} hideLabel value={text} onChange={onChange} />;
    case "asset": return <TextField label={label} hideLabel value={text} onChange={onChange} mono spellCheck={false} help={say("native.neverFetched")} />;
    case "text": return <TextArea label={label} hideLabel value={text} onChange={onChange} prose={false} rows={2} className="native-text" />;
    case "number": return <NumberField label={label} value={typeof value === "number" ? value : undefined} onChange={onChange} />;
    case "toggle": return (
      <div className="line">
        <Switch label={say(value === undefined ? "native.unset" : value === true ? "native.on" : "native.off")} name={label} on={value === true} onChange={onChange} />
        {value === undefined ? null : <IconButton icon="minus" size="small" className="push" label={say("native.takeOut", { field: label })} onPress={() => onChange(undefined)} />}
      </div>
    );
    case "choice": {
      const known = widget.choices.includes(text) || value === undefined ? widget.choices : [...widget.choices, text];
      return <Select label={label} hideLabel look="field" className="pick" value={value === undefined ? null : text} placeholder={say("native.unset")} options={known.map((id) => ({ id, label: id }))} onChange={onChange} />;
    }
    case "colour": return (
      <div className="native-colour">
        <input type="color" aria-label={say("native.pickColour", { field: label })} value={COLOUR.test(text) ? text : "#808080"} data-unset={COLOUR.test(text) ? undefined : ""} onChange={(event) => onChange(event.target.value)} />
        <TextField label={label} hideLabel value={text} onChange={onChange} mono spellCheck={false} className="grow" />
      </div>
    );
    case "list": return <ListField label={label} value={Array.isArray(value) ? value : []} onChange={onChange} />;
    case "links": return <LinksField label={label} kind={widget.kind} value={Array.isArray(value) ? value : []} onChange={onChange} />;
    case "table": return <TableField label={label} columns={widget.columns} value={Array.isArray(value) ? value : []} onChange={onChange} />;
    case "json": return <JsonField label={label} labelId={labelId} value={value} onChange={onChange} onRaw={onRaw} />;
  }
}

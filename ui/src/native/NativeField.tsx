// One native field: its name, the widget for its kind, what the source has where it was changed, and the way back. A
// value of another kind is shown as it was found.
import { useEffect, useId, useRef } from "react";
import type { Json, NativeFieldRow, NativePanel, WidgetWord } from "../bindings";
import { type Document, useDocument } from "../documents";
import { Button, DiffText, Icon, IconButton } from "../kit";
import { type MessageId, useMessages } from "../messages";
import { showRaw } from "../workbench/raw/place";
import { resetField, setField } from "./acts";
import { isChanged, nowOf } from "./edits";
import { fits, told } from "./found";
import { emptyOf, Widget } from "./Widget";
import { inLanguage } from "./words";

const NO_OPS: never[] = [];
const KINDS: Record<WidgetWord, MessageId> = {
  line: "native.kind.line", text: "native.kind.text", number: "native.kind.number", toggle: "native.kind.toggle", list: "native.kind.list", choice: "native.kind.choice",
  colour: "native.kind.colour", table: "native.kind.table", asset: "native.kind.asset", links: "native.kind.links", json: "native.kind.json",
};

export interface NativeFieldProps { document: Document; panel: NativePanel; field: NativeFieldRow; wanted: boolean; onShown: () => void }

export function NativeField({ document, panel, field, wanted, onShown }: NativeFieldProps) {
  const { say, bytes, language } = useMessages();
  const ops = useDocument(document, ({ native }) => native[panel.original] ?? NO_OPS);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wanted) return;
    box.current?.scrollIntoView({ block: "center" });
    box.current?.querySelector<HTMLElement>("input, textarea, button[role=switch], .select-button, .native-open")?.focus();
    onShown();
  }, [wanted, onShown]);
  const label = inLanguage(field.label, language);
  const now = nowOf(field, ops);
  const changed = isChanged(field, ops);
  const touched = field.large && ops.some(({ path }) => path === field.pointer || path.startsWith(`${field.pointer}/`));
  const raw = (): void => showRaw(document, panel.original, now?.pointer ?? field.pointer);
  if (now === null) {
    return <div className="native-field"><span className="medium">{label}</span><p className="small said-warning">{say("native.placeGone")}</p></div>;
  }
  const set = (value: Json | undefined): void => setField(document, panel, field, value);
  const right = fits(field.widget, now.value);
  const unknownLarge = field.large && (!touched || !changed || now.value === null);
  return (
    <div ref={box} className={`native-field ${changed ? "native-changed" : ""}`} data-document data-native={field.pointer}>
      <div className="native-label">
        <span id={id} className="label-name cut" title={field.pointer}>{label}</span>
        {field.private ? <span className="small tertiary line nowrap" title={say("native.privateHint")}><Icon name="lock" size="small" />{say("native.private")}</span> : null}
        {changed || touched ? <span className="small said-changed line nowrap"><Icon name="changed" size="small" />{say(field.present || panel.origin === "added" ? "native.changed" : "native.added")}</span> : null}
        <span className="push" />
        {changed || touched ? <IconButton icon="reset" size="small" label={say("native.reset", { field: label })} onPress={() => resetField(document, panel, field)} /> : null}
      </div>
      {unknownLarge ? (
        <p className="native-found">
          <span>{say("native.large", { size: bytes(field.bytes) })}</span>
          <Button look="line" size="small" icon="braces" className="native-open" onPress={raw}>{say("native.inOriginal")}</Button>
        </p>
      ) : right ? <Widget labelId={id} label={label} widget={field.widget} value={now.value === null && field.widget.word !== "json" ? undefined : now.value} onChange={set} onRaw={raw} /> : (
        <div className="native-found">
          <p className="small said-warning line"><Icon name="warning" size="small" />{say("native.otherKind", { kind: say(KINDS[field.widget.word]) })}</p>
          <p className="native-as-found mono small"><DiffText before={told(now.value)} after={told(now.value)} /></p>
          <div className="line">
            <Button look="line" size="small" icon="braces" className="native-open" onPress={raw}>{say("native.inOriginal")}</Button>
            <Button look="plain" size="small" onPress={() => set(emptyOf(field.widget))}>{say("native.startAnew")}</Button>
          </div>
        </div>
      )}
      {changed && field.present && !field.large ? (
        <p className="small secondary native-source">{say("native.source")} <span className="mono"><DiffText before={told(field.value ?? null)} after={told(now.value)} cut /></span></p>
      ) : null}
      <p className="small tertiary native-help">{inLanguage(field.help, language)}</p>
    </div>
  );
}

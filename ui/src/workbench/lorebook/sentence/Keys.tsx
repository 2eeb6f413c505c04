// The keys of entries as chips inside a sentence. A key opens to its own settings; one that does not work says so. Of
// several entries only the keys all of them have are shown, and a word typed here goes to each.
import { type ClipboardEvent, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { Json, JsonObject, LoreFault } from "../../../bindings";
import { useDocument } from "../../../documents";
import { Button, Checkbox, Icon, Popover, TextField, visible } from "../../../kit";
import { useMessages } from "../../../messages";
import { ENTRIES, isMap, isPattern, keyOf, keysIn, keyText, listOf } from "../entries";
import { useView } from "../state";
import { pathIn, type Target, writeEach } from "../target";

export interface KeysProps { target: Target; field: "triggers" | "secondaryTriggers"; label: string }

interface SharedKeys { keys: readonly Json[]; some: boolean }

function sharedKeys(entries: readonly Json[], { ats }: Target, field: string): SharedKeys {
  const lists = ats.map((at) => {
    const entry = entries[at];
    return isMap(entry) ? listOf(entry[field]) : [];
  });
  const [first = [], ...rest] = lists;
  if (rest.length === 0) return { keys: first, some: false };
  const texts = rest.map((list) => new Set(list.map(keyText)));
  const keys = first.filter((key) => texts.every((set) => set.has(keyText(key))));
  return { keys, some: lists.some((list) => list.length > keys.length) };
}

const sameKeys = (a: SharedKeys, b: SharedKeys): boolean => a.some === b.some && a.keys.length === b.keys.length && a.keys.every((key, at) => key === b.keys[at]);

export function Keys({ target, field, label }: KeysProps) {
  const { say } = useMessages();
  const { keys, some } = useDocument(target.document, ({ body }) => sharedKeys(listOf(body[ENTRIES]), target, field), sameKeys);
  const faults = useView(target.document, ({ graph }) => graph?.faults);
  const [typed, setTyped] = useState("");

  function write(next: (list: readonly Json[]) => Json[]): void {
    writeEach(target, field, label, (entry) => next(isMap(entry) ? listOf(entry[field]) : []));
  }
  function add(text: string): void {
    const words = keysIn(text);
    setTyped("");
    if (words.length === 0) return;
    write((list) => {
      const there = new Set(list.map(keyText));
      return [...list, ...words.filter((word) => !there.has(word)).map(keyOf)];
    });
  }
  function change(old: string, next: JsonObject | null): void {
    write((list) => list.flatMap((key): Json[] => (keyText(key) !== old ? [key] : next === null ? [] : [next])));
  }
  function pasted(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text/plain");
    if (!text.includes("\n")) return;
    event.preventDefault();
    add(text);
  }
  return (
    <span className="lore-keys" data-path={pathIn(target, field)} role="group" aria-label={label}>
      {keys.map((key, at) => <KeyChip key={`${at} ${keyText(key)}`} trigger={key} fault={faultOf(faults, target, keyText(key))} onChange={(next) => change(keyText(key), next)} />)}
      {some ? <span className="lore-value-mixed">{say(keys.length === 0 ? "lore.mixed" : "lore.mixedKeys")}</span> : null}
      <input
        className="lore-key-add" dir="auto" aria-label={say("workbench.addTo", { field: label })} placeholder="+" value={typed} onPaste={pasted} onBlur={() => add(typed)}
        onChange={(event) => (/[,，]$/.test(event.target.value) && !event.target.value.trim().startsWith("/") ? add(event.target.value) : setTyped(event.target.value))}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) {
            event.preventDefault();
            add(typed);
          } else if (event.key === "Escape" && typed !== "") {
            event.stopPropagation();
            setTyped("");
          } else if (event.key === "Backspace" && typed === "" && keys.length > 0) {
            change(keyText(keys[keys.length - 1] ?? null), null);
          }
        }}
      />
    </span>
  );
}

function faultOf(faults: readonly LoreFault[] | undefined, { ats }: Target, text: string): LoreFault | undefined {
  return faults?.find((fault) => fault.key === text && ats.includes(fault.entry.at));
}

function KeyChip({ trigger, fault, onChange }: { trigger: Json; fault: LoreFault | undefined; onChange: (next: JsonObject | null) => void }) {
  const { say } = useMessages();
  const text = keyText(trigger);
  const pattern = isPattern(text);
  const state = fault === undefined ? null : say(fault.slow ? "lore.key.slow" : "lore.key.broken");
  return (
    <Popover
      label={say("lore.key.edit", { key: text })}
      button={(
        <AriaButton className={`lore-key ${pattern ? "lore-key-pattern" : ""} ${state === null ? "" : "lore-key-bad"}`} aria-label={say("lore.key.edit", { key: text })}>
          <bdi className="cut">{text === "" ? say("common.noName") : visible(text)}</bdi>
          {state === null ? null : <span className="lore-key-state"><Icon name="warning" size="small" />{state}</span>}
        </AriaButton>
      )}
    >
      {(close) => <KeyEditor trigger={trigger} fault={fault} onChange={onChange} close={close} />}
    </Popover>
  );
}

function KeyEditor({ trigger, fault, onChange, close }: { trigger: Json; fault: LoreFault | undefined; onChange: (next: JsonObject | null) => void; close: () => void }) {
  const { say } = useMessages();
  const [text, setText] = useState(() => keyText(trigger));
  const own = isMap(trigger) ? trigger : {};
  const pattern = isPattern(text);
  const part = (key: string): string => (typeof own[key] === "number" ? String(own[key]) : "");
  const [chance, setChance] = useState(() => part("probability"));
  const [rest, setRest] = useState(() => part("frequency"));
  function done(): void {
    const { frequency: _f, probability: _p, flags: _g, isRegex: _r, keyword: _k, ...others } = own;
    const figures = (key: string, typed: string): JsonObject => (typed.trim() !== "" && Number.isFinite(Number(typed)) ? { [key]: Number(typed) } : {});
    onChange(text.trim() === "" ? null : { ...others, ...keyOf(text.trim()), ...figures("probability", chance), ...figures("frequency", rest) });
    close();
  }
  return (
    <form className="lore-pop" onSubmit={(event) => { event.preventDefault(); done(); }}>
      <TextField label={say("lore.key")} hint={say("lore.keysHint")} autoFocus value={text} mono={pattern} onChange={setText} fault={fault === undefined ? null : say(fault.slow ? "lore.key.slowWhy" : "lore.key.brokenWhy", { what: fault.what })} spellCheck={false} />
      <Checkbox label={say("lore.key.pattern")} on={pattern} onChange={(on) => setText(on ? `/${text}/i` : String(keyOf(text).keyword ?? text))} />
      <div className="form-pair">
        <TextField label={say("lore.key.chance")} hint="%" type="number" value={chance} onChange={setChance} />
        <TextField label={say("lore.key.rest")} hint={say("lore.messages")} type="number" value={rest} onChange={setRest} />
      </div>
      <div className="line">
        <Button look="fill" size="small" type="submit">{say("lore.apply")}</Button>
        <Button size="small" icon="trash" onPress={() => { onChange(null); close(); }}>{say("common.remove")}</Button>
      </div>
    </form>
  );
}

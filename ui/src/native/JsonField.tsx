// Any JSON in a small text field. What is no JSON stays in the field, says its line, and reaches nothing.
import { useRef, useState } from "react";
import type { Json } from "../bindings";
import { sameJson } from "../documents";
import { invoke } from "../host";
import { Button, TextArea } from "../kit";
import { useMessages } from "../messages";

/** Letters a field of a panel takes; more is edited in the original. */
const MOST = 8_000;
/** Quiet time before a text is read. */
const READ_AFTER = 300;

export interface JsonFieldProps { label: string; labelId: string; value: Json | undefined; onChange: (value: Json | undefined) => void; onRaw: () => void }

export function JsonField({ label, value, onChange, onRaw }: JsonFieldProps) {
  const { say, number } = useMessages();
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const laid = value === undefined ? "" : JSON.stringify(value, null, 2);
  if (value === undefined && typed === null) {
    return <div className="line"><span className="small secondary">{say("native.unset")}</span><Button size="small" look="plain" icon="add" className="push native-open" onPress={() => setTyped("")}>{say("native.write")}</Button></div>;
  }
  if (laid.length > MOST && typed === null) {
    return (
      <p className="native-found">
        <span className="secondary">{say("native.long", { what: say(Array.isArray(value) ? "native.items" : "native.keys", { count: Array.isArray(value) ? value.length : Object.keys(value ?? {}).length }), letters: number(laid.length) })}</span>
        <Button look="line" size="small" icon="braces" className="native-open" onPress={onRaw}>{say("native.inOriginal")}</Button>
      </p>
    );
  }
  async function read(text: string): Promise<void> {
    if (text.trim() === "") {
      setFault(null);
      onChange(undefined);
      return;
    }
    const found = await invoke("raw_check", { text });
    const bad = found.find(({ tolerated }) => !tolerated);
    if (bad !== undefined) {
      setFault(say("raw.lastValid", { line: bad.line, message: bad.message }));
      return;
    }
    let next: Json;
    try {
      next = JSON.parse(text) as Json;
    } catch {
      // What the core reads with a repair is not taken over here: a panel holds strict JSON.
      setFault(say("raw.lastValid", { line: found[0]?.line ?? 1, message: found[0]?.message ?? "" }));
      return;
    }
    setFault(null);
    if (!sameJson(next, value)) onChange(next);
  }
  return (
    <TextArea
      label={label} hideLabel mono prose={false} spellCheck={false} value={typed ?? laid} fault={fault} rows={2} className="native-json"
      onChange={(text) => {
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void read(text), READ_AFTER);
      }}
      onBlur={() => {
        if (typed === null) return;
        clearTimeout(timer.current);
        // A text that was taken over is laid out anew; one at fault stays to be mended.
        void read(typed).then(() => setFault((held) => {
          if (held === null) setTyped(null);
          return held;
        }));
      }}
    />
  );
}

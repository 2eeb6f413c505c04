// A list of short texts: one line each, added with Enter, moved with Alt and the arrows, emptied lines stay until removed.
import { type KeyboardEvent, useRef } from "react";
import type { Json } from "../bindings";
import { Button, IconButton, TextField } from "../kit";
import { useMessages } from "../messages";
import { moved } from "../kit/lists";

export interface ListFieldProps { label: string; value: Json[]; onChange: (value: Json[]) => void; mono?: boolean; after?: (item: string) => React.ReactNode }

/** An item as it was, where a number was spelt as one. */
function like(old: Json | undefined, text: string): Json {
  return typeof old === "number" && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function ListField({ label, value, onChange, mono = false, after }: ListFieldProps) {
  const { say } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const focusAt = (at: number): void => {
    requestAnimationFrame(() => box.current?.querySelectorAll<HTMLInputElement>("input")[at]?.focus());
  };
  function move(at: number, to: number): void {
    if (to < 0 || to >= value.length) return;
    onChange(moved(value, at, to));
    focusAt(to);
  }
  function add(at: number): void {
    onChange([...value.slice(0, at), "", ...value.slice(at)]);
    focusAt(at);
  }
  function pressed(event: KeyboardEvent, at: number): void {
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      move(at, at + (event.key === "ArrowUp" ? -1 : 1));
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(at + 1);
    }
  }
  return (
    <div ref={box} className="native-list" role="group" aria-label={label}>
      {value.map((item, at) => (
        <div key={at} className="native-list-row">
          <TextField
            label={say("native.item", { field: label, number: at + 1 })} hideLabel value={String(item)} mono={mono} className="grow" onKeyDown={(event) => pressed(event, at)}
            onChange={(text) => onChange(value.map((old, place) => (place === at ? like(old, text) : old)))}
          />
          {after?.(String(item))}
          <IconButton icon="close" size="small" label={say("native.removeItem", { number: at + 1 })} onPress={() => onChange(value.filter((_, place) => place !== at))} />
        </div>
      ))}
      <Button icon="add" size="small" look="plain" className="add-field" onPress={() => add(value.length)}>{say("native.addItem")}</Button>
    </div>
  );
}

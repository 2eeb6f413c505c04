// A number, written as typed. What is no number yet stays in the field and goes nowhere; an empty field takes the key out.
import { useState } from "react";
import type { Json } from "../bindings";
import { TextField } from "../kit";
import { useMessages } from "../messages";

export function NumberField({ label, value, onChange }: { label: string; value: number | undefined; onChange: (value: Json | undefined) => void }) {
  const { say } = useMessages();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === undefined ? "" : String(value));
  const bad = typed !== null && typed.trim() !== "" && !Number.isFinite(Number(typed));
  function type(text: string): void {
    setTyped(text);
    const number = Number(text);
    if (text.trim() === "") onChange(undefined);
    else if (Number.isFinite(number)) onChange(number);
  }
  return (
    <TextField
      label={label} hideLabel value={shown} mono className="native-number" fault={bad ? say("native.noNumber") : null} onChange={type}
      onBlur={() => setTyped(null)}
    />
  );
}

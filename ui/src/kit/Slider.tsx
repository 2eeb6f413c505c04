// A number with its usual range: a slider, and a field that takes any number. What lies beyond the range is kept as it
// is written; the slider stands at its end then.
import type { ReactNode } from "react";
import { Slider as AriaSlider, SliderThumb, SliderTrack } from "react-aria-components";
import { IconButton } from "./Button";
import "./Slider.css";

export interface SliderProps {
  label: string;
  value: number | null;
  least: number; most: number; step: number;
  onChange: (value: number) => void;
  /** Takes the number away. */
  onClear?: () => void;
  clearLabel?: string;
  hint?: ReactNode;
  below?: ReactNode;
}

export function Slider({ label, value, least, most, step, onChange, onClear, clearLabel, hint, below }: SliderProps) {
  const shown = value === null ? least : Math.min(most, Math.max(least, value));
  return (
    <div className="slider-row">
      <div className="slider-name"><span className="medium">{label}</span>{hint === undefined ? null : <span className="small tertiary">{hint}</span>}</div>
      <AriaSlider className="slider" aria-label={label} value={shown} minValue={least} maxValue={most} step={step} onChange={(next) => onChange(typeof next === "number" ? next : (next[0] ?? shown))}>
        <SliderTrack className="slider-track"><span className="slider-fill" style={{ width: `${((shown - least) / (most - least)) * 100}%` }} /><SliderThumb className="slider-thumb" /></SliderTrack>
      </AriaSlider>
      <input
        type="number" className="field slider-number" aria-label={label} value={value === null ? "" : String(value)} step="any"
        onChange={(event) => {
          const next = Number(event.target.value);
          if (event.target.value.trim() !== "" && Number.isFinite(next)) onChange(next);
          else if (event.target.value.trim() === "") onClear?.();
        }}
      />
      {onClear === undefined ? <span /> : <IconButton icon="close" size="small" label={clearLabel ?? label} onPress={onClear} />}
      {below === undefined ? null : <div className="slider-below">{below}</div>}
    </div>
  );
}

// Text fields, ruled like an index card: hairline sides and a firm line below. Labels are always visible, or the field
// carries a name. What is authored is isolated from the direction of the page by dir="auto".
import { type KeyboardEvent, type ReactNode, type Ref, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "./icons";
import { KeyCap } from "./Button";
import "./Field.css";

export interface LabelRowProps { id?: string; htmlFor?: string; label: string; hint?: ReactNode; end?: ReactNode; children?: ReactNode }

/** The line above a field: its name, what it is for, small acts, and a figure at the end. */
export function LabelRow({ id, htmlFor, label, hint, end, children }: LabelRowProps) {
  return (
    <div className="label-row">
      <label id={id} htmlFor={htmlFor} className="label-name">{label}</label>
      {hint === undefined ? null : <span className="label-hint cut">{hint}</span>}
      {children}
      {end === undefined ? null : <span className="label-end">{end}</span>}
    </div>
  );
}

export interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hideLabel?: boolean;
  hint?: ReactNode;
  end?: ReactNode;
  /** Small acts in the line above the field. */
  beside?: ReactNode;
  help?: ReactNode;
  /** What is wrong with this value; drawn below and told to a screen reader. */
  fault?: string | null;
  placeholder?: string;
  mono?: boolean;
  prose?: boolean;
  off?: boolean;
  readOnly?: boolean;
  type?: "text" | "number" | "password";
  list?: string;
  autoFocus?: boolean;
  spellCheck?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  onFocus?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

function describedBy(id: string, help: ReactNode, fault: string | null | undefined): string | undefined {
  if (fault !== null && fault !== undefined) return `${id}-fault`;
  return help === undefined ? undefined : `${id}-help`;
}

function Below({ id, help, fault }: { id: string; help: ReactNode; fault: string | null | undefined }) {
  if (fault !== null && fault !== undefined) {
    return <p id={`${id}-fault`} className="field-help said-error line"><Icon name="error" size="small" />{fault}</p>;
  }
  return help === undefined ? null : <p id={`${id}-help`} className="field-help">{help}</p>;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hideLabel = false, hint, end, beside, help, fault, mono = false, prose = false, off = false, className = "", inputRef, ...rest } = props;
  const id = useId();
  return (
    <div className={`field-block ${className}`}>
      {hideLabel ? null : <LabelRow htmlFor={id} label={label} hint={hint} end={end}>{beside}</LabelRow>}
      <input
        {...rest} ref={inputRef} id={id} dir="auto" value={value} disabled={off} className={`field ${mono ? "field-mono" : ""} ${prose ? "field-prose" : ""}`}
        onChange={(event) => onChange(event.target.value)} aria-label={hideLabel ? label : undefined} aria-invalid={fault != null || undefined}
        aria-describedby={describedBy(id, help, fault)}
      />
      <Below id={id} help={help} fault={fault} />
    </div>
  );
}

export interface TextAreaProps extends Omit<TextFieldProps, "inputRef" | "type" | "list" | "autoFocus"> {
  /** Lines shown at least; the field grows with its text and never scrolls inside. */
  rows?: number;
  /** Label of another element that names the field. */
  labelledBy?: string;
  areaRef?: Ref<HTMLTextAreaElement>;
  lang?: string;
}

/** A text area as tall as its text. The height comes from a hidden twin in the same cell, so that typing costs no measuring. */
export function TextArea(props: TextAreaProps) {
  const { label, value, onChange, hideLabel = false, hint, end, beside, help, fault, mono = false, prose = true, off = false, className = "", rows = 1, labelledBy, areaRef, ...rest } = props;
  const id = useId();
  const twin = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A trailing line break needs something after it to take up a line.
    if (twin.current !== null) twin.current.textContent = `${value}\u200b`;
  }, [value]);
  const look = `field ${prose ? "field-prose" : ""} ${mono ? "field-mono" : ""}`;
  return (
    <div className={`field-block ${className}`}>
      {hideLabel ? null : <LabelRow htmlFor={id} label={label} hint={hint} end={end}>{beside}</LabelRow>}
      <div className="grow-field" style={{ "--rows": rows } as never}>
        <div ref={twin} className={`${look} grow-field-twin`} aria-hidden="true" dir="auto" />
        <textarea
          {...rest} ref={areaRef} id={id} dir="auto" rows={1} value={value} disabled={off} className={`${look} grow-field-area`}
          onChange={(event) => onChange(event.target.value)} aria-label={hideLabel && labelledBy === undefined ? label : undefined}
          aria-labelledby={labelledBy} aria-invalid={fault != null || undefined} aria-describedby={describedBy(id, help, fault)}
        />
      </div>
      <Below id={id} help={help} fault={fault} />
    </div>
  );
}

export interface SearchFieldProps {
  label: string; value: string; onChange: (value: string) => void; placeholder?: string; cap?: string; clearLabel: string;
  inputRef?: Ref<HTMLInputElement>; onKeyDown?: (event: KeyboardEvent) => void; className?: string; children?: ReactNode;
}

export function SearchField({ label, value, onChange, placeholder, cap, clearLabel, inputRef, onKeyDown, className = "", children }: SearchFieldProps) {
  return (
    <div className={`search-field ${className}`} role="search">
      <Icon name="search" />
      {children}
      <input
        ref={inputRef} dir="auto" value={value} placeholder={placeholder} aria-label={label} className="search-input" spellCheck={false} autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value !== "") {
            event.preventDefault();
            event.stopPropagation();
            onChange("");
            return;
          }
          onKeyDown?.(event);
        }}
      />
      {value === "" ? (cap === undefined ? null : <KeyCap>{cap}</KeyCap>) : (
        <button type="button" className="search-clear" aria-label={clearLabel} onClick={() => onChange("")}><Icon name="close" size="small" /></button>
      )}
    </div>
  );
}

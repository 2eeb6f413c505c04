// Choosing: a select, a segmented control, a switch, a checkbox, radio cards. Each carries a visible label or a name.
import type { ReactNode } from "react";
import {
  Button, Checkbox as AriaCheckbox, Label, ListBox, ListBoxItem, Popover, Radio, RadioGroup, Select as AriaSelect, SelectValue,
  Switch as AriaSwitch, Text, ToggleButton, ToggleButtonGroup,
} from "react-aria-components";
import { Icon, type IconName } from "./icons";
import { Tip } from "./Tip";
import "./Popover.css";
import "./Menu.css";
import "./Choice.css";

export interface Option<T extends string> { id: T; label: string; note?: string; icon?: IconName; off?: boolean }

export interface SelectProps<T extends string> {
  label: string;
  value: T | null;
  options: Option<T>[];
  onChange: (value: T) => void;
  hideLabel?: boolean;
  size?: "small" | "base";
  look?: "line" | "field" | "plain";
  /** Left out of the tab order, in rows that are no tab stop of their own. */
  skip?: boolean;
  /** Drawn as a choice that is still to be made. */
  needed?: boolean;
  placeholder?: string;
  off?: boolean;
  className?: string;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, onChange, hideLabel = false, size = "base", look = "line", needed = false, placeholder, off = false, skip = false, className = "" } = props;
  return (
    <AriaSelect
      className={`select select-${look} select-${size} ${needed ? "select-needed" : ""} ${className}`}
      {...(hideLabel ? { "aria-label": label } : {})}
      value={value} isDisabled={off} onChange={(key) => key !== null && onChange(key as T)} {...(placeholder === undefined ? {} : { placeholder })}
    >
      {hideLabel ? null : <Label className="select-label">{label}</Label>}
      <Button className="select-button" excludeFromTabOrder={skip}>
        <SelectValue className="select-value cut">{({ selectedText }) => (selectedText === null || selectedText === "" ? placeholder ?? "" : selectedText)}</SelectValue>
        <Icon name="down" size="small" />
      </Button>
      <Popover className="menu-popover" offset={4}>
        <ListBox className="menu">
          {options.map((option) => (
            <ListBoxItem key={option.id} id={option.id} textValue={option.label} isDisabled={option.off ?? false} className="menu-item">
              {({ isSelected }) => (
                <>
                  <span className="menu-tick">{isSelected ? <Icon name="tick" size="small" /> : null}</span>
                  {option.icon === undefined ? null : <Icon name={option.icon} />}
                  <span className="grow stack">
                    <Text slot="label" dir="auto">{option.label}</Text>
                    {option.note === undefined ? null : <Text slot="description" className="menu-note">{option.note}</Text>}
                  </span>
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

export interface SegmentedProps<T extends string> {
  label: string; value: T; options: Option<T>[]; onChange: (value: T) => void; size?: "small" | "base"; iconsOnly?: boolean;
}

/** Two to five choices side by side. */
export function Segmented<T extends string>({ label, value, options, onChange, size = "base", iconsOnly = false }: SegmentedProps<T>) {
  return (
    <ToggleButtonGroup
      className={`segmented segmented-${size}`} aria-label={label} selectionMode="single" disallowEmptySelection selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [first] = [...keys];
        if (first !== undefined) onChange(first as T);
      }}
    >
      {options.map((option) => {
        const button = (
          <ToggleButton key={option.id} id={option.id} className="segmented-part" isDisabled={option.off ?? false} {...(iconsOnly ? { "aria-label": option.label } : {})}>
            {option.icon === undefined ? null : <Icon name={option.icon} />}
            {iconsOnly ? null : option.label}
          </ToggleButton>
        );
        return iconsOnly ? <Tip key={option.id} text={option.label}>{button}</Tip> : button;
      })}
    </ToggleButtonGroup>
  );
}

export interface TickProps { label: ReactNode; on: boolean; onChange: (on: boolean) => void; off?: boolean; name?: string; mixed?: boolean; className?: string }

export function Switch({ label, on, onChange, off = false, name, className = "" }: TickProps) {
  return (
    <AriaSwitch className={`switch ${className}`} isSelected={on} onChange={onChange} isDisabled={off} {...(name === undefined ? {} : { "aria-label": name })}>
      <span className="switch-track" aria-hidden="true" />
      {label}
    </AriaSwitch>
  );
}

export function Checkbox({ label, on, onChange, off = false, name, mixed = false, className = "" }: TickProps) {
  return (
    <AriaCheckbox
      className={`checkbox ${className}`} isSelected={on} isIndeterminate={mixed} onChange={onChange} isDisabled={off}
      {...(name === undefined ? {} : { "aria-label": name })}
    >
      <TickBox on={on} mixed={mixed} />
      {label}
    </AriaCheckbox>
  );
}

/** The box alone, for rows that carry their own selection. */
export function TickBox({ on, mixed = false }: { on: boolean; mixed?: boolean }) {
  return (
    <span className={`tick-box ${on || mixed ? "tick-box-on" : ""}`} aria-hidden="true">
      {mixed ? <span className="tick-box-mixed" /> : on ? <Icon name="tick" /> : null}
    </span>
  );
}

export interface CardsProps<T extends string> { label: string; value: T | null; options: Option<T>[]; onChange: (value: T) => void }

/** A decision as cards side by side, each with a line that says what will happen. */
export function ChoiceCards<T extends string>({ label, value, options, onChange }: CardsProps<T>) {
  return (
    <RadioGroup className="choice-cards" aria-label={label} value={value} onChange={(next) => onChange(next as T)} orientation="horizontal">
      {options.map((option) => (
        <Radio key={option.id} value={option.id} className="choice-card" isDisabled={option.off ?? false}>
          <span className="choice-dot" aria-hidden="true" />
          <span className="stack">
            <span className="medium">{option.label}</span>
            {option.note === undefined ? null : <span className="small secondary">{option.note}</span>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

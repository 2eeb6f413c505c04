// A field that takes one of many names: what is typed narrows them, and what none of them is can be made on the spot.
// The field never holds half a name: left with something else in it, it shows what was chosen again.
import { useMemo, useState } from "react";
import { Button, ComboBox as AriaComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from "react-aria-components";
import { Icon, type IconName } from "./icons";
import "./Popover.css";
import "./Menu.css";
import "./Combo.css";

export interface ComboOption { id: string; label: string; note?: string; icon?: IconName }

export interface ComboProps {
  label: string;
  hideLabel?: boolean;
  /** What is chosen; an id that no option has is shown as it is. */
  value: string | null;
  options: readonly ComboOption[];
  /** `null` when the field was emptied. */
  onChange: (id: string | null) => void;
  /** Makes what was typed; the option that does it is called so. */
  create?: { label: (text: string) => string; run: (text: string) => void };
  /** What the button that shows all is called. */
  openLabel: string;
  placeholder?: string;
  /** What is wrong with the value. */
  fault?: string | null;
  /** Said when nothing is called so. */
  none: string;
  className?: string;
}

/** Options drawn at once; typing narrows to the others. */
const SHOWN = 60;
const MAKE = ":make";

export function Combo({ label, hideLabel = false, value, options, onChange, create, openLabel, placeholder, fault = null, none, className = "" }: ComboProps) {
  const chosen = value === null ? "" : options.find(({ id }) => id === value)?.label ?? value;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? chosen;
  const shown = useMemo(() => {
    const words = typed === null ? "" : typed.trim().toLocaleLowerCase();
    const found = words === "" ? options : options.filter((option) => option.label.toLocaleLowerCase().includes(words));
    return found.slice(0, SHOWN);
  }, [options, typed]);
  const fresh = typed?.trim() ?? "";
  const makes = create !== undefined && fresh !== "" && !options.some((option) => option.label === fresh);
  const items: ComboOption[] = makes ? [...shown, { id: MAKE, label: create.label(fresh), icon: "add" }] : shown.length === 0 ? [] : [...shown];
  return (
    <AriaComboBox
      className={`combo field-block ${className}`} menuTrigger="focus" allowsEmptyCollection allowsCustomValue items={items} inputValue={text} value={value} defaultFilter={() => true}
      isInvalid={fault !== null} {...(hideLabel ? { "aria-label": label } : {})}
      onInputChange={(next) => setTyped(next === chosen ? null : next)}
      onChange={(key) => {
        if (key === null) return;
        setTyped(null);
        if (key === MAKE) create?.run(fresh);
        else onChange(String(key));
      }}
      onBlur={() => {
        if (typed !== null && typed.trim() === "" && value !== null) onChange(null);
        setTyped(null);
      }}
    >
      {hideLabel ? null : <span className="label-row"><Label className="label-name">{label}</Label></span>}
      <div className="combo-field">
        <Input className="field" dir="auto" spellCheck={false} {...(placeholder === undefined ? {} : { placeholder })} />
        <Button className="combo-open" aria-label={openLabel}><Icon name="down" size="small" /></Button>
      </div>
      {fault === null ? null : <p className="field-help said-error line"><Icon name="error" size="small" />{fault}</p>}
      <Popover className="menu-popover combo-popover" offset={4}>
        <ListBox<ComboOption> className="menu" renderEmptyState={() => <p className="small tertiary combo-none">{none}</p>}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className="menu-item">
              {option.icon === undefined ? null : <Icon name={option.icon} />}
              <span className="grow stack">
                <Text slot="label" dir="auto">{option.label}</Text>
                {option.note === undefined ? null : <Text slot="description" className="menu-note">{option.note}</Text>}
              </span>
              {option.id === value ? <Icon name="tick" size="small" /> : null}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

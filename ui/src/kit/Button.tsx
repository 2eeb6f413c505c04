// Buttons. `fill` is the one main action of a view, `line` the others that stand alone, `plain` those in a row of many,
// `quiet` a link-like one. An icon button has no words, so its name is shown as a tooltip with its key.
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps, ToggleButton as AriaToggle } from "react-aria-components";
import { Icon, type IconName } from "./icons";
import { Tip } from "./Tip";
import "./Button.css";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "children" | "style"> {
  look?: "plain" | "line" | "fill" | "quiet" | "danger";
  size?: "small" | "base" | "large";
  icon?: IconName;
  /** Key cap drawn after the words. */
  cap?: string | undefined;
  className?: string;
  children?: ReactNode;
}

export function Button({ look = "plain", size = "base", icon, cap, className = "", children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={`button button-${look} button-${size} ${className}`}>
      {icon === undefined ? null : <Icon name={icon} size={size === "small" ? "small" : "base"} />}
      {children}
      {cap === undefined ? null : <KeyCap>{cap}</KeyCap>}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, "className" | "children" | "style" | "aria-label"> {
  icon: IconName;
  label: string;
  cap?: string | undefined;
  size?: "small" | "base";
  className?: string;
}

export function IconButton({ icon, label, cap, size = "base", className = "", ...rest }: IconButtonProps) {
  return (
    <Tip text={label} cap={cap}>
      <AriaButton {...rest} aria-label={label} className={`button button-plain button-square button-${size} ${className}`}>
        <Icon name={icon} size={size === "small" ? "small" : "base"} />
      </AriaButton>
    </Tip>
  );
}

export interface ToggleProps { icon?: IconName; label: string; on: boolean; onChange: (on: boolean) => void; words?: boolean }

/** A button that stays pressed. */
export function Toggle({ icon, label, on, onChange, words = false }: ToggleProps) {
  return (
    <AriaToggle isSelected={on} onChange={onChange} aria-label={label} className={`button button-plain ${words ? "" : "button-square"}`}>
      {icon === undefined ? null : <Icon name={icon} />}
      {words ? label : null}
    </AriaToggle>
  );
}

export function KeyCap({ children }: { children: ReactNode }) {
  return <kbd className="key-cap">{children}</kbd>;
}

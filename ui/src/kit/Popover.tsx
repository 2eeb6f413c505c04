// Things that float over the page at a button: a popover with controls of its own.
import type { ReactElement, ReactNode } from "react";
import { Dialog, DialogTrigger, Popover as AriaPopover, type PopoverProps } from "react-aria-components";
import "./Popover.css";

export interface FloatProps {
  label: string;
  button: ReactElement;
  placement?: PopoverProps["placement"];
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function Popover({ label, button, placement = "bottom start", open, onOpenChange, children }: FloatProps) {
  const state = open === undefined ? {} : { isOpen: open };
  return (
    <DialogTrigger {...state} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      {button}
      <AriaPopover className="popover" placement={placement} offset={4}>
        <Dialog className="popover-body" aria-label={label}>
          {({ close }) => (typeof children === "function" ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

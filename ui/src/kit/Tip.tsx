// A tooltip: the name of an icon button and its key, or the whole of a text that was cut.
import type { ReactElement } from "react";
import { Tooltip, TooltipTrigger } from "react-aria-components";
import "./Popover.css";

export function Tip({ text, cap, children }: { text: string; cap?: string | undefined; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <Tooltip className="tip" offset={6}>
        <span dir="auto">{text}</span>
        {cap === undefined ? null : <kbd className="tip-cap">{cap}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}

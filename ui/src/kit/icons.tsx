// The icon set: line drawings on a 16 px square, drawn in the colour of the text. Decoration only: whoever uses one
// beside no words gives the words as an accessible name.
import type { ReactNode } from "react";
import "./icons.css";

const dot = (x: number, y: number): ReactNode => <path d={`M${x} ${y}h.01`} strokeWidth="2" />;

const drawings = {
  // places
  library: <><rect x="2.4" y="2.8" width="3.8" height="10.6" rx=".8" /><rect x="6.2" y="2.8" width="3.2" height="10.6" rx=".8" /><path d="M10.3 4.3l2.3-.6 2.3 8.9-2.3.6z" /></>,
  workbench: <><path d="M13.4 8v4.4a1 1 0 0 1-1 1H3.6a1 1 0 0 1-1-1V3.6a1 1 0 0 1 1-1H8" /><path d="M6.1 9.9l.5-2.1 5.5-5.5 1.7 1.7-5.5 5.5z" /></>,
  import: <><path d="M2.6 9.2v3.2a1 1 0 0 0 1 1h8.8a1 1 0 0 0 1-1V9.2h-2.9l-1 1.9h-3l-1-1.9z" /><path d="M8 2.2v5.3M5.7 5.2L8 7.5l2.3-2.3" /></>,
  worlds: <><circle cx="4" cy="4.5" r="2" /><circle cx="12" cy="6" r="2" /><circle cx="6.5" cy="12" r="2" /><path d="M6 4.9l4 .7M4.6 6.4l1.3 3.7M10.7 7.5L8 10.6" /></>,
  settings: <><path d="M2 4.6h6M12 4.6h2M2 11.4h2M8 11.4h6" /><circle cx="10" cy="4.6" r="1.8" /><circle cx="6" cy="11.4" r="1.8" /></>,
  // kinds
  character: <><circle cx="8" cy="5.1" r="2.6" /><path d="M2.9 13.5c.4-2.9 2.3-4.4 5.1-4.4s4.7 1.5 5.1 4.4" /></>,
  lorebook: <path d="M8 4.1C6.7 3.1 5 2.7 2.6 2.7v9.7c2.4 0 4.1.4 5.4 1.3 1.3-.9 3-1.3 5.4-1.3V2.7C11 2.7 9.3 3.1 8 4.1zM8 4.1v9.5" />,
  persona: <path d="M3.1 4.1V2.9h9.8v1.2M8 2.9v10.2M6.4 13.1h3.2" />,
  regex: <><path d="M10.5 2.9v5.2M8.3 4.2l4.4 2.6M12.7 4.2L8.3 6.8" /><path d="M4.2 12h.01" strokeWidth="2.6" /></>,
  preset: <path d="M4 2.6v10.8M8 2.6v10.8M12 2.6v10.8M2.7 6.1h2.6M6.7 10h2.6M10.7 5h2.6" />,
  pack: <><path d="M2.7 5.3L8 2.6l5.3 2.7v5.4L8 13.4l-5.3-2.7z" /><path d="M2.7 5.3L8 8l5.3-2.7M8 8v5.4" /></>,
  quickreply: <path d="M2.6 3.1h10.8v7.3H7.3l-2.8 2.5v-2.5H2.6z" />,
  // what a world has
  faction: <><path d="M4 13.4V2.7M4 3.2h8.6l-2 2.7 2 2.7H4" /></>,
  thing: <><circle cx="5" cy="11" r="2.4" /><path d="M6.8 9.2l6-6M10.2 5.8l1.9 1.9M12.1 3.9l1.2 1.2" /></>,
  plot: <><circle cx="3.6" cy="12.2" r="1.4" /><circle cx="12.4" cy="3.8" r="1.4" /><path d="M5 12.2h4.4a2.1 2.1 0 0 0 0-4.2H6.6a2.1 2.1 0 0 1 0-4.2H11" /></>,
  map: <><path d="M2.5 4l3.7-1.5L9.800 4l3.700-1.500V12l-3.700 1.500L6.200 12l-3.700 1.500z" /><path d="M6.200 2.500V12M9.800 4v9.500" /></>,
  // acts
  add: <path d="M8 3.1v9.8M3.1 8h9.8" />,
  back: <path d="M9.6 4.4L6 8l3.6 3.6" />,
  braces: <path d="M6.1 2.7c-1.9 0-1.9.8-1.9 2.1 0 1.7 0 2.5-1.7 3.2 1.7.7 1.7 1.5 1.7 3.2 0 1.3 0 2.1 1.9 2.1M9.9 2.7c1.9 0 1.9.8 1.9 2.1 0 1.7 0 2.5 1.7 3.2-1.7.7-1.7 1.5-1.7 3.2 0 1.3 0 2.1-1.9 2.1" />,
  checks: <path d="M2.3 4.3l1.2 1.2 2-2.3M2.3 10.8L3.5 12l2-2.3M8 4.5h5.7M8 11h5.7" />,
  close: <path d="M4.1 4.1l7.8 7.8M11.9 4.1l-7.8 7.8" />,
  compare: <><rect x="2.5" y="3" width="4.6" height="10" rx=".8" /><rect x="8.9" y="3" width="4.6" height="10" rx=".8" /><path d="M4.1 6h1.4M4.1 8.5h1.4M10.5 6h1.4" /></>,
  copy: <><rect x="5.6" y="5.6" width="7.8" height="7.8" rx="1" /><path d="M10.4 5.6v-2a1 1 0 0 0-1-1H3.6a1 1 0 0 0-1 1v5.8a1 1 0 0 0 1 1h2" /></>,
  down: <path d="M4.5 6.3L8 9.8l3.5-3.5" />,
  drag: <>{dot(6, 4)}{dot(10, 4)}{dot(6, 8)}{dot(10, 8)}{dot(6, 12)}{dot(10, 12)}</>,
  export: <><path d="M2.6 9.2v3.2a1 1 0 0 0 1 1h8.8a1 1 0 0 0 1-1V9.2" /><path d="M8 9.6V2.5M5.4 5.1L8 2.5l2.6 2.6" /></>,
  eye: <><path d="M1.8 8S4.1 3.9 8 3.9 14.2 8 14.2 8 11.9 12.1 8 12.1 1.8 8 1.8 8z" /><circle cx="8" cy="8" r="1.8" /></>,
  filter: <path d="M2.5 4.1h11M4.5 8h7M6.5 11.9h3" />,
  folder: <path d="M2.5 12.6V3.5h4l1.4 1.7h5.6v7.4z" />,
  graph: <><circle cx="3.8" cy="8" r="1.8" /><circle cx="12.2" cy="3.8" r="1.8" /><circle cx="12.2" cy="12.2" r="1.8" /><path d="M5.5 7.2l5-2.6M5.5 8.8l5 2.6" /></>,
  grid: <><rect x="2.6" y="2.6" width="4.3" height="4.3" rx=".8" /><rect x="9.1" y="2.6" width="4.3" height="4.3" rx=".8" /><rect x="2.6" y="9.1" width="4.3" height="4.3" rx=".8" /><rect x="9.1" y="9.1" width="4.3" height="4.3" rx=".8" /></>,
  help: <><circle cx="8" cy="8" r="5.5" /><path d="M6.3 6.6a1.8 1.8 0 1 1 2.5 1.6c-.6.3-.8.6-.8 1.2M8 11.2h.01" /></>,
  history: <><path d="M2.7 6.2A5.6 5.6 0 1 1 2.4 9" /><path d="M2.4 3.1v3.2h3.2M8 5.1v3.1l2.2 1.3" /></>,
  image: <><rect x="2.5" y="3" width="11" height="10" rx="1" /><circle cx="6" cy="6.4" r="1.1" /><path d="M3 11.9l3.6-3.3 2.2 1.9 1.7-1.5 2.6 2.4" /></>,
  link: <path d="M6.7 9.3l2.6-2.6M7.3 4.8l1.2-1.2a2.8 2.8 0 0 1 4 4l-1.3 1.2M8.7 11.2l-1.2 1.2a2.8 2.8 0 0 1-4-4l1.3-1.2" />,
  list: <path d="M2.5 4.1h11M2.5 8h11M2.5 11.9h11" />,
  lock: <><rect x="3.5" y="7.1" width="9" height="6.3" rx="1" /><path d="M5.5 7.1V5.2a2.5 2.5 0 0 1 5 0v1.9" /></>,
  minus: <path d="M3.1 8h9.8" />,
  more: <>{dot(3.5, 8)}{dot(8, 8)}{dot(12.5, 8)}</>,
  pin: <path d="M8 9.8V14M4.5 9.8h7l-1.2-2.6V2.8H5.7v4.4z" />,
  redo: <><path d="M10.6 3.1l2.9 2.9-2.9 2.9" /><path d="M13.2 6H6.8a3.5 3.5 0 0 0 0 7.1H10" /></>,
  reset: <><path d="M3.1 6.2A5.4 5.4 0 1 1 2.7 9" /><path d="M2.8 3.1v3.2H6" /></>,
  right: <path d="M6.4 4.5L9.9 8l-3.5 3.5" />,
  search: <><circle cx="7" cy="7" r="4.2" /><path d="M10.2 10.2l3.7 3.7" /></>,
  side: <><rect x="2.5" y="3" width="11" height="10" rx="1" /><path d="M9.7 3v10" /></>,
  sortDown: <path d="M4 3v10M1.9 10.9L4 13l2.1-2.1M8.2 4h5.8M8.2 8h4.3M8.2 12h2.8" />,
  sortUp: <path d="M4 13V3M1.9 5.1L4 3l2.1 2.1M8.2 4h2.8M8.2 8h4.3M8.2 12h5.8" />,
  tag: <><path d="M2.7 3.2v4.5l5.9 5.9 5-5-5.9-5.9H3.2z" /><path d="M5.6 5.6h.01" strokeWidth="1.8" /></>,
  tick: <path d="M3.5 8.3l3 3 6-6.6" />,
  trash: <path d="M3 4.5h10M6.3 4.5V3h3.4v1.5M4.3 4.5l.6 8.4a.6.6 0 0 0 .6.6h5a.6.6 0 0 0 .6-.6l.6-8.4" />,
  undo: <><path d="M5.4 3.1L2.5 6l2.9 2.9" /><path d="M2.8 6h6.4a3.5 3.5 0 0 1 0 7.1H6" /></>,
  up: <path d="M4.5 9.7L8 6.2l3.5 3.5" />,
  // what is so
  error: <><path d="M5.4 2.6h5.2l2.8 2.8v5.2l-2.8 2.8H5.4l-2.8-2.8V5.4z" /><path d="M6.1 6.1l3.8 3.8M9.9 6.1l-3.8 3.8" /></>,
  info: <><circle cx="8" cy="8" r="5.5" /><path d="M8 7.4v3.3M8 5.2h.01" /></>,
  ok: <><circle cx="8" cy="8" r="5.5" /><path d="M5.5 8.2l1.7 1.7 3.4-3.8" /></>,
  warning: <><path d="M8 2.7l5.9 10.4H2.1z" /><path d="M8 6.6v3M8 11.3h.01" /></>,
  // the crossings: a border, and what came over it
  carried: <><path d="M8 2v3.2M8 10.8V14" /><path d="M2 8h8" /><circle cx="12.2" cy="8" r="1.9" fill="currentColor" /></>,
  changed: <><path d="M8 2v3.2M8 10.8V14" /><path d="M2 8h7.1" /><path d="M12 5.3L14.7 8 12 10.7 9.3 8z" /></>,
  lost: <><path d="M10 2v12" /><path d="M1.8 8h2.2" /><path d="M4.9 6l4 4M8.9 6l-4 4" /></>,
  left: <><path d="M10 2v12" /><circle cx="4.6" cy="8" r="1.9" /></>,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

export interface IconProps { name: IconName; size?: "small" | "base" | "large"; className?: string }

export function Icon({ name, size = "base", className = "" }: IconProps) {
  return (
    <svg className={`icon icon-${size} ${className}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">{drawings[name]}</svg>
  );
}

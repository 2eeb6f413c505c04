// A value inside a sentence: dashed below, pressed to change it in a small editor in place.
import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { Popover } from "./Popover";
import "./Phrase.css";

export interface PhraseProps {
  /** What the value is of, for a screen reader and as the head of the editor. */
  label: string;
  /** The value as the sentence says it. */
  text: ReactNode;
  /** Body path of the value, for whoever looks for its form. */
  path?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function Phrase({ label, text, path, children }: PhraseProps) {
  return (
    <span className="phrase-place" {...(path === undefined ? {} : { "data-path": path })}>
      <Popover label={label} button={<Button className="phrase"><span className="aside-text">{label}: </span>{text}</Button>}>{children}</Popover>
    </span>
  );
}

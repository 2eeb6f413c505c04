// Text a card brings along, drawn as text and nothing else: isolated from the direction of the page, with control and
// direction signs drawn as what they are, so that a name cannot pretend to be another one.
import { Fragment, type ReactNode } from "react";
import { messages } from "../messages";
import "./Authored.css";

const NAMES: Record<string, string> = {
  "\u200e": "LRM", "\u200f": "RLM", "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO",
  "\u2066": "LRI", "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI", "\u061c": "ALM", "\u0000": "NUL", "\ufeff": "BOM",
};
// Line breaks and tabs are ordinary in card text; joiners belong to scripts and emoji.
const SIGNS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** What an invisible sign is called in few letters. */
export function signName(sign: string): string {
  return NAMES[sign] ?? `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The text with its invisible signs drawn. */
export function visible(text: string): ReactNode {
  const found = [...text.matchAll(SIGNS)];
  if (found.length === 0) return text;
  let from = 0;
  const parts = found.map((match, at) => {
    const before = text.slice(from, match.index);
    from = match.index + 1;
    return <Fragment key={at}>{before}<span className="sign">{signName(match[0])}</span></Fragment>;
  });
  return <>{parts}{text.slice(from)}</>;
}

export interface AuthoredProps { text: string; cut?: boolean; className?: string; lang?: string | undefined }

/** A piece of authored text on one line or in flow. */
export function Authored({ text, cut = false, className = "", lang }: AuthoredProps) {
  return <bdi className={`${cut ? "cut" : ""} ${className}`} dir="auto" lang={lang} title={cut ? text : undefined}>{visible(text)}</bdi>;
}

/** The name of a piece; a piece without one says so. */
export function Name({ text, className = "" }: { text: string; className?: string }) {
  if (text.trim() === "") return <span className={`cut tertiary ${className}`}>{messages().say("common.noName")}</span>;
  return <Authored text={text} cut className={className} />;
}

// A ruled field for prose, as tall as its text, with {{macros}} and the places of a search marked. The marks lie on a
// twin of the text behind the field, so that what is typed is a plain text area and nothing of a card is ever drawn as
// markup. Long texts go without marks, very long ones into an editor that draws only what is in view.
import { Fragment, type ReactNode, useId } from "react";
import { FieldMark } from "../../checks/Mark";
import { type Document, useText, writeText } from "../../documents";
import { LabelRow } from "../../kit";
import { useMessages } from "../../messages";
import type { FoundPlace } from "../../bindings";
import { useSettings } from "../../settings/current";
import { usePlaces } from "../find/state";
import { focusField } from "../focus";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { LargeText } from "./LargeText";
import { languageOf } from "./language";
import { stepOf } from "./names";
import { OddNote } from "./Odd";

export interface ProseProps {
  document: Document;
  path: string;
  label: string;
  hint?: string;
  tokens: number | undefined;
  rows?: number;
  lang?: string;
  keepEmpty?: boolean;
  children?: ReactNode;
}

/** Above this many characters nothing is marked, above the second the field is an editor of its own. */
const MARK_BELOW = 60_000;
const FIELD_BELOW = 200_000;
const MACRO = /(\{\{[^{}\n]{1,80}\}\}|<(?:user|char|bot|start)>)/giu;

/** The text in parts, every second one a macro. */
function marked(text: string): ReactNode {
  return text.split(MACRO).map((part, at) => (at % 2 === 1 ? <mark key={at} className="macro">{part}</mark> : <Fragment key={at}>{part}</Fragment>));
}

/** The text with the places of a search marked. */
function found(text: string, places: readonly FoundPlace[]): ReactNode {
  let at = 0;
  const parts = places.map(({ from, to }) => {
    const before = text.slice(at, from);
    at = to;
    return <Fragment key={from}>{before}<mark className="hit">{text.slice(from, to)}</mark></Fragment>;
  });
  return <>{parts}{text.slice(at)}</>;
}

export function Prose({ document, path, label, hint, tokens, rows = 2, lang, keepEmpty = false, children }: ProseProps) {
  const { say, number, bytes } = useMessages();
  const id = useId();
  const text = useText(document, path);
  const places = usePlaces(path, text);
  const spelling = useSettings((settings) => settings.spelling);
  const language = lang ?? languageOf(text);
  const write = (next: string): void => writeText(document, path, next, stepOf(label), keepEmpty);
  const large = text.length > FIELD_BELOW;
  const look = useScopeLook(document, path);
  return (
    <div className={`prose-block ${look}`} data-document>
      <LabelRow {...(large ? {} : { htmlFor: id })} label={label} hint={large ? say("workbench.large", { size: bytes(text.length) }) : hint} end={tokens === undefined || tokens === 0 ? null : number(tokens)}><FieldMark document={document} path={path} /><ScopeTag document={document} path={path} label={label} />{children}</LabelRow>
      {large ? <LargeText label={label} path={path} document={document} text={text} onWrite={write} /> : (
        <div className="prose-field" style={{ "--rows": rows } as React.CSSProperties}>
          <div className="field field-prose prose-twin" aria-hidden="true" dir="auto" lang={language}>{text.length > MARK_BELOW ? text : places === null ? marked(text) : found(text, places)}{"\n"}</div>
          <textarea
            id={id} className="field field-prose prose-area" dir="auto" lang={language} value={text} rows={1} spellCheck={spelling} data-path={path}
            onChange={(event) => write(event.target.value)} onFocus={() => focusField(path, label, document)}
          />
        </div>
      )}
      <OddNote document={document} path={path} wanted="text" />
    </div>
  );
}

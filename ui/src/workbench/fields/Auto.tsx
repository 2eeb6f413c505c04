// A field drawn by what the model says of it: its label, its type, its words. Editors use it where a field needs nothing
// of its own, so that no field of a kind is without a form.
import type { Kind } from "../../bindings";
import { type Document, useDocument } from "../../documents";
import { useMessages } from "../../messages";
import type { Tokens } from "../tokens";
import { Carried } from "./Carried";
import { Pick, Tristate } from "./Choices";
import { Code } from "./Code";
import { Colour } from "./Colour";
import { JsonField } from "./JsonField";
import { Line, NumberLine } from "./Line";
import { Lines } from "./Lines";
import { LinkList } from "./LinkList";
import { OddNote } from "./Odd";
import { Optional } from "./Optional";
import { Prose } from "./Prose";
import { fieldAt, fieldName, wordsAt } from "./schema";
import { Words } from "./Words";

export interface AutoProps {
  document: Document; path: string; label?: string; hint?: string; tokens?: Tokens; rows?: number;
  /** Long texts as code instead of prose. */
  code?: boolean;
  /** An empty long text as a line that adds it. */
  optional?: boolean;
  /** The apps that keep it told below it. */
  carried?: boolean;
  keepEmpty?: boolean;
}

const COLOUR = /(?:Color|hex)$/;

export function Auto({ document, path, label: wanted, hint, tokens, rows = 1, code = false, optional = false, carried = false, keepEmpty = false }: AutoProps) {
  const { say, language } = useMessages();
  const kind: Kind = useDocument(document, ({ entity }) => entity.kind);
  const shape = fieldAt(kind, path)?.[1] ?? "text";
  const label = wanted ?? fieldName(kind, path, language);
  const count = tokens?.get(path);
  const said = hint === undefined ? {} : { hint };
  switch (shape) {
    case "longtext": {
      const field = code
        ? <Code document={document} path={path} label={label} rows={rows} tokens={count} keepEmpty={keepEmpty} {...said} />
        : <Prose document={document} path={path} label={label} rows={rows} tokens={count} keepEmpty={keepEmpty} {...said} />;
      const whole = carried ? <Carried document={document} path={path}>{field}</Carried> : field;
      return optional ? <Optional document={document} path={path} label={label}>{whole}</Optional> : whole;
    }
    case "number":
      return <NumberLine document={document} path={path} label={label} {...said} />;
    case "boolean":
      return <div data-document data-path={path}><Tristate document={document} path={path} label={label} unset={say("fields.unset")} /><OddNote document={document} path={path} wanted="flag" /></div>;
    case "choice":
      return <div><Pick document={document} path={path} label={label} unset={say("fields.unset")} options={wordsAt(kind, path, language)} /><OddNote document={document} path={path} wanted="text" /></div>;
    case "list": {
      const item = fieldAt(kind, `${path}[0]`);
      const list = item?.[1] === "link" ? <LinkList document={document} path={path} label={label} {...said} />
        : item?.[1] === "choice" ? <Words document={document} path={path} label={label} options={wordsAt(kind, `${path}[0]`, language)} {...said} />
          : item?.[1] === "any" ? <JsonField document={document} path={path} label={label} />
            : <Lines document={document} path={path} label={label} itemLabel={fieldName(kind, `${path}[0]`, language)} {...said} />;
      return <div>{list}<OddNote document={document} path={path} wanted="list" /></div>;
    }
    case "any": case "map": case "group":
      return <JsonField document={document} path={path} label={label} {...said} />;
    default:
      if (COLOUR.test(path)) return <Colour document={document} path={path} label={label} />;
      return <Line document={document} path={path} label={label} mono={shape === "identifier" || shape === "picture"} keepEmpty={keepEmpty} {...said} />;
  }
}

/** Several fields side by side, each with the apps that keep it told below it. */
export function AutoGrid({ document, paths, tokens }: { document: Document; paths: readonly string[]; tokens?: Tokens }) {
  return (
    <div className="auto-grid">
      {paths.map((path) => <Carried key={path} document={document} path={path}><Auto document={document} path={path} {...(tokens === undefined ? {} : { tokens })} /></Carried>)}
    </div>
  );
}

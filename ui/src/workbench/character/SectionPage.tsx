// One section of a character on the page.
import type { Document } from "../../documents";
import { useMessages } from "../../messages";
import { Chips } from "../fields/Chips";
import { Line, NumberLine } from "../fields/Line";
import { Optional } from "../fields/Optional";
import { Prose } from "../fields/Prose";
import type { Tokens } from "../tokens";
import { DepthPrompts } from "./DepthPrompts";
import { Greetings } from "./Greetings";
import { NotesByLanguage } from "./NotesByLanguage";
import { Pictures } from "./Pictures";
import { type Section, type SectionId, SECTIONS, type TextRow } from "./sections";

export interface SectionPageProps { document: Document; page: SectionId; tokens: Tokens; field: string | null }

export function SectionPage({ document, page, tokens, field }: SectionPageProps) {
  const { say } = useMessages();
  const section = SECTIONS.find(({ id }) => id === page);
  if (section === undefined) return null;
  return (
    <div className="form-scroll" data-pane-start>
      <div className="form">
        <h2 className="aside-text">{say(section.title)}</h2>
        {section.rows.map((row) => <Row key={row.path} document={document} row={row} tokens={tokens} />)}
        <Extras document={document} section={section} tokens={tokens} field={field} />
      </div>
    </div>
  );
}

function Row({ document, row, tokens }: { document: Document; row: TextRow; tokens: Tokens }) {
  const { say } = useMessages();
  const label = say(row.label);
  const hint = row.hint === undefined ? {} : { hint: say(row.hint) };
  const field = row.shape === "prose"
    ? <Prose document={document} path={row.path} label={label} tokens={tokens.get(row.path)} {...hint} />
    : <Line document={document} path={row.path} label={label} keepEmpty={row.path === "identity.name"} {...hint} />;
  return row.always === true ? field : <Optional document={document} path={row.path} label={label}>{field}</Optional>;
}

function Extras({ document, section, tokens, field }: { document: Document; section: Section; tokens: Tokens; field: string | null }) {
  const { say } = useMessages();
  switch (section.id) {
    case "prompts": return <DepthPrompts document={document} tokens={tokens} />;
    case "greetings": return <Greetings document={document} tokens={tokens} field={field} />;
    case "pictures": return <Pictures document={document} />;
    case "credits": return (
      <>
        <NotesByLanguage document={document} tokens={tokens} />
        <Chips document={document} path="attribution.source" label={say("field.source")} hint={say("field.sourceHint")} mono />
      </>
    );
    case "discovery": return (
      <>
        <Chips document={document} path="discovery.tags" label={say("field.tags")} hint={say("field.tagsHint")} />
        <NumberLine document={document} path="settings.talkativeness" label={say("field.talkativeness")} hint={say("field.talkativenessHint")} />
      </>
    );
    case "identity":
    case "definition":
    case "examples": return null;
  }
}

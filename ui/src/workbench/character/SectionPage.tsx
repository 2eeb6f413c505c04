// One section of a character on the page.
import type { Document } from "../../documents";
import { useMessages } from "../../messages";
import type { Tokens } from "../tokens";
import { DepthPrompts } from "./DepthPrompts";
import { Fields } from "./Fields";
import { Greetings } from "./Greetings";
import { Links } from "./Links";
import { NotesByLanguage } from "./NotesByLanguage";
import { Pictures } from "./Pictures";
import { type Section, type SectionId, SECTIONS } from "./sections";
import { Structured } from "./Structured";

export interface SectionPageProps { document: Document; page: SectionId; tokens: Tokens; field: string | null }

export function SectionPage({ document, page, tokens, field }: SectionPageProps) {
  const { say } = useMessages();
  const section = SECTIONS.find(({ id }) => id === page);
  if (section === undefined) return null;
  return (
    <div className="form-scroll" data-pane-start>
      <div className="form">
        <h2 className="aside-text">{say(section.title)}</h2>
        <Fields document={document} section={section} tokens={tokens}><Extras document={document} section={section} tokens={tokens} field={field} /></Fields>
      </div>
    </div>
  );
}

/** What of a section has an editor of its own. */
function Extras({ document, section, tokens, field }: { document: Document; section: Section; tokens: Tokens; field: string | null }) {
  switch (section.id) {
    case "definition": return <Structured document={document} />;
    case "prompts": return <DepthPrompts document={document} tokens={tokens} />;
    case "greetings": return <Greetings document={document} tokens={tokens} field={field} />;
    case "pictures": return <Pictures document={document} />;
    case "credits": return <NotesByLanguage document={document} tokens={tokens} />;
    case "behaviour": return <><Links document={document} path="knowledgeRefs" kind="lorebook" /><Links document={document} path="behaviorRefs" kind="regex" /></>;
    case "identity":
    case "examples":
    case "discovery": return null;
  }
}

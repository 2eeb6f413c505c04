// A persona: what the model is told, who the person is, where it is told, how it looks. What all of it comes to is in
// the inspector.
import { useCallback, useState } from "react";
import { type Document, useText, useValue } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { Auto, AutoGrid } from "../fields/Auto";
import { Carried } from "../fields/Carried";
import { Chips } from "../fields/Chips";
import { Line } from "../fields/Line";
import { Prose } from "../fields/Prose";
import { useGoto } from "../goto";
import { FormPage, FormSection, KindFrame } from "../KindFrame";
import { isMap, rowsAt } from "../rows/acts";
import { sumOf, type Tokens, tokensUnder, useTokens } from "../tokens";
import { Addenda } from "./Addenda";
import { Colors } from "./Colors";
import { PersonaPortrait } from "./PersonaPortrait";
import "./persona.css";

const PAGES = ["text", "identity", "place", "look", "credits"] as const;
type PageId = (typeof PAGES)[number];
const SECTIONS = ["appearance", "body", "personality", "quirks", "history"] as const;

function pageOf(path: string): PageId {
  if (/^(identity|rating)/.test(path)) return "identity";
  if (/^(chatInjection|knowledgeRefs)/.test(path)) return "place";
  if (/^(media|presentation)/.test(path)) return "look";
  return path.startsWith("attribution") ? "credits" : "text";
}

export function PersonaEditor({ document }: { document: Document }) {
  const { say, number } = useMessages();
  const tokens = useTokens(document);
  const [page, setPage] = useState<string>("text");
  const books = rowsAt(useValue(document, "knowledgeRefs")).length;
  useGoto(useCallback((path: string) => setPage(pageOf(path)), []));
  const counts: Partial<Record<PageId, string>> = {
    text: number(tokensUnder(tokens, "content") + tokensUnder(tokens, "sections") + tokensUnder(tokens, "addenda") + tokensUnder(tokens, "scenario")),
    ...(books === 0 ? {} : { place: number(books) }),
  };
  return (
    <KindFrame
      document={document} tokens={tokens} help="persona" summary={say("persona.summary", { tokens: sumOf(tokens) })} page={page} onPage={setPage}
      pages={PAGES.map((id) => ({ id, label: say(`persona.page.${id}`), count: counts[id] ?? "" }))}
    >
      {page === "identity" ? <Identity document={document} /> : page === "place" ? <Place document={document} /> : page === "look" ? <Look document={document} /> : page === "credits" ? <Credits document={document} /> : <Text document={document} tokens={tokens} />}
    </KindFrame>
  );
}

function Text({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say } = useMessages();
  const content = useText(document, "content");
  const sections = useValue(document, "sections");
  const inParts = isMap(sections) && SECTIONS.some((key) => typeof sections[key] === "string" && sections[key] !== "");
  const [open, setOpen] = useState(false);
  const shown = inParts || open;
  return (
    <FormPage title={say("persona.page.text")}>
      <Line document={document} path="name" label={say("field.name")} hint={say("persona.nameHint")} keepEmpty />
      <div>
        <Prose document={document} path="content" label={say("persona.content")} hint={say("persona.contentHint")} tokens={tokens.get("content")} rows={6} />
        {content.trim() !== "" && inParts ? <p className="field-help">{say("persona.contentWins")}</p> : null}
      </div>
      {shown ? (
        <FormSection title={say("persona.sections")} hint={say("persona.sectionsHint")}>
          {SECTIONS.map((key) => <Auto key={key} document={document} path={`sections.${key}`} tokens={tokens} rows={2} optional carried />)}
          <Auto document={document} path="sectionOrder" hint={say("persona.orderHint")} />
        </FormSection>
      ) : <Button icon="add" size="small" className="add-field" onPress={() => setOpen(true)}>{say("persona.inParts")}</Button>}
      <Addenda document={document} tokens={tokens} />
      <Auto document={document} path="scenario" tokens={tokens} rows={2} optional carried />
      <Carried document={document} path="traits"><Chips document={document} path="traits" label={say("persona.traits")} hint={say("field.tagsHint")} /></Carried>
      <Auto document={document} path="brief" hint={say("persona.briefHint")} rows={1} optional />
    </FormPage>
  );
}

function Identity({ document }: { document: Document }) {
  const { say } = useMessages();
  return (
    <FormPage title={say("persona.page.identity")}>
      <AutoGrid document={document} paths={["identity.tagline", "identity.age", "identity.height", "identity.pronouns", "rating"]} />
      <FormSection title={say("persona.pronounSet")} hint={say("persona.pronounSetHint")}>
        <AutoGrid document={document} paths={["identity.pronounSet.subjective", "identity.pronounSet.objective", "identity.pronounSet.possessive"]} />
      </FormSection>
    </FormPage>
  );
}

function Place({ document }: { document: Document }) {
  const { say } = useMessages();
  const place = useText(document, "chatInjection.position");
  const deep = place === "depth" || place === "in_chat" || place === "";
  return (
    <FormPage title={say("persona.page.place")} hint={say("persona.placeHint")}>
      <AutoGrid document={document} paths={["chatInjection.position", "chatInjection.depth", "chatInjection.role"]} />
      {deep ? null : <p className="small tertiary">{say("persona.depthOnly")}</p>}
      <Auto document={document} path="knowledgeRefs" hint={say("persona.booksHint")} />
    </FormPage>
  );
}

function Look({ document }: { document: Document }) {
  const { say } = useMessages();
  return (
    <FormPage title={say("persona.page.look")}>
      <PersonaPortrait document={document} />
      <FormSection title={say("persona.colors")}>
        <AutoGrid document={document} paths={["presentation.signatureColor", "presentation.imageUrl"]} />
        <Colors document={document} />
      </FormSection>
    </FormPage>
  );
}

function Credits({ document }: { document: Document }) {
  const { say } = useMessages();
  return (
    <FormPage title={say("persona.page.credits")}>
      <AutoGrid document={document} paths={["attribution.creator", "attribution.version", "attribution.createdAt", "attribution.source"]} />
    </FormPage>
  );
}

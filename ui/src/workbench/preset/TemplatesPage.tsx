// Templates for text completion, each its own part: how a card becomes the story text, which marks stand around a message,
// the system prompt, how reasoning is marked. Parts that are not there are one line each.
import { useState } from "react";
import { type Document, useDocument } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { SCHEMA } from "../../bindings/schema";
import { Auto, AutoGrid } from "../fields/Auto";
import { FormPage, FormSection } from "../KindFrame";
import type { Tokens } from "../tokens";

const PARTS = ["context", "instruct", "sysprompt", "reasoning"] as const;
type Part = (typeof PARTS)[number];

/** Paths of a part by their type, in the order of the model. */
function pathsOf(part: Part, long: boolean): string[] {
  return SCHEMA.preset.filter(([path, shape]) => path.startsWith(`${part}.`) && (shape === "longtext") === long).map(([path]) => path);
}

export function TemplatesPage({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say } = useMessages();
  return (
    <FormPage title={say("preset.page.templates")} hint={say("preset.templatesHint")} wide>
      {PARTS.map((part) => <TemplatePart key={part} document={document} part={part} tokens={tokens} />)}
    </FormPage>
  );
}

function TemplatePart({ document, part, tokens }: { document: Document; part: Part; tokens: Tokens }) {
  const { say } = useMessages();
  const there = useDocument(document, ({ body }) => body[part] !== undefined);
  const [open, setOpen] = useState(false);
  if (!there && !open) return <Button icon="add" size="small" className="add-field" onPress={() => setOpen(true)}>{say(`preset.addPart.${part}`)}</Button>;
  const long = pathsOf(part, true);
  return (
    <FormSection title={say(`preset.part.${part}`)} hint={say(`preset.partHint.${part}`)}>
      <div className={part === "instruct" ? "template-marks" : "stack form-list"}>
        {long.map((path) => <Auto key={path} document={document} path={path} tokens={tokens} code rows={path.endsWith("storyString") || path.endsWith("content") ? 6 : 1} />)}
      </div>
      <AutoGrid document={document} paths={pathsOf(part, false)} />
    </FormSection>
  );
}

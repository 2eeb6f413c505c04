// Texts the app says at set moments, how pieces of a card are wrapped, and how the request is sent.
import type { Document } from "../../documents";
import { useMessages } from "../../messages";
import { Auto, AutoGrid } from "../fields/Auto";
import { FormPage, FormSection } from "../KindFrame";
import type { Tokens } from "../tokens";

const SAID = ["impersonation", "newChat", "newGroupChat", "newExampleChat", "continueNudge", "groupNudge", "assistantPrefill", "assistantImpersonation"] as const;
const WRAPPED = ["worldInfoFormat", "scenarioFormat", "personalityFormat"] as const;
const BEHAVIOUR = ["wrapInQuotes", "namesBehavior", "sendIfEmpty", "continuePrefill", "continuePostfix"] as const;
const REQUEST = ["streamResponses", "claudeUseSystemPrompt", "useMakerSuiteSystemPrompt", "squashSystemMessages", "functionCalling", "showThoughts", "reasoningEffort", "verbosity", "enableWebSearch", "requestImages"] as const;
const MEDIA = ["imageInlining", "inlineImageQuality", "videoInlining"] as const;
const GENERATION = ["seed", "completions", "maxContextUnlocked", "biasPreset"] as const;

export function TextsPage({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say } = useMessages();
  return (
    <FormPage title={say("preset.page.texts")} wide>
      <FormSection title={say("preset.said")} hint={say("preset.saidHint")}>
        {SAID.map((key) => <Auto key={key} document={document} path={`systemPrompts.${key}`} tokens={tokens} code optional carried />)}
      </FormSection>
      <FormSection title={say("preset.wrapped")} hint={say("preset.wrappedHint")}>
        {WRAPPED.map((key) => <Auto key={key} document={document} path={`templates.${key}`} tokens={tokens} code optional carried />)}
      </FormSection>
      <FormSection title={say("preset.behaviour")}><AutoGrid document={document} paths={BEHAVIOUR.map((key) => `behavior.${key}`)} /></FormSection>
      <FormSection title={say("preset.request")}><AutoGrid document={document} paths={REQUEST.map((key) => `apiOptions.${key}`)} /></FormSection>
      <FormSection title={say("preset.media")}><AutoGrid document={document} paths={MEDIA.map((key) => `media.${key}`)} /></FormSection>
      <FormSection title={say("preset.generation")}><AutoGrid document={document} paths={GENERATION.map((key) => `generation.${key}`)} /></FormSection>
    </FormPage>
  );
}

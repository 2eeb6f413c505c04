// One of a world's own prompts: who reads it, how long it may be, what it is given. An empty one means the host's own.
import { type Document, useDocument } from "../../documents";
import { Banner, Icon } from "../../kit";
import { useMessages } from "../../messages";
import { Prose } from "../../workbench/fields/Prose";
import { SaveFault, useFile } from "./DocumentPage";
import { useDesk } from "./desk";
import { slotName } from "./form/labels";
import { problemsOf, useMarks } from "./marks";
import { useOpened } from "./names";
import { PresetButton } from "./preset/PresetDialog";
import { SaveLine } from "./SaveLine";
import { PROMPTS } from "./wire";

export function PromptPage({ file }: { file: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const { document, error } = useFile(desk, file);
  const [language = "", slot = ""] = file.slice(PROMPTS.length).split("/");
  const about = useDesk(desk, ({ open }) => open?.slots.find((one) => one.slot === slot));
  const problems = useDesk(desk, ({ open }) => open?.problems);
  if (error !== null) return <div className="form-scroll"><div className="form"><Banner tone="error" title={error.message} hint={error.hint} /></div></div>;
  if (document === null) return null;
  const path = `prompts/${language}/roleplay/${slot}.md`;
  const mine = problemsOf(problems ?? [], path);
  return (
    <div className="world-form">
      <div className="world-form-bar line"><h2 className="cut">{slotName(slot)}</h2><span className="small tertiary nowrap">{say(language === "zh" ? "world.lang.zh" : language === "en" ? "world.lang.en" : "world.lang.other", { language })}</span><span className="push" /><PresetButton /><SaveLine document={document} /></div>
      <div className="form-scroll" data-pane-start data-help="world-prompts">
        <div className="form">
          <SaveFault document={document} />
          <p className="secondary">{say("world.promptHint")}</p>
          {mine.map((problem) => <p key={`${problem.code} ${problem.place}`} className="field-help said-warning line"><Icon name="warning" size="small" />{problem.message}</p>)}
          <Prose document={document} path="text" label={say("world.promptText")} tokens={undefined} rows={6} keepEmpty />
          <Figure document={document} path={path} most={about?.most ?? 0} placeholders={about?.placeholders ?? []} />
        </div>
      </div>
    </div>
  );
}

function Figure({ document, path, most, placeholders }: { document: Document; path: string; most: number; placeholders: readonly string[] }) {
  const { say, number } = useMessages();
  useMarks(useOpened(), document, path);
  const chars = useDocument(document, ({ body }) => (typeof body.text === "string" ? [...body.text].length : 0));
  return <p className="field-help">{say("world.promptFigure", { chars: number(chars), most: number(most) })} {placeholders.length === 0 ? say("world.noPlaceholders") : say("world.placeholders", { names: placeholders.map((one) => `\${${one}}`).join(say("fields.comma")) })}</p>;
}

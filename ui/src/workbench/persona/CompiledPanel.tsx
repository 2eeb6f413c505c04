// What the model is told about the person, as it is put together from the fields, with the tokens of each part.
import { useState } from "react";
import type { CompiledPersona } from "../../bindings";
import { type Document, readPath, useDocument, useText } from "../../documents";
import { invoke } from "../../host";
import { Banner, Button, Icon, TextField, visible } from "../../kit";
import { useMessages } from "../../messages";
import { useSettings } from "../../settings/current";
import { useTold } from "../told/useTold";
import { showField } from "../goto";
import { fieldName } from "../fields/schema";
import { textAt } from "../rows/acts";
import "./persona.css";

export function CompiledPanel({ document }: { document: Document }) {
  const { say, number, language } = useMessages();
  const body = useDocument(document, (state) => state.body);
  const tokenizer = useSettings((settings) => settings.tokenizer);
  const [character, setCharacter] = useState("");
  const place = useText(document, "chatInjection.position");
  const nameOf = (path: string): string => {
    const block = readPath(body, path.replace(/\.content$/, ""));
    return path.startsWith("addenda") ? textAt(block, "label") || fieldName("persona", "addenda[0]", language) : path === "content" ? say("persona.content") : fieldName("persona", path, language);
  };
  const { told, error } = useTold<CompiledPersona>(() => invoke("persona_compile", { body, character: character.trim() === "" ? null : character, tokenizer }), [body, character, tokenizer]);
  return (
    <div className="pane-scroll bench" data-help="persona">
      <TextField label="{{char}}" hint={say("persona.characterHint")} value={character} onChange={setCharacter} />
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      {told === null ? null : told.parts.length === 0 ? <p className="small tertiary">{say("persona.tellsNothing")}</p> : (
        <section aria-label={say("persona.told")} className="stack told">
          <div className="bench-head"><h3>{say("persona.told")}</h3><span className="small tertiary">{say("told.tokens", { count: told.tokens })}</span></div>
          {told.parts.map((part) => (
            <div key={part.path} className="told-part">
              <div className="line"><button type="button" className="rule-link grow" onClick={() => showField(part.path)}>{nameOf(part.path)}</button><span className="pane-count">{number(part.tokens)}</span></div>
              <p className="told-text" dir="auto">{visible(part.text)}</p>
            </div>
          ))}
          <div className="line">
            <Button look="quiet" size="small" icon="copy" onPress={() => void navigator.clipboard.writeText(told.text)}>{say("workbench.copyText")}</Button>
          </div>
          {place === "none" ? <p className="small said-warning line"><Icon name="warning" size="small" />{say("persona.toldNowhere")}</p> : null}
        </section>
      )}
    </div>
  );
}

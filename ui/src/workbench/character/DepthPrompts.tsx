// Texts put into the chat at a depth: what is said, how far from the end, in whose voice, and whether it is used.
import type { Json } from "../../bindings";
import { type Document, useValue } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { Flag, Pick } from "../fields/Choices";
import { NumberLine } from "../fields/Line";
import { inSentence, stepOf } from "../fields/names";
import { OddNote } from "../fields/Odd";
import { Prose } from "../fields/Prose";
import { fieldName, wordsAt } from "../fields/schema";
import { SortRows } from "../fields/SortRows";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import type { Tokens } from "../tokens";
import { moved } from "../../kit/lists";

const PATH = "prompts.depthInjections";

export function DepthPrompts({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say, language } = useMessages();
  const value = useValue(document, PATH);
  const rows: Json[] = Array.isArray(value) ? value : [];
  const label = say("field.depthPrompts");
  const look = useScopeLook(document, PATH);
  const write = (next: Json[]): void => document.edit({ label: stepOf(label), changes: next.length === 0 ? [{ path: PATH }] : [{ path: PATH, value: next }] });
  const named = (at: number): string => say("field.depthPrompt", { number: at + 1 });
  return (
    <section className={`stack form-list ${look}`} aria-label={label} data-document>
      <div className="line"><h3 className="form-subtitle">{label}</h3><ScopeTag document={document} path={PATH} label={label} /></div>
      <OddNote document={document} path={PATH} wanted="list" />
      <SortRows count={rows.length} name={named} onMove={(from, to) => write(moved(rows, from, to))} onRemove={(at) => write(rows.filter((_, index) => index !== at))} onDuplicate={(at) => write([...rows.slice(0, at + 1), rows[at] ?? null, ...rows.slice(at + 1)])}>
        {(at) => {
          const path = `${PATH}[${at}]`;
          return (
            <div className="form-card">
              <Prose document={document} path={`${path}.text`} label={named(at)} tokens={tokens.get(`${path}.text`)} keepEmpty />
              <div className="form-pair">
                <NumberLine document={document} path={`${path}.depth`} label={say("field.depth")} hint={say("field.depthHint")} />
                <Pick document={document} path={`${path}.role`} label={say("field.role")} unset={say("role.unset")} options={wordsAt("character", `${path}.role`, language)} />
                <Pick document={document} path={`${path}.origin`} label={fieldName("character", `${path}.origin`, language)} unset={say("role.unset")} options={wordsAt("character", `${path}.origin`, language)} />
                <Flag document={document} path={`${path}.enabled`} label={fieldName("character", `${path}.enabled`, language)} absent look="switch" />
              </div>
            </div>
          );
        }}
      </SortRows>
      <Button icon="add" size="small" className="add-field" onPress={() => write([...rows, { text: "", depth: 4, role: "system", origin: "depth_prompt" }])}>{say("workbench.addField", { field: inSentence(named(rows.length)) })}</Button>
    </section>
  );
}

// Texts put into the chat at a depth: what is said, how far from the end, in whose voice.
import type { Json, JsonObject } from "../../bindings";
import { type Document, useValue } from "../../documents";
import { Button, IconButton, Select } from "../../kit";
import { useMessages } from "../../messages";
import { NumberLine } from "../fields/Line";
import { inSentence, stepOf } from "../fields/names";
import { Prose } from "../fields/Prose";
import type { Tokens } from "../tokens";

const PATH = "prompts.depthInjections";
const ROLES = ["system", "user", "assistant"] as const;
type Role = (typeof ROLES)[number] | "unset";

export function DepthPrompts({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say } = useMessages();
  const value = useValue(document, PATH);
  const rows: Json[] = Array.isArray(value) ? value : [];
  const label = say("field.depthPrompts");
  const write = (next: Json[]): void => document.edit({ label: stepOf(label), changes: next.length === 0 ? [{ path: PATH }] : [{ path: PATH, value: next }] });
  return (
    <section className="stack form-list" aria-label={label} data-document>
      <h3 className="form-subtitle">{label}</h3>
      {rows.map((row, at) => {
        const path = `${PATH}[${at}]`;
        const role = isMap(row) && typeof row.role === "string" ? (row.role as Role) : "unset";
        return (
          <div key={at} className="form-card">
            <Prose document={document} path={`${path}.text`} label={say("field.depthPrompt", { number: at + 1 })} tokens={tokens.get(`${path}.text`)}>
              <IconButton icon="trash" size="small" label={say("common.removeNamed", { name: say("field.depthPrompt", { number: at + 1 }) })} onPress={() => write(rows.filter((_, index) => index !== at))} />
            </Prose>
            <div className="form-pair">
              <NumberLine document={document} path={`${path}.depth`} label={say("field.depth")} hint={say("field.depthHint")} />
              <Select<Role>
                label={say("field.role")} look="field" className="pick" value={role} options={[{ id: "unset", label: say("role.unset") }, ...ROLES.map((id) => ({ id, label: say(`role.${id}`) }))]}
                onChange={(next) => document.edit({ label: stepOf(say("field.role")), changes: [next === "unset" ? { path: `${path}.role` } : { path: `${path}.role`, value: next }] })}
              />
            </div>
          </div>
        );
      })}
      <Button icon="add" size="small" className="add-field" onPress={() => write([...rows, { text: "", depth: 4, role: "system", origin: "depth_prompt" }])}>{say("workbench.addField", { field: inSentence(say("field.depthPrompt", { number: rows.length + 1 })) })}</Button>
    </section>
  );
}

function isMap(value: Json): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

// Questions a person answers before using a preset: each with its answers, what an answer switches on and sets.
import { type Document, useValue } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { Auto, AutoGrid } from "../fields/Auto";
import { FormPage, FormSection } from "../KindFrame";
import { countedId, listActs, rowsAt, textAt } from "../rows/acts";
import { CardList } from "../rows/CardList";
import type { Tokens } from "../tokens";

const PATH = "choices";

export function ChoicesPage({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say } = useMessages();
  return (
    <FormPage title={say("preset.page.choices")} hint={say("preset.choicesHint")}>
      <Cards document={document} path={PATH} order="sortOrder" fresh={{ id: "", label: "", type: "one", options: [] }} label={say("preset.page.choices")} number={(number) => say("preset.choice", { number })} add={say("preset.addChoice")}>
        {(path) => <Choice document={document} path={path} tokens={tokens} />}
      </Cards>
    </FormPage>
  );
}

interface CardsProps {
  document: Document; path: string; order?: string; fresh: { [key: string]: string | [] }; label: string; add: string;
  number: (number: number) => string; children: (path: string) => React.ReactNode;
}

function Cards({ document, path, order, fresh, label, add, number, children }: CardsProps) {
  const { say } = useMessages();
  const rows = rowsAt(useValue(document, path));
  const acts = listActs({
    document, path, freshId: countedId, ...(order === undefined ? {} : { order }), copy: (row) => ({ ...row, label: say("rows.copyName", { name: textAt(row, "label") }) }),
    steps: { add: say("preset.step.addChoice"), copy: say("preset.step.copyChoice"), remove: say("preset.step.removeChoice"), move: say("preset.step.moveChoice") },
  });
  const nameOf = (at: number): string => textAt(rows[at], "label") || number(at + 1);
  return (
    <>
      {rows.length === 0 ? null : (
        <CardList
          document={document} path={path} label={label} rows={rows} nameOf={nameOf} titleKey="label" titleLabel={say("preset.choiceLabel")} enabled={false} acts={acts}
        >
          {children}
        </CardList>
      )}
      <Button icon="add" size="small" className="add-field" onPress={() => acts.add(fresh as never)}>{add}</Button>
    </>
  );
}

function Choice({ document, path, tokens }: { document: Document; path: string; tokens: Tokens }) {
  const { say } = useMessages();
  const at = (key: string): string => `${path}.${key}`;
  return (
    <>
      <AutoGrid document={document} paths={["type", "key", "min", "separator", "placeholder", "randomPick"].map(at)} />
      <Auto document={document} path={at("readme")} tokens={tokens} optional />
      <FormSection title={say("preset.options")}>
        <Cards document={document} path={at("options")} fresh={{ id: "", label: "" }} label={say("preset.options")} number={(number) => say("preset.option", { number })} add={say("preset.addOption")}>
          {(option) => (
            <>
              <Auto document={document} path={`${option}.value`} tokens={tokens} code />
              <Auto document={document} path={`${option}.description`} tokens={tokens} optional />
              <Auto document={document} path={`${option}.enablesPrompts`} />
              <Auto document={document} path={`${option}.set`} />
              <AutoGrid document={document} paths={[`${option}.id`]} />
            </>
          )}
        </Cards>
      </FormSection>
      <Auto document={document} path={at("suggestions")} />
      <Auto document={document} path={at("default")} />
      <AutoGrid document={document} paths={["id", "sortOrder"].map(at)} />
      <Auto document={document} path={at("extras")} hint={say("fields.extrasHint")} />
    </>
  );
}

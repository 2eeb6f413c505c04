// Blocks of a persona that are switched on and off: each with its name and text, moved by its grip, with Alt and the
// arrow keys or from its menu.
import { type Document, useText, useValue } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { CarriedLine } from "../fields/Carried";
import { NumberLine } from "../fields/Line";
import { Prose } from "../fields/Prose";
import { showField } from "../goto";
import { FormSection } from "../KindFrame";
import { countedId, listActs, rowsAt, textAt } from "../rows/acts";
import { CardList } from "../rows/CardList";
import type { Tokens } from "../tokens";

const PATH = "addenda";

export function Addenda({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say } = useMessages();
  const rows = rowsAt(useValue(document, PATH));
  const acts = listActs({
    document, path: PATH, order: "sortOrder", freshId: countedId, copy: (row) => ({ ...row, label: say("rows.copyName", { name: textAt(row, "label") }) }),
    steps: { add: say("persona.step.add"), copy: say("persona.step.copy"), remove: say("persona.step.remove"), move: say("persona.step.move") },
  });
  const nameOf = (at: number): string => textAt(rows[at], "label") || say("persona.addendum", { number: at + 1 });
  const add = (): void => showField(`${PATH}[${acts.add({ id: "", label: "", content: "", enabled: true })}].label`);
  if (rows.length === 0) return <Button icon="add" size="small" className="add-field" onPress={add}>{say("persona.addAddendum")}</Button>;
  return (
    <FormSection title={say("persona.addenda")} hint={say("persona.addendaHint")} end={<Button icon="add" size="small" onPress={add}>{say("persona.addAddendum")}</Button>}>
      <CarriedLine document={document} path={`${PATH}[0].content`} />
      <CardList
        document={document} path={PATH} label={say("persona.addenda")} rows={rows} nameOf={nameOf} titleKey="label" titleLabel={say("persona.addendumName")} acts={acts}
      >
        {(path) => <Block document={document} path={path} tokens={tokens} />}
      </CardList>
    </FormSection>
  );
}

function Block({ document, path, tokens }: { document: Document; path: string; tokens: Tokens }) {
  const { say } = useMessages();
  const order = useValue(document, `${path}.sortOrder`);
  const id = useText(document, `${path}.id`);
  return (
    <>
      <Prose document={document} path={`${path}.content`} label={say("persona.addendumText")} tokens={tokens.get(`${path}.content`)} rows={2} keepEmpty />
      <div className="line small tertiary card-foot">
        <span data-path={`${path}.id`}>{say("persona.addendumId", { id })}</span>
        <span className="card-order"><NumberLine document={document} path={`${path}.sortOrder`} label={say("persona.order")} hint={order === undefined ? say("fields.unset") : ""} /></span>
      </div>
    </>
  );
}

// Named colours of a persona: each as its sign, what it is of, and what it is called.
import { type Document, useText, useValue } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { CarriedLine } from "../fields/Carried";
import { Line } from "../fields/Line";
import { listActs, rowsAt, textAt } from "../rows/acts";
import { CardList } from "../rows/CardList";

const PATH = "presentation.colors";
const COLOR = /^#[0-9a-f]{3,8}$/i;

export function Colors({ document }: { document: Document }) {
  const { say } = useMessages();
  const rows = rowsAt(useValue(document, PATH));
  const acts = listActs({ document, path: PATH, steps: { add: say("persona.step.addColor"), copy: say("persona.step.copyColor"), remove: say("persona.step.removeColor"), move: say("persona.step.moveColor") } });
  const nameOf = (at: number): string => textAt(rows[at], "label") || textAt(rows[at], "hex") || say("persona.color", { number: at + 1 });
  return (
    <div className="stack form-list">
      <CarriedLine document={document} path={`${PATH}[0].hex`} />
      {rows.length === 0 ? null : (
        <CardList
          document={document} path={PATH} label={say("persona.colors")} rows={rows} nameOf={nameOf} titleKey="label" titleLabel={say("persona.colorOf")} enabled={false} acts={acts}
        >
          {(path) => <Swatch document={document} path={path} />}
        </CardList>
      )}
      <Button icon="add" size="small" className="add-field" onPress={() => acts.add({ hex: "#808080" })}>{say("persona.addColor")}</Button>
    </div>
  );
}

function Swatch({ document, path }: { document: Document; path: string }) {
  const { say } = useMessages();
  const hex = useText(document, `${path}.hex`);
  return (
    <div className="line swatch">
      <span className="swatch-color" aria-hidden="true" style={COLOR.test(hex) ? { background: hex } : undefined} />
      <div className="grow"><Line document={document} path={`${path}.hex`} label={say("persona.hex")} mono keepEmpty /></div>
      <div className="grow"><Line document={document} path={`${path}.name`} label={say("persona.colorName")} /></div>
    </div>
  );
}

// A colour as text, with a swatch that opens the system's chooser. What is no colour is kept as it is written.
import { type Document, useText, writeText } from "../../documents";
import { TextField } from "../../kit";
import { useMessages } from "../../messages";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { stepOf } from "./names";

const HEX = /^#[0-9a-f]{6}$/i;

export function Colour({ document, path, label, hideLabel = false }: { document: Document; path: string; label: string; hideLabel?: boolean }) {
  const { say } = useMessages();
  const value = useText(document, path);
  const look = useScopeLook(document, path);
  const write = (text: string): void => writeText(document, path, text, stepOf(label));
  return (
    <div className={`colour ${look}`} data-document data-path={path}>
      <TextField label={label} hideLabel={hideLabel} mono value={value} onChange={write} beside={<ScopeTag document={document} path={path} label={label} />} />
      <input type="color" className="colour-swatch" aria-label={say("field.chooseColour", { field: label })} value={HEX.test(value) ? value : "#808080"} onChange={(event) => write(event.target.value)} />
    </div>
  );
}

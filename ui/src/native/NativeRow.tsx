// The native fields of the row an editor shows: an entry of a book, a rule of a set.
import { type Document, useDocument } from "../documents";
import { readPath } from "../documents";
import { Authored } from "../kit";
import { useMessages } from "../messages";
import { FieldSections } from "./FieldSections";
import { useNativeRow, useShownRow } from "./state";

export function NativeRow({ document, original }: { document: Document; original: string }) {
  const { say } = useMessages();
  const row = useShownRow(document);
  const { data, error } = useNativeRow(document, row);
  const name = useDocument(document, ({ body }) => {
    const list = row === undefined ? undefined : readPath(body, row.list);
    const found = Array.isArray(list) ? list.find((one) => one !== null && typeof one === "object" && !Array.isArray(one) && one.id === row?.id) : undefined;
    const title = found !== null && typeof found === "object" && !Array.isArray(found) ? found.title ?? found.name ?? found.label : undefined;
    return typeof title === "string" ? title : "";
  });
  if (row === undefined) return <p className="small secondary native-note">{say("native.chooseRow")}</p>;
  if (data === null) return error === null ? null : <p className="small said-error native-note">{error.message}</p>;
  const panel = data.find((one) => one.original === original);
  return (
    <section aria-label={say("native.row")}>
      <h3 className="native-section">{say("native.row")}{name === "" ? null : <> · <Authored text={name} /></>}</h3>
      {panel === undefined ? <p className="small secondary native-note">{say("native.rowMadeHere")}</p> : <FieldSections document={document} panel={panel} search="" />}
    </section>
  );
}

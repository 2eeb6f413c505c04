// A pack of pictures: its own and its groups at the side, the pictures of one of them as a grid on the page.
import { useCallback, useState } from "react";
import { type Document, readPath, useDocument, useValue } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { Auto } from "../fields/Auto";
import { Line } from "../fields/Line";
import { useGoto } from "../goto";
import { FormPage, KindFrame } from "../KindFrame";
import { isMap } from "../rows/acts";
import { useTokens } from "../tokens";
import { collectionsOf, freeName, GROUPS } from "./collections";
import { PictureGrid } from "./PictureGrid";
import "./pack.css";

export function PackEditor({ document }: { document: Document }) {
  const { say, number } = useMessages();
  const tokens = useTokens(document);
  const body = useDocument(document, (state) => state.body);
  const collections = collectionsOf(body);
  const [wanted, setPage] = useState("pictures");
  const groups = useValue(document, GROUPS);
  useGoto(useCallback((path: string) => {
    const found = collectionsOf(document.store.get().body).find((one) => path.startsWith(`${one.path}.`) || path === one.path);
    setPage(found?.id ?? "about");
  }, [document]));
  const collection = collections.find(({ id }) => id === wanted);
  const page = collection === undefined && !["about", "raw", "history"].includes(wanted) ? "pictures" : wanted;
  const shown = collections.find(({ id }) => id === page);
  const all = collections.reduce((sum, { count }) => sum + count, 0);

  function addGroup(): void {
    const held = isMap(readPath(document.store.get().body, GROUPS)) ? (groups as { [name: string]: never }) : {};
    const name = freeName(say("pack.groupOf", { number: Object.keys(held ?? {}).length + 1 }), Object.keys(held ?? {}));
    document.edit({ label: say("pack.step.group"), changes: [{ path: GROUPS, value: { ...held, [name]: { items: [] } } }] });
    setPage(`group ${name}`);
  }
  return (
    <KindFrame
      document={document} tokens={tokens} help="pack" summary={say("pack.summary", { count: all })} page={page} onPage={setPage}
      pages={[{ id: "about", label: say("pack.about"), icon: "settings" }, ...collections.map(({ id, name, count }) => ({ id, label: name ?? say("pack.own"), count: number(count), icon: name === null ? ("image" as const) : ("folder" as const) }))]}
      more={<Button icon="add" size="small" className="pack-add-group" onPress={addGroup}>{say("pack.groupNew")}</Button>}
    >
      {shown === undefined ? (
        <FormPage title={say("pack.about")}>
          <Line document={document} path="name" label={say("field.name")} keepEmpty />
          <Auto document={document} path="brief" tokens={tokens} rows={2} />
        </FormPage>
      ) : <PictureGrid key={shown.id} document={document} collection={shown} collections={collections} onPage={setPage} />}
    </KindFrame>
  );
}

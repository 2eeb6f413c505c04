// Every picture of a world: what it is, who uses it, making it the cover, taking it out. Pictures that a document names
// and the folder does not have are told too.
import { Button, IconButton, Menu, Name } from "../../../kit";
import { useMessages } from "../../../messages";
import { rowsNow, useDesk } from "../desk";
import { FOLDERS, INFO, listAt, partsOfRef, pictureKey, textAt } from "../model";
import { nameAt, useNames, useOpened } from "../names";
import { showDocument, showView } from "../place";
import { addPicture, removePicture } from "./acts";
import { Thumb } from "./Thumb";

interface Use { document: string; label: string }

export function PicturesPage() {
  const { say, bytes } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const open = useDesk(desk, (state) => state.open);
  const live = useDesk(desk, (state) => state.live);
  const uses = new Map<string, Use[]>();
  const use = (path: string, one: Use): void => { if (path !== "") uses.set(path, [...(uses.get(path) ?? []), one]); };
  use(textAt(live[INFO] ?? open?.info, "cover"), { document: INFO, label: say("world.field.cover") });
  for (const { document, facts } of rowsNow({ open, live })) {
    const key = pictureKey(partsOfRef(document)?.folder ?? FOLDERS[0]);
    if (key !== null) use(textAt(facts, key), { document, label: nameAt(names, document) });
  }
  const pictures = open?.pictures ?? [];
  const records = new Map(listAt(open?.lists["images/index.json"], "images").map((row) => [textAt(row, "path"), row]));
  const missing = [...uses].filter(([path]) => !pictures.some((one) => one.path === path));
  async function makeCover(path: string): Promise<void> {
    const info = await desk.document(INFO);
    info.edit({ label: say("world.step.cover"), changes: [{ path: "cover", value: path }] });
  }
  return (
    <div className="form-scroll" data-pane-start data-help="world-pictures">
      <div className="form form-wide">
        <div className="title-row"><h2 className="form-title grow">{say("world.pictures")}</h2><Button look="line" icon="add" onPress={() => void addPicture(desk, null, "library")}>{say("world.addPicture")}</Button></div>
        {pictures.length === 0 ? <p className="secondary">{say("world.noPictures")}</p> : null}
        <div className="picture-grid">
          {pictures.map(({ path, bytes: size }) => {
            const used = uses.get(path) ?? [];
            const name = path.split("/").pop() ?? path;
            return (
              <figure key={path} className="picture-tile">
                <Thumb path={path} side={180} className="picture-thumb" />
                <figcaption className="stack">
                  <span className="line"><bdi className="cut grow mono small" title={path}>{name}</bdi>
                    <Menu
                      label={say("workbench.actsOf", { name })} placement="bottom end" button={<IconButton icon="more" size="small" label={say("workbench.actsOf", { name })} />}
                      groups={[{ id: "do", items: [{ id: "cover", label: say("world.makeCover"), icon: "image" }] }, { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true }] }]}
                      onAction={(act) => void (act === "cover" ? makeCover(path) : removePicture(desk, path))}
                    />
                  </span>
                  <span className="small tertiary cut">{bytes(size)}{textAt(records.get(path), "origin") === "card-address" ? ` · ${say("world.fromCardAddress")}` : ""}</span>
                  {used.length === 0 ? <span className="small tertiary">{say("world.unusedPicture")}</span> : used.map(({ document, label }) => <button key={document} type="button" className="link-open small" onClick={() => (document === INFO ? showView(null) : showDocument(document))}><Name text={label} /></button>)}
                </figcaption>
              </figure>
            );
          })}
        </div>
        {missing.length === 0 ? null : (
          <section className="form-section" aria-label={say("world.missingPictures")}>
            <h3>{say("world.missingPictures")}</h3>
            {missing.map(([path, used]) => <div key={path} className="linked-row"><bdi className="mono small cut grow">{path}</bdi>{used.map(({ document, label }) => <Button key={document} size="small" onPress={() => (document === INFO ? showView(null) : showDocument(document))}><Name text={label} /></Button>)}</div>)}
          </section>
        )}
      </div>
    </div>
  );
}

// The side of an opened world: what is chosen in short, how it stands to others, what stands against it, and what of the
// card it was made from.
import { useEffect, useState } from "react";
import type { JsonObject } from "../../../bindings";
import { Button, Icon, IconButton, Name, SidePane } from "../../../kit";
import { visible } from "../../../kit/Authored";
import { useMessages } from "../../../messages";
import { navigation, useNavigation } from "../../../navigation";
import { makePlayable } from "../acts";
import { listNow, rowsNow, useDesk } from "../desk";
import { isHostile } from "../graph/model";
import { TieDialog, type TieWish } from "../graph/TieDialog";
import { TIES } from "../graph/ties";
import { FOLDER_ICONS, isMap, listAt, nameOfDoc, partsOfRef, pictureKey, placeOf, textAt } from "../model";
import { nameAt, useNames, useOpened } from "../names";
import { showDocument } from "../place";
import { Thumb } from "../pictures/Thumb";
import { ProblemList } from "../Readiness";
import { MadeFrom } from "./MadeFrom";

export function WorldInspector({ document, page }: { document: string | null; page: "form" | "graph" | "other" }) {
  const { say } = useMessages();
  const open = useNavigation((state) => state.inspector);
  if (!open) return null;
  return (
    <SidePane id="world-inspector" side="right" label={say("pane.inspector")} className="world-inspector">
      <div className="inspector-bar"><h2 className="pane-title cut grow">{say(document === null ? "world.nothingChosen" : "world.aboutChosen")}</h2><IconButton icon="close" size="small" label={say("pane.closeInspector")} onPress={() => navigation.set({ inspector: false })} /></div>
      <div className="pane-scroll">{document === null ? <p className="inspector-empty secondary">{say("world.chooseHint")}</p> : <About key={document} document={document} page={page} />}</div>
    </SidePane>
  );
}

/** What a document says of itself first. */
const TEXTS = ["summary", "description", "text"] as const;

function About({ document, page }: { document: string; page: "form" | "graph" | "other" }) {
  const { say } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const parts = partsOfRef(document);
  const facts = useDesk(desk, (state) => rowsNow(state).find((row) => row.document === document)?.facts);
  const problems = useDesk(desk, ({ open }) => (open?.problems ?? []).filter(({ place }) => placeOf(place).file === document).length);
  const card = useDesk(desk, ({ open }) => open?.card ?? false);
  const [whole, read] = useState<JsonObject | null>(null);
  useEffect(() => {
    let gone = false;
    desk.document(document).then(({ store }) => !gone && read(store.get().body), () => undefined);
    return () => {
      gone = true;
    };
  }, [desk, document]);
  if (parts === null || facts === undefined) return <p className="inspector-empty secondary">{say("world.gone")}</p>;
  const live = desk.store.get().live[document] ?? whole ?? facts;
  const picture = textAt(live, pictureKey(parts.folder) ?? "");
  const text = TEXTS.map((key) => textAt(live, key)).find((one) => one.trim() !== "") ?? "";
  const where = placeWord(live, names, say);
  return (
    <>
      <div className="world-about">
        <Thumb path={picture === "" ? null : picture} side={80} className="world-about-art" sign={FOLDER_ICONS[parts.folder]} />
        <div className="stack grow">
          <h3 className="inspector-name"><Name text={nameOfDoc(parts.folder, live)} /></h3>
          <span className="small secondary">{say(`world.folderOne.${parts.folder}`)}{facts.playable === true ? ` · ${say("world.playableRow")}` : ""}</span>
          {where === null ? null : <span className="small secondary cut"><bdi>{where}</bdi></span>}
        </div>
        {page === "form" ? null : <IconButton icon="workbench" label={say("world.editNamed", { name: nameOfDoc(parts.folder, live) })} onPress={() => showDocument(document)} />}
      </div>
      {parts.folder === "characters" && live.playable !== true && page !== "form" ? <div className="inspector-acts"><Button size="small" look="line" onPress={() => void makePlayable(desk, document)}>{say("world.makePlayable")}</Button></div> : null}
      {problems === 0 ? null : <section className="inspector-part" aria-label={say("world.allProblems")}><h4>{say("world.problems", { count: problems })}</h4><ProblemList file={document} /></section>}
      {text === "" || page === "form" ? null : <section className="inspector-part"><h4>{say(textAt(live, "text") === text ? "world.field.text" : "world.field.description")}</h4><p className="world-about-text"><bdi dir="auto">{visible(text.length > CUT ? `${text.slice(0, CUT)}…` : text)}</bdi></p></section>}
      <Lines document={document} doc={live} />
      {card ? <MadeFrom document={document} doc={live} /> : null}
    </>
  );
}
const CUT = 420;

function placeWord(doc: JsonObject, names: Parameters<typeof nameAt>[0], say: ReturnType<typeof useMessages>["say"]): string | null {
  const at = (folder: string, key: string): string | null => (textAt(doc, key) === "" ? null : nameAt(names, `${folder}/${textAt(doc, key)}`));
  const [start, parent, holder, place, base] = [at("places", "start"), at("places", "parent"), at("characters", "held_by"), at("places", "at"), at("places", "base")];
  if (start !== null) return say("world.startsIn", { name: start });
  if (parent !== null) return say("world.placeIn", { name: parent });
  if (holder !== null) return say("world.heldBy", { name: holder });
  if (place !== null) return say("world.liesAt", { name: place });
  return base === null ? null : say("world.basedAt", { name: base });
}

interface LineRow { word: string; other: string; note: string; hostile: boolean; run: () => void }
/** Lines told at first. */
const FEW = 5;

/** Ties of a person, ways of a place, members of a faction. */
function Lines({ document, doc }: { document: string; doc: JsonObject }) {
  const { say, number } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const ties = useDesk(desk, (state) => listNow(state, TIES));
  const [all, showAll] = useState(false);
  const [wish, want] = useState<TieWish | null>(null);
  const id = partsOfRef(document)?.id ?? "";
  const rows: LineRow[] = document.startsWith("characters/")
    ? ties.flatMap((row): LineRow[] => {
      const [from, to] = [textAt(row, "from"), textAt(row, "to")];
      if (from !== id && to !== id) return [];
      const other = `characters/${from === id ? to : from}`;
      return [{ word: from === id ? textAt(row, "kind") : say("world.tieFrom", { kind: textAt(row, "kind") }), other, note: textAt(row, "note"), hostile: isHostile(row), run: () => want({ from: `characters/${from}`, to: `characters/${to}` }) }];
    })
    : document.startsWith("places/") ? listAt(doc, "ways").map((way) => ({ word: textAt(way, "name"), other: `places/${textAt(way, "to")}`, note: isMap(way) && way.hidden === true ? say("world.hiddenWay") : "", hostile: false, run: () => showDocument(`places/${textAt(way, "to")}`) }))
      : listAt(doc, "members").map((member) => ({ word: textAt(member, "role"), other: `characters/${textAt(member, "character")}`, note: "", hostile: false, run: () => showDocument(`characters/${textAt(member, "character")}`) }));
  const title = document.startsWith("characters/") ? say("world.ties") : document.startsWith("places/") ? say("world.ways") : say("world.field.members");
  if (rows.length === 0 && !document.startsWith("characters/")) return null;
  return (
    <section className="inspector-part" aria-label={title}>
      <div className="line"><h4 className="grow">{title} <span className="tertiary">{number(rows.length)}</span></h4>{document.startsWith("characters/") ? <Button size="small" icon="add" onPress={() => want({ from: document, to: null })}>{say("world.tieButton")}</Button> : null}</div>
      {rows.slice(0, all ? rows.length : FEW).map((row, at) => (
        <button key={at} type="button" className="world-line" onClick={row.run}>
          <span className={`cut ${row.hostile ? "said-error" : "secondary"}`}>{row.hostile ? <Icon name="warning" size="small" /> : null}<bdi>{visible(row.word)}</bdi></span><Name text={nameAt(names, row.other)} className="medium" /><bdi className="small tertiary cut">{row.note}</bdi>
        </button>
      ))}
      {rows.length > FEW && !all ? <Button look="quiet" size="small" onPress={() => showAll(true)}>{say("world.moreLines", { count: rows.length - FEW })}</Button> : null}
      {wish === null ? null : <TieDialog wish={wish} onClose={() => want(null)} />}
    </section>
  );
}

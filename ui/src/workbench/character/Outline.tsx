// The outline of a character: who it is, its sections with what each costs, what it is linked with, where it came from.
import { OutlineMark } from "../../checks/Mark";
import { type Document, useDocument, useText, useValue } from "../../documents";
import { Name } from "../../kit";
import { Portrait } from "../../library/Portrait";
import { useMessages } from "../../messages";
import { NativeItems } from "../../native/NativeItems";
import { openTab } from "../../navigation";
import { hasRaw } from "../raw/place";
import { SideItem } from "../SideItem";
import { type Tokens, tokensUnder } from "../tokens";
import { portraitOf } from "./pictures";
import { placesOf, type SectionId, SECTIONS } from "./sections";

export type PageId = SectionId | "raw" | "history";
export interface OutlineProps { document: Document; tokens: Tokens; page: PageId; onPage: (page: PageId) => void }

export function Outline({ document, tokens, page, onPage }: OutlineProps) {
  const { say, number } = useMessages();
  const name = useText(document, "identity.name");
  const tagline = useText(document, "identity.tagline");
  const version = useText(document, "identity.characterVersion");
  const portrait = useValue(document, "media.portrait");
  const entity = useDocument(document, (state) => state.entity);
  const raw = useDocument(document, hasRaw);
  const pictures = useValue(document, "media.assets");
  const under = [tagline, version].filter((text) => text !== "").join(" · ");
  return (
    <div className="pane-scroll outline" data-pane-start>
      <div className="outline-head">
        <Portrait portrait={portraitOf(portrait, entity)} kind="character" side={72} className="outline-portrait" />
        <div className="stack grow"><span className="outline-name"><Name text={name} /></span><span className="small secondary cut">{under}</span></div>
      </div>
      <nav aria-label={say("workbench.outline")}>
        {SECTIONS.map((shown) => {
          const { id, title, counts } = shown;
          const sum = counts.reduce((total, path) => total + tokensUnder(tokens, path), 0);
          const figure = id === "pictures" ? (Array.isArray(pictures) ? pictures.length : 0) + (portrait === undefined ? 0 : 1) : sum;
          return <SideItem key={id} label={say(title)} mark={<OutlineMark document={document} paths={placesOf(shown)} />} count={figure === 0 ? "" : number(figure)} on={page === id} onPress={() => onPage(id)} />;
        })}
        {entity.links.length === 0 ? null : <p className="pane-group">{say("workbench.linked")}</p>}
        {entity.links.map((link, at) => (
          <SideItem
            key={at} icon={link.missing ? "warning" : link.kind} label={link.missing ? say("workbench.missingLink", { name: link.name }) : link.name} count={link.count === 0 ? "" : number(link.count)} on={false}
            onPress={() => link.address !== null && !link.missing && openTab(link.address, { kind: link.kind, name: link.name })} off={link.address === null || link.missing}
          />
        ))}
        <NativeItems document={document} />
        <p className="pane-group">{say("workbench.source")}</p>
        {!raw ? null : <SideItem icon="braces" label={say("workbench.raw")} count="" on={page === "raw"} onPress={() => onPage("raw")} />}
        <SideItem icon="history" label={say("workbench.history")} count={number(entity.revision)} on={page === "history"} onPress={() => onPage("history")} />
      </nav>
    </div>
  );
}

// The page of a world as a whole: what it is and has, its form, its openings, and what stands in the way of a story.
import { Button, Icon, type IconName } from "../../../kit";
import { useMessages } from "../../../messages";
import { type Document, useText, useValue } from "../../../documents";
import { SaveFault, useFile, usePointer } from "../DocumentPage";
import { listNow, useDesk } from "../desk";
import { WorldField } from "../form/WorldField";
import { useMarks } from "../marks";
import { FILES, FOLDER_ICONS, FOLDERS, INFO, LIST_OF } from "../model";
import { useNames, useOpened } from "../names";
import { Thumb } from "../pictures/Thumb";
import { showView } from "../place";
import { PresetButton } from "../preset/PresetDialog";
import { ProblemList } from "../Readiness";
import { SaveLine } from "../SaveLine";
import { tableOf, useSchema } from "../wire";

/** Fields of the world in the order of the page; the rest of them follow. */
const FIRST = ["name", "description", "cover", "language", "author", "tags", "start_places", "opening", "alternate_openings"];

export function Overview() {
  const desk = useOpened();
  const { document } = useFile(desk, INFO);
  usePointer("", document !== null);
  if (document === null) return null;
  return <Whole document={document} />;
}

function Whole({ document }: { document: Document }) {
  const { say } = useMessages();
  const desk = useOpened();
  const schema = useSchema();
  useMarks(desk, document, INFO);
  const problems = useDesk(desk, ({ open }) => open?.problems.length ?? 0);
  const stray = useDesk(desk, ({ open }) => open?.stray);
  const may = new Set(["name", ...(schema?.infoFields ?? [])]);
  const fields = tableOf(schema, INFO).filter(({ key }) => may.has(key));
  const rank = (key: string): number => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  const sorted = [...fields].sort((a, b) => rank(a.key) - rank(b.key));
  return (
    <div className="world-form">
      <div className="world-form-bar line"><h2 className="cut">{say("world.overview")}</h2><span className="push" /><PresetButton /><SaveLine document={document} /></div>
      <div className="form-scroll" data-pane-start data-help="world-overview">
        <div className="form">
          <Head document={document} />
          <Counts />
          {problems === 0 ? null : <section className="form-section" aria-label={say("world.allProblems")}><div className="form-section-head"><h3>{say("world.problems", { count: problems })}</h3></div><ProblemList /></section>}
          <section className="form-section" aria-label={say("world.info")}>
            <div className="form-section-head"><h3>{say("world.info")}</h3></div>
            <SaveFault document={document} />
            {sorted.map((field) => <WorldField key={field.key} document={document} table={INFO} base="" field={field} optional={!field.required && (field.key === "author" || field.key === "alternate_openings")} />)}
          </section>
          {stray === undefined || stray.length === 0 ? null : <section className="form-section" aria-label={say("world.stray")}><div className="form-section-head"><h3>{say("world.stray")}</h3><span className="small tertiary">{say("world.strayHint")}</span></div><ul className="world-stray">{stray.map((path) => <li key={path}><bdi className="mono small">{path}</bdi></li>)}</ul></section>}
        </div>
      </div>
    </div>
  );
}

function Head({ document }: { document: Document }) {
  const { say } = useMessages();
  const cover = useValue(document, "cover");
  const name = useText(document, "name");
  const description = useText(document, "description");
  return (
    <div className="world-head">
      <Thumb path={typeof cover === "string" ? cover : null} side={160} className="world-cover" sign="worlds" />
      <div className="stack world-head-words"><p className="world-head-name"><bdi>{name.trim() === "" ? say("common.noName") : name}</bdi></p><p className="secondary world-head-text"><bdi>{description}</bdi></p></div>
    </div>
  );
}

/** How many of everything, each leading there. */
function Counts() {
  const { say, number } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const open = useDesk(desk, (state) => state.open);
  const live = useDesk(desk, (state) => state.live);
  const counts = new Map(FOLDERS.map((folder) => [folder, names.filter((one) => one.folder === folder)]));
  const item = (id: string, label: string, icon: IconName, count: number, at: string | null) => (
    <li key={id}><Button className="world-count" isDisabled={at === null} onPress={() => at !== null && showView(at)}><Icon name={icon} size="small" /><span className="grow">{label}</span><b className="strong">{number(count)}</b></Button></li>
  );
  return (
    <ul className="world-counts" aria-label={say("world.counts")}>
      {FOLDERS.map((folder) => item(folder, say(`world.folder.${folder}`), FOLDER_ICONS[folder], counts.get(folder)?.length ?? 0, counts.get(folder)?.[0]?.document ?? null))}
      {FILES.map((file) => item(file, say(`world.file.${LIST_OF[file] as "relationships" | "variables" | "commands" | "triggers"}`), file === "relationships.json" ? "graph" : "list", listNow({ open, live }, file).length, file === "relationships.json" ? "ties" : file))}
      {item("pictures", say("world.pictures"), "image", open?.pictures.length ?? 0, "pictures")}
    </ul>
  );
}

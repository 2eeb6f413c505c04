// Whether a story can begin, at the top of an opened world, with what is to be done about it at hand: what is wrong and
// where, a person to make playable, a player to add.
import { Button, Icon, Menu, Popover } from "../../kit";
import { useMessages } from "../../messages";
import { addPlayer, makePlayable } from "./acts";
import { useDesk } from "./desk";
import { nameAt, shownName, useNames, useOpened } from "./names";
import { showPlace } from "./place";
import { usePlaceWords, useProblemText } from "./Problem";
import { placeOf } from "./model";

/** People offered to be made playable; of more, the tree has all. */
const OFFERED = 40;
/** Problems with a button of their own. */
const SHOWN = 2;

export function Readiness() {
  const { say } = useMessages();
  const desk = useOpened();
  const names = useNames(desk);
  const open = useDesk(desk, (state) => state.open);
  const text = useProblemText();
  const placeWords = usePlaceWords(names);
  if (open === null) return null;
  const { readiness, problems } = open;
  if (open.newer) return <div className="world-need" role="status"><Icon name="lock" /><span className="grow cut"><b className="strong">{say("world.newer")}</b> <span className="secondary">{say("world.newerHint")}</span></span></div>;
  if (readiness === "ready") return <div className="world-need world-need-ready" role="status"><Icon name="ok" className="said-good" /><span className="grow cut">{say("world.isReady")}</span></div>;
  if (readiness === "needs-player") {
    const people = names.filter(({ folder }) => folder === "characters");
    return (
      <div className="world-need">
        <Icon name="warning" className="said-warning" />
        <span className="grow cut" role="status"><b className="strong">{say("world.needsPlayer")}</b> <span className="secondary">{say(people.length === 0 ? "world.needsAnyone" : "world.needsOne")}</span></span>
        <span className="line world-need-acts">
          {people.length === 0 ? null : (
            <Menu
              label={say("world.makePlayable")} placement="bottom end" button={<Button size="small" look="line">{say("world.makePlayable")}<Icon name="down" size="small" /></Button>}
              groups={[{ id: "people", items: people.slice(0, OFFERED).map((one) => ({ id: one.document, label: shownName(one), icon: "character" as const })) }]} onAction={(document) => void makePlayable(desk, document)}
            />
          )}
          <Button size="small" look="line" icon="add" onPress={() => void addPlayer(desk)}>{say("world.addPlayer")}</Button>
        </span>
      </div>
    );
  }
  const places = [...new Map(problems.map((problem) => [placeOf(problem.place).file, problem])).values()];
  const noPlace = problems.some(({ code }) => code === "no-place");
  return (
    <div className="world-need">
      <Icon name="warning" className="said-warning" />
      <span className="grow cut" role="status"><b className="strong">{say("world.problems", { count: problems.length })}</b> <span className="secondary">{problems.slice(0, SHOWN).map(text).join(" ")}</span></span>
      <span className="line world-need-acts">
        {noPlace ? null : places.slice(0, SHOWN).map((problem) => <Button key={problem.place} size="small" look="line" onPress={() => showPlace(problem.place)}>{say("world.showNamed", { name: nameAt(names, placeWords(problem.place.split("#")[0] ?? "")) })}</Button>)}
        <Popover label={say("world.allProblems")} placement="bottom end" button={<Button size="small" look={noPlace ? "line" : "plain"}>{say("world.allProblems")}</Button>}>
          {(close) => <div className="world-problems-float"><ProblemList onShow={close} /></div>}
        </Popover>
      </span>
    </div>
  );
}

/** Every problem, each leading to its place. */
export function ProblemList({ onShow, file }: { onShow?: () => void; file?: string }) {
  const desk = useOpened();
  const names = useNames(desk);
  const problems = useDesk(desk, ({ open }) => open?.problems);
  const text = useProblemText();
  const placeWords = usePlaceWords(names);
  const shown = (problems ?? []).filter(({ place }) => file === undefined || placeOf(place).file === file);
  return (
    <ul className="world-problems">
      {shown.slice(0, MOST).map((problem, at) => (
        <li key={`${problem.code} ${problem.place} ${at}`}>
          <button type="button" className="link-open world-problem" onClick={() => { showPlace(problem.place); onShow?.(); }}>
            <Icon name="warning" size="small" className="said-warning" />
            <span className="stack grow"><span>{text(problem)}</span><span className="small tertiary"><bdi>{placeWords(problem.place)}</bdi>{problem.hint === null ? null : ` · ${problem.hint}`}</span></span>
          </button>
        </li>
      ))}
    </ul>
  );
}
const MOST = 200;

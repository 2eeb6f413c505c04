// The greetings of a card as one choice: which of them begins the story.
import { useRef } from "react";
import type { PreviewGreeting } from "../../bindings";
import { Authored, placeId, VirtualList } from "../../kit";
import { useMessages } from "../../messages";
import { choose, useMaking } from "./state";

/** Rows that are shown before the list scrolls by itself. */
const SHOWN = 7;

export function useGreetingTitle(): (greeting: PreviewGreeting) => string {
  const { say } = useMessages();
  return ({ number, title, id }) => {
    if (title !== "") return title;
    if (number === null) return say("make.groupGreeting", { number: Number(id.split(":")[1] ?? 1) });
    return number === 0 ? say("make.first") : say("make.greeting", { number });
  };
}

export function GreetingList({ greetings }: { greetings: PreviewGreeting[] }) {
  const { say } = useMessages();
  const titleOf = useGreetingTitle();
  const opening = useMaking((state) => state.choices.opening);
  const id = useRef("make-greetings").current;
  const usable = greetings.filter((one) => !one.blank && one.number !== null);
  const cursor = greetings.findIndex((one) => one.number !== null && one.number === opening);
  const pick = (at: number): void => {
    const one = greetings[at];
    if (one !== undefined && !one.blank && one.number !== null) choose({ opening: one.number });
  };
  return (
    <section className="making-part">
      <div className="line making-part-head"><h3 id="make-opening">{say("make.opening")}</h3><span className="small tertiary cut">{usable.length === 0 ? say("make.openingNone") : say("make.openingHint")}</span></div>
      {greetings.length === 0 ? null : (
        <VirtualList
          id={id} label={say("make.opening")} count={greetings.length} cursor={cursor} rowSize={30} className="making-list" style={{ height: Math.min(SHOWN, greetings.length) * 30 + 2, flex: "none" }}
          onCursor={(at) => {
            // Blank ones and those for groups are stepped over.
            const by = at > cursor ? 1 : -1;
            let next = at;
            while (greetings[next] !== undefined && (greetings[next]?.blank === true || greetings[next]?.number === null)) next += by;
            pick(next);
          }}
        >
          {(index) => {
            const one = greetings[index];
            if (one === undefined) return <div />;
            const off = one.blank || one.number === null;
            const on = index === cursor;
            return (
              <div id={placeId(id, index)} role="option" aria-selected={on} aria-disabled={off || undefined} className={`making-row ${on ? "making-row-on" : ""} ${off ? "making-row-off" : ""}`} onClick={() => pick(index)}>
                <span className={`making-dot ${on ? "making-dot-on" : ""}`} aria-hidden="true" />
                <span className="cut making-row-title"><bdi dir="auto">{titleOf(one)}</bdi></span>
                <span className="grow small secondary line">{one.blank ? <span className="tertiary">{say("make.blank")}</span> : one.number === null ? <span className="tertiary cut">{say("make.groupOnly")}</span> : <Authored text={one.beginning} cut />}</span>
                <span className="small tertiary figure">{say("make.charsShort", { count: one.chars })}</span>
              </div>
            );
          }}
        </VirtualList>
      )}
    </section>
  );
}

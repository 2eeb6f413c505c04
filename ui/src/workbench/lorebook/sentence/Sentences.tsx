// When an entry wakes, where its text goes, how long it stays: four sentences whose dashed words are its settings. The same
// sentences speak of one entry or of many.
import { useState } from "react";
import { Button } from "../../../kit";
import { useMessages } from "../../../messages";
import { inSentence } from "../../fields/names";
import { listOf } from "../entries";
import { type Target, useShared } from "../target";
import { NumberField, SwitchField, TextFieldValue, WordField } from "./fields";
import { Keys } from "./Keys";
import { MORE_COUNT, MoreSentences } from "./MoreSentences";
import { LOGICS, POSITIONS, ROLES } from "./words";

export function Sentences({ target }: { target: Target }) {
  const { say } = useMessages();
  const [more, setMore] = useState(false);
  return (
    <section className="lore-sentences" aria-label={say("lore.rules")}>
      <WakeSentence target={target} />
      <PlaceSentence target={target} />
      <LastSentence target={target} />
      <MannerLine target={target} more={more} onMore={() => setMore(!more)} />
      {more ? <MoreSentences target={target} /> : null}
    </section>
  );
}

function WakeSentence({ target }: { target: Target }) {
  const { say, rich } = useMessages();
  const constant = useShared(target, "constant");
  const second = useShared(target, "secondaryTriggers");
  const [wanted, want] = useState(false);
  const mode = <SwitchField target={target} field="constant" label={say("lore.mode")} on={say("lore.mode.always")} offWords={say("lore.mode.keyed")} />;
  const keys = <Keys target={target} field="triggers" label={say("lore.keys")} />;
  if (constant.value === true) return <p>{rich("lore.s.always", { mode, keys })}</p>;
  const depth = (
    <NumberField
      target={target} field="scanDepth" label={say("lore.scanDepth")} unit={say("lore.scanDepthHint")} unset={say("lore.depth.unset")}
      words={(count) => say("lore.depth.last", { count })}
    />
  );
  if (!second.mixed && listOf(second.value).length === 0 && !wanted) {
    const ask = <Button look="quiet" size="small" className="lore-ask" onPress={() => want(true)}>{say("lore.askSecond")}</Button>;
    return <p>{rich("lore.s.keys", { mode, keys, depth, ask })}</p>;
  }
  const logic = (
    <WordField target={target} field="selectiveLogic" label={say("lore.logic")} options={LOGICS.map((id) => ({ id, label: say(`lore.logic.${id}`) }))} unset={{ id: "and_any", label: say("lore.logic.and_any") }} />
  );
  return <p>{rich("lore.s.both", { mode, keys, depth, logic, second: <Keys target={target} field="secondaryTriggers" label={say("lore.secondary")} /> })}</p>;
}

function PlaceSentence({ target }: { target: Target }) {
  const { say, rich } = useMessages();
  const position = useShared(target, "position");
  const place = (
    <WordField
      target={target} field="position" label={say("lore.position")} unset={{ id: "unset", label: inSentence(say("lore.position.unset")) }}
      options={POSITIONS.map((id) => ({ id, label: say(`lore.position.${id}`), shown: inSentence(say(`lore.position.${id}`)) }))}
    />
  );
  const order = <NumberField target={target} field="sortOrder" label={say("lore.order")} words={String} unset={say("lore.order.unset")} />;
  const chance = <ChanceValue target={target} />;
  if (position.value === "depth") {
    const depth = <NumberField target={target} field="depth" label={say("lore.depth")} unit={say("lore.messages")} words={(count) => say("lore.depth.from", { count })} unset={say("lore.depth.app")} />;
    const role = (
      <WordField target={target} field="role" label={say("lore.role")} unset={{ id: "unset", label: inSentence(say("role.unset")) }} options={ROLES.map((id) => ({ id, label: say(`role.${id}`), shown: inSentence(say(`role.${id}`)) }))} />
    );
    return <p>{rich("lore.s.goesDepth", { place, depth, role, order, chance })}</p>;
  }
  if (position.value === "outlet") {
    const outlet = <TextFieldValue target={target} field="outletName" label={say("lore.outlet")} unset={say("lore.outlet.unset")} />;
    return <p>{rich("lore.s.goesOutlet", { place, outlet, order, chance })}</p>;
  }
  return <p>{rich("lore.s.goes", { place, order, chance })}</p>;
}

function ChanceValue({ target }: { target: Target }) {
  const { say } = useMessages();
  const counts = useShared(target, "useProbability");
  const words = (chance: number): string => (counts.value === false ? say("lore.chance.kept", { chance }) : say("lore.chance.of", { chance }));
  return <NumberField target={target} field="probability" label={say("lore.chance")} unit="%" words={words} unset={say("lore.chance.unset")} />;
}

function LastSentence({ target }: { target: Target }) {
  const { say, rich } = useMessages();
  const messages = (count: number): string => say("lore.count.messages", { count });
  return (
    <p>
      {rich("lore.s.lasts", {
        sticky: <NumberField target={target} field="sticky" label={say("lore.sticky")} unit={say("lore.messages")} words={messages} unset={say("lore.sticky.unset")} zero />,
        cooldown: <NumberField target={target} field="cooldown" label={say("lore.cooldown")} unit={say("lore.messages")} words={messages} unset={say("lore.cooldown.unset")} zero />,
        wakes: <SwitchField target={target} field="preventRecursion" label={say("lore.preventRecursion")} on={say("lore.wakes.no")} offWords={say("lore.wakes.yes")} />,
        woken: <SwitchField target={target} field="excludeRecursion" label={say("lore.excludeRecursion")} on={say("lore.woken.no")} offWords={say("lore.woken.yes")} />,
      })}
    </p>
  );
}

function MannerLine({ target, more, onMore }: { target: Target; more: boolean; onMore: () => void }) {
  const { say, rich } = useMessages();
  return (
    <p className="lore-manner">
      {rich("lore.s.manner", {
        letters: <SwitchField target={target} field="caseSensitive" label={say("lore.caseSensitive")} on={say("lore.case.yes")} offWords={say("lore.case.no")} unset={say("lore.case.unset")} />,
        words: <SwitchField target={target} field="matchWholeWords" label={say("lore.wholeWords")} on={say("lore.words.yes")} offWords={say("lore.words.no")} unset={say("lore.words.unset")} />,
        group: <TextFieldValue target={target} field="groupName" label={say("lore.group")} hint={say("lore.groupHint")} unset={say("lore.group.unset")} />,
        budget: <SwitchField target={target} field="ignoreBudget" label={say("lore.ignoreBudget")} on={say("lore.budget.ignored")} offWords={say("lore.asBook")} />,
      })}
      {" "}
      <Button look="quiet" size="small" className="lore-ask" aria-expanded={more} onPress={onMore}>{more ? say("lore.fewer") : say("lore.more", { count: MORE_COUNT })}</Button>
    </p>
  );
}

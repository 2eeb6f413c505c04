// The settings most entries leave alone, as further sentences: every field of an entry that the first four do not say.
import { useMessages } from "../../../messages";
import { useDocument } from "../../../documents";
import { FOLDERS, listOf } from "../entries";
import { foldersOf } from "../rows";
import type { Target } from "../target";
import { JsonField, NumberField, SwitchField, TextFieldValue, TicksField, WordField, WordListField } from "./fields";
import { GENERATIONS, SOURCES } from "./words";

/** Values in the sentences below. */
export const MORE_COUNT = 32;

export function MoreSentences({ target }: { target: Target }) {
  return (
    <div className="lore-more">
      <WakeMore target={target} />
      <GroupMore target={target} />
      <ListMore target={target} />
      <NovelMore target={target} />
      <DataMore target={target} />
    </div>
  );
}

function WakeMore({ target }: { target: Target }) {
  const { say, rich } = useMessages();
  const words = (count: number, first: string): string => (count === 1 ? first : say("lore.firstOf", { first, count: count - 1 }));
  return (
    <>
      <p>
        {rich("lore.m.starts", {
          delay: <NumberField target={target} field="delay" label={say("lore.delay")} unit={say("lore.messages")} words={(count) => say("lore.delay.after", { count })} unset={say("lore.delay.unset")} zero />,
          recursion: <LevelField target={target} />,
        })}
      </p>
      <p>
        {rich("lore.m.looks", {
          sources: <TicksField target={target} label={say("lore.sources")} none={say("lore.sources.none")} words={words} options={SOURCES.map(([field, id]) => ({ field, label: say(`lore.source.${id}`) }))} />,
          unit: <WordField target={target} field="scanDepthUnit" label={say("lore.unit")} unset={{ id: "unset", label: say("lore.unit.messages") }} options={[{ id: "characters", label: say("lore.unit.characters") }]} />,
          second: <WordField target={target} field="triggerMode" label={say("lore.triggerMode")} unset={{ id: "unset", label: say("lore.triggerMode.unset") }} options={[{ id: "simple", label: say("lore.triggerMode.simple") }, { id: "advanced", label: say("lore.triggerMode.advanced") }]} />,
        })}
      </p>
      <p>
        {rich("lore.m.counts", {
          generations: <WordListField target={target} field="generationTriggers" label={say("lore.generations")} options={GENERATIONS.map((id) => ({ id, label: say(`lore.generation.${id}`) }))} none={say("lore.generations.all")} words={words} />,
          filter: <SwitchField target={target} field="characterFilter.isExclude" label={say("lore.filter.exclude")} on={say("lore.filter.allBut")} offWords={say("lore.filter.only")} />,
          names: <WordListField target={target} field="characterFilter.names" label={say("lore.filter.names")} none={say("lore.filter.anyone")} words={words} />,
          tags: <WordListField target={target} field="characterFilter.tags" label={say("lore.filter.tags")} none={say("lore.filter.anyTag")} words={words} />,
        })}
      </p>
    </>
  );
}

/** A level of recursion, where older files say no more than yes. */
function LevelField({ target }: { target: Target }) {
  const { say } = useMessages();
  return (
    <NumberField target={target} field="delayUntilRecursion" label={say("lore.level")} unit={say("lore.level.unit")} words={(level) => say("lore.level.from", { level })} unset={say("lore.level.unset")} zero truth={1} />
  );
}

function GroupMore({ target }: { target: Target }) {
  const { say, rich } = useMessages();
  return (
    <>
      <p>
        {rich("lore.m.group", {
          weight: <NumberField target={target} field="groupWeight" label={say("lore.groupWeight")} words={String} unset={say("lore.weight.unset")} />,
          override: <SwitchField target={target} field="groupOverride" label={say("lore.override")} on={say("lore.override.order")} offWords={say("lore.override.draw")} />,
          scoring: <SwitchField target={target} field="useGroupScoring" label={say("lore.scoring")} on={say("lore.scoring.yes")} offWords={say("lore.scoring.no")} unset={say("lore.scoring.unset")} />,
        })}
      </p>
      <p>
        {rich("lore.m.budget", {
          priority: <NumberField target={target} field="priority" label={say("lore.priority")} words={String} unset={say("lore.priority.unset")} />,
          probability: <SwitchField target={target} field="useProbability" label={say("lore.useChance")} on={say("lore.useChance.yes")} offWords={say("lore.useChance.no")} absent />,
        })}
      </p>
    </>
  );
}

function ListMore({ target }: { target: Target }) {
  const { say, rich } = useMessages();
  const categories = useDocument(target.document, ({ body }) => body[FOLDERS]);
  const folders = foldersOf(listOf(categories)).map(({ id, name }) => ({ id, label: name.trim() === "" ? say("common.noName") : name }));
  return (
    <p>
      {rich("lore.m.list", {
        folder: <WordField target={target} field="categoryId" label={say("lore.folder")} unset={{ id: "unset", label: say("lore.folder.none") }} options={folders} />,
        place: <NumberField target={target} field="displayIndex" label={say("lore.displayIndex")} words={String} unset={say("lore.displayIndex.unset")} />,
        memo: <SwitchField target={target} field="useMemo" label={say("lore.memo")} on={say("lore.memo.yes")} offWords={say("lore.memo.no")} />,
        meaning: <SwitchField target={target} field="vectorized" label={say("lore.meaning")} on={say("lore.meaning.yes")} offWords={say("lore.meaning.no")} />,
        reply: <TextFieldValue target={target} field="automationId" label={say("lore.automation")} unset={say("lore.automation.unset")} />,
      })}
    </p>
  );
}

function NovelMore({ target }: { target: Target }) {
  const { say, rich } = useMessages();
  const tokens = (count: number): string => say("lore.count.tokens", { count });
  const text = (field: string, label: string) => <TextFieldValue target={target} field={`contextConfig.${field}`} label={label} unset={say("lore.context.unset")} />;
  return (
    <>
      <p>
        {rich("lore.m.novel", {
          near: <SwitchField target={target} field="keyRelative" label={say("lore.keyRelative")} on={say("lore.keyRelative.yes")} offWords={say("lore.keyRelative.no")} />,
          story: <SwitchField target={target} field="nonStoryActivatable" label={say("lore.story")} on={say("lore.story.no")} offWords={say("lore.story.yes")} />,
          prefix: text("prefix", say("lore.context.prefix")),
          suffix: text("suffix", say("lore.context.suffix")),
        })}
      </p>
      <p>
        {rich("lore.m.context", {
          budget: <NumberField target={target} field="contextConfig.tokenBudget" label={say("lore.context.budget")} words={tokens} unset={say("lore.context.unset")} />,
          reserved: <NumberField target={target} field="contextConfig.reservedTokens" label={say("lore.context.reserved")} words={tokens} unset={say("lore.context.unset")} />,
          trim: text("trimDirection", say("lore.context.trim")),
          unit: text("maximumTrimType", say("lore.context.unit")),
          split: text("insertionType", say("lore.context.split")),
          at: <NumberField target={target} field="contextConfig.insertionPosition" label={say("lore.context.at")} words={String} unset={say("lore.context.unset")} />,
        })}
      </p>
    </>
  );
}

function DataMore({ target }: { target: Target }) {
  const { say, rich } = useMessages();
  const json = (field: string, label: string) => <JsonField target={target} field={field} label={label} none={say("lore.data.none")} some={say("lore.data.some")} />;
  return (
    <p>
      {rich("lore.m.data", { bias: json("loreBiasGroups", say("lore.data.bias")), effects: json("sideEffects", say("lore.data.effects")), metadata: json("metadata", say("lore.data.metadata")) })}
    </p>
  );
}

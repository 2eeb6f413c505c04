// What the bench runs with: the rules of the app, names, a character whose texts may be searched, other books, the seed.
import { useState } from "react";
import type { LoreRules, LoreSources } from "../../../bindings";
import { type Document, readPath } from "../../../documents";
import { asApiError, invoke } from "../../../host";
import { Banner, Button, Checkbox, Chip, IconButton, Popover, Select, TextField } from "../../../kit";
import { useMessages } from "../../../messages";
import { listOf } from "../entries";
import { addressOf, PieceList } from "../PieceList";
import { GENERATIONS } from "../sentence/words";
import { chatOf, type Companion, useChat } from "./chat";

type Figure = { [K in keyof LoreRules]: LoreRules[K] extends number ? K : never }[keyof LoreRules];
type Switch = { [K in keyof LoreRules]: LoreRules[K] extends boolean ? K : never }[keyof LoreRules];

/** A seed of few digits, so that it can be told to somebody. */
const SEEDS = 10_000;

async function companionOf(address: string): Promise<Companion> {
  const { body, name, id } = await invoke("entity_open", { address });
  const text = (path: string): string => {
    const value = readPath(body, path);
    return typeof value === "string" ? value : "";
  };
  const depth = readPath(body, "prompts.depthInjections[0].text");
  const sources: LoreSources = {
    description: text("identity.description"), personality: text("persona.personality"), scenario: text("persona.scenario"), creatorNotes: text("attribution.creatorNotes"), depthPrompt: typeof depth === "string" ? depth : "",
  };
  const tags = listOf(readPath(body, "discovery.tags")).filter((tag): tag is string => typeof tag === "string");
  return { address, name, filters: [id, name, ...tags], sources };
}

export function BenchRules({ document }: { document: Document }) {
  const { say } = useMessages();
  const { rules, user, companion, books, generation } = useChat(document, (chat) => chat);
  const store = chatOf(document);
  const [fault, setFault] = useState<string | null>(null);
  const set = (change: Partial<LoreRules>): void => store.set({ rules: { ...rules, ...change } });
  const figure = (id: Figure, label: string, hint?: string) => (
    <TextField label={label} hint={hint} type="number" value={String(rules[id])} onChange={(text) => { const next = Number(text); if (Number.isInteger(next) && next >= 0 && next < 2 ** 31) set({ [id]: next }); }} />
  );
  const tick = (id: Switch, label: string) => <Checkbox label={label} on={rules[id]} onChange={(on) => set({ [id]: on })} />;
  return (
    <div className="lore-pop lore-pop-wide trial-rules">
      <p className="small secondary">{say("trial.rulesHint")}</p>
      {fault === null ? null : <Banner tone="error" title={fault} />}
      <div className="form-pair">
        {figure("depth", say("trial.depth"), say("lore.messages"))}
        {figure("budget", say("trial.budget"), say("lore.tokenBudgetHint"))}
        {figure("mostSteps", say("trial.mostSteps"), say("lore.tokenBudgetHint"))}
        {figure("leastEntries", say("trial.least"), say("lore.tokenBudgetHint"))}
      </div>
      <div className="line trial-seed">{figure("seed", say("trial.seed"))}<IconButton icon="reset" label={say("trial.anotherSeed")} onPress={() => set({ seed: Math.floor(Math.random() * SEEDS) })} /></div>
      <div className="stack form-flags">
        {tick("recursive", say("trial.recursive"))}
        {tick("caseSensitive", say("trial.caseSensitive"))}
        {tick("wholeWords", say("trial.wholeWords"))}
        {tick("groupScoring", say("trial.groupScoring"))}
        {tick("includeNames", say("trial.includeNames"))}
        {books.length > 0 ? tick("bookByBook", say("trial.bookByBook")) : null}
      </div>
      <TextField label={say("trial.user")} value={user} onChange={(next) => store.set({ user: next })} />
      <Select label={say("trial.generation")} look="field" className="pick" value={generation} onChange={(next) => store.set({ generation: next })} options={GENERATIONS.map((id) => ({ id, label: say(`lore.generation.${id}`) }))} />
      <div className="line trial-with">
        <span className="label-name">{say("trial.withCharacter")}</span>
        {companion === null ? (
          <Popover label={say("trial.withCharacter")} button={<Button size="small" look="quiet">{say("trial.noCharacter")}</Button>}>
            {(close) => <PieceList kind="character" label={say("lore.findCharacter")} without={[]} onChoose={(row) => { close(); companionOf(addressOf(row)).then((found) => { setFault(null); store.set({ companion: found }); }, (thrown: unknown) => setFault(asApiError(thrown).message)); }} />}
          </Popover>
        ) : <Chip removeLabel={say("common.removeNamed", { name: companion.name })} onRemove={() => store.set({ companion: null })}>{companion.name}</Chip>}
      </div>
      <div className="line trial-with">
        <span className="label-name">{say("trial.otherBooks")}</span>
        {books.map((book) => <Chip key={book.address} removeLabel={say("trial.dropBook", { name: book.name })} onRemove={() => store.set({ books: books.filter((one) => one !== book) })}>{book.name}</Chip>)}
        <Popover label={say("trial.addBook")} button={<Button size="small" look="quiet">{say("trial.addBook")}</Button>}>
          {(close) => <PieceList kind="lorebook" label={say("lore.findBook")} without={[document.address, ...books.map(({ address }) => address)]} onChoose={(row) => { close(); store.set({ books: [...books, { address: addressOf(row), name: row.name }] }); }} />}
        </Popover>
      </div>
    </div>
  );
}

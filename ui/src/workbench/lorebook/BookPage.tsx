// What a book says of itself and of all its entries, who uses it, and what can be made of it.
import type { Document } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { makeWorldBooks } from "../../worlds/list/books";
import { Chips } from "../fields/Chips";
import { Flag, Pick } from "../fields/Choices";
import { Line, NumberLine } from "../fields/Line";
import { OddNote } from "../fields/Odd";
import { Optional } from "../fields/Optional";
import { Prose } from "../fields/Prose";
import { Characters } from "./Characters";
import { ENTRIES, FOLDERS } from "./entries";
import { viewOf } from "./state";

const TYPES = ["world", "character", "scenario", "rules", "utility", "other"] as const;

export function BookPage({ document }: { document: Document }) {
  const { say } = useMessages();
  return (
    <div className="form-scroll" data-pane-start data-help="lorebook">
      <div className="form">
        <h2 className="form-title">{say("lore.book")}</h2>
        <OddNote document={document} path={ENTRIES} wanted="list" />
        <OddNote document={document} path={FOLDERS} wanted="list" />
        <Line document={document} path="name" label={say("lore.name")} keepEmpty />
        <Prose document={document} path="description" label={say("lore.description")} hint={say("lore.descriptionHint")} tokens={undefined} rows={2} />
        <Characters document={document} />
        <section className="entry-rules" aria-label={say("lore.budgetSection")}>
          <h3>{say("lore.budgetSection")}</h3>
          <div className="entry-grid">
            <NumberLine document={document} path="globalScanDepth" label={say("lore.globalScanDepth")} hint={say("lore.scanDepthHint")} />
            <Pick document={document} path="scanDepthUnit" label={say("lore.unit")} unset={say("lore.unit.messages")} options={[{ id: "characters", label: say("lore.unit.characters") }]} />
            <NumberLine document={document} path="tokenBudget" label={say("lore.tokenBudget")} hint={say("lore.tokenBudgetHint")} />
            <NumberLine document={document} path="entryBudget" label={say("lore.entryBudget")} hint={say("lore.tokenBudgetHint")} />
            <Pick document={document} path="budgetMode" label={say("lore.budgetMode")} unset={say("lore.position.unset")} options={[{ id: "token", label: say("lore.budgetMode.token") }, { id: "entry", label: say("lore.budgetMode.entry") }]} />
          </div>
          <div className="stack form-flags">
            <Flag document={document} path="enabled" label={say("lore.bookEnabled")} absent />
            <Flag document={document} path="globalRecursion" label={say("lore.globalRecursion")} />
            <Flag document={document} path="globalCaseSensitive" label={say("lore.globalCaseSensitive")} />
            <Flag document={document} path="globalMatchWholeWords" label={say("lore.globalWholeWords")} />
          </div>
        </section>
        <Chips document={document} path="tags" label={say("lore.tags")} hint={say("field.tagsHint")} />
        <Pick document={document} path="lorebookType" label={say("lore.type")} unset={say("lore.type.unset")} options={TYPES.map((id) => ({ id, label: say(`lore.type.${id}`) }))} />
        <Optional document={document} path="genre" label={say("lore.genre")}><Line document={document} path="genre" label={say("lore.genre")} /></Optional>
        <Optional document={document} path="fandom" label={say("lore.fandom")}><Line document={document} path="fandom" label={say("lore.fandom")} /></Optional>
        <section className="entry-rules" aria-label={say("lore.making")}>
          <h3>{say("lore.making")}</h3>
          <div className="line">
            <Button look="line" icon="lorebook" onPress={() => viewOf(document).set({ dialog: "merge" })}>{say("lore.merge")}</Button>
            <Button look="line" icon="lorebook" onPress={() => viewOf(document).set({ dialog: "split" })}>{say("lore.split")}</Button>
            <Button look="line" icon="worlds" onPress={() => void makeWorldBooks([document.address])}>{say("commands.worldBook")}</Button>
          </div>
        </section>
      </div>
    </div>
  );
}

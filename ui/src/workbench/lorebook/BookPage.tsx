// What a book says of itself and of all its entries.
import type { Document } from "../../documents";
import { useMessages } from "../../messages";
import { Chips } from "../fields/Chips";
import { Flag } from "../fields/Choices";
import { Line, NumberLine } from "../fields/Line";
import { Prose } from "../fields/Prose";

export function BookPage({ document }: { document: Document }) {
  const { say } = useMessages();
  return (
    <div className="form-scroll" data-pane-start>
      <div className="form">
        <h2 className="form-title">{say("lore.book")}</h2>
        <Line document={document} path="name" label={say("lore.name")} keepEmpty />
        <Prose document={document} path="description" label={say("lore.description")} hint={say("lore.descriptionHint")} tokens={undefined} rows={2} />
        <section className="entry-rules" aria-label={say("lore.budgetSection")}>
          <h3>{say("lore.budgetSection")}</h3>
          <div className="form-pair">
            <NumberLine document={document} path="globalScanDepth" label={say("lore.globalScanDepth")} hint={say("lore.scanDepthHint")} />
            <NumberLine document={document} path="tokenBudget" label={say("lore.tokenBudget")} hint={say("lore.tokenBudgetHint")} />
          </div>
          <div className="stack form-flags">
            <Flag document={document} path="enabled" label={say("lore.bookEnabled")} absent />
            <Flag document={document} path="globalRecursion" label={say("lore.globalRecursion")} />
            <Flag document={document} path="globalCaseSensitive" label={say("lore.globalCaseSensitive")} />
            <Flag document={document} path="globalMatchWholeWords" label={say("lore.globalWholeWords")} />
          </div>
        </section>
        <Chips document={document} path="tags" label={say("lore.tags")} hint={say("field.tagsHint")} />
      </div>
    </div>
  );
}

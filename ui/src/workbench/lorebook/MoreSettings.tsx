// The settings of an entry that most entries leave alone.
import type { Document } from "../../documents";
import { useMessages } from "../../messages";
import { Flag, Tristate } from "../fields/Choices";
import { Line, NumberLine } from "../fields/Line";

export function MoreSettings({ document, path }: { document: Document; path: string }) {
  const { say } = useMessages();
  return (
    <div className="stack form-list">
      <div className="entry-grid">
        <Tristate document={document} path={`${path}.caseSensitive`} label={say("lore.caseSensitive")} unset={say("lore.asBook")} />
        <Tristate document={document} path={`${path}.matchWholeWords`} label={say("lore.wholeWords")} unset={say("lore.asBook")} />
        <NumberLine document={document} path={`${path}.scanDepth`} label={say("lore.scanDepth")} hint={say("lore.scanDepthHint")} />
        <NumberLine document={document} path={`${path}.priority`} label={say("lore.priority")} />
        <NumberLine document={document} path={`${path}.sticky`} label={say("lore.sticky")} hint={say("lore.messages")} />
        <NumberLine document={document} path={`${path}.cooldown`} label={say("lore.cooldown")} hint={say("lore.messages")} />
        <NumberLine document={document} path={`${path}.delay`} label={say("lore.delay")} hint={say("lore.messages")} />
        <NumberLine document={document} path={`${path}.groupWeight`} label={say("lore.groupWeight")} />
      </div>
      <Line document={document} path={`${path}.groupName`} label={say("lore.group")} hint={say("lore.groupHint")} />
      <div className="stack form-flags">
        <Flag document={document} path={`${path}.excludeRecursion`} label={say("lore.excludeRecursion")} />
        <Flag document={document} path={`${path}.preventRecursion`} label={say("lore.preventRecursion")} />
        <Flag document={document} path={`${path}.ignoreBudget`} label={say("lore.ignoreBudget")} />
        <Flag document={document} path={`${path}.useProbability`} label={say("lore.useChance")} absent />
      </div>
    </div>
  );
}

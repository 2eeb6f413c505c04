// What makes other documents of one in a review: another kind of thing, an alias that is somebody else. What that does is
// said below, with its way back.
import { Button as AriaButton } from "react-aria-components";
import type { ReviewDocument } from "../../bindings";
import { Button, Icon, Menu, Select } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { aliasesOf, type Fate, folderOf, KINDS } from "./model";

interface OtherProps { fate: Fate; set: (change: (fate: Fate) => Fate) => void }

export function OtherKind({ document, fate, set }: OtherProps & { document: ReviewDocument }) {
  const { say } = useMessages();
  const own = KINDS[folderOf(document.ref)];
  if (own === undefined) return null;
  const aliases = aliasesOf(document).filter((alias) => !fate.split.includes(alias));
  return (
    <>
      {fate.fate !== "keep" ? null : (
        <Select
          label={say("review.kindOf")} hideLabel size="small" value={fate.kind ?? own} onChange={(kind) => set((now) => ({ ...now, kind: kind === own ? null : kind }))}
          options={Object.entries(KINDS).map(([folder, id]) => ({ id, label: say(`review.kind.${folder}` as MessageId) }))}
        />
      )}
      {aliases.length === 0 ? null : (
        <Menu
          label={say("review.split")} button={<AriaButton className="button button-plain button-small">{say("review.split")}</AriaButton>}
          groups={[{ id: "aliases", items: aliases.map((alias) => ({ id: alias, label: alias })) }]}
          onAction={(alias) => set((now) => ({ ...now, split: [...now.split, alias] }))}
        />
      )}
    </>
  );
}

export function Told({ fate, set }: OtherProps) {
  const { say } = useMessages();
  const folder = Object.keys(KINDS).find((one) => KINDS[one] === fate.kind);
  return (
    <>
      {folder === undefined ? null : <p className="review-told small"><Icon name="compare" size="small" />{say("review.kindTold", { kind: say(`review.kind.${folder}` as MessageId) })}</p>}
      {fate.split.map((alias) => (
        <p key={alias} className="review-told small">
          <Icon name="add" size="small" /><bdi dir="auto">{say("review.splitTold", { name: alias })}</bdi>
          <Button size="small" icon="undo" aria-label={say("review.splitBack", { name: alias })} onPress={() => set((now) => ({ ...now, split: now.split.filter((one) => one !== alias) }))}>{say("common.undo")}</Button>
        </p>
      ))}
    </>
  );
}

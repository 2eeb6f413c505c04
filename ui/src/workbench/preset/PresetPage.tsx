// What a preset says of itself, its groups of blocks, and the regex sets that come along.
import type { ReactNode } from "react";
import { type Document, useText, useValue } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { Auto, AutoGrid } from "../fields/Auto";
import { Pick } from "../fields/Choices";
import { Line } from "../fields/Line";
import { FormPage, FormSection } from "../KindFrame";
import { listActs, randomId, rowsAt, textAt } from "../rows/acts";
import { CardList } from "../rows/CardList";
import type { Tokens } from "../tokens";
import { GROUPS } from "./prompts";

export function PresetPage({ document, tokens, children }: { document: Document; tokens: Tokens; children: ReactNode }) {
  const { say } = useMessages();
  return (
    <FormPage title={say("preset.page.preset")}>
      {children}
      <Line document={document} path="name" label={say("field.name")} keepEmpty />
      <Auto document={document} path="description" tokens={tokens} rows={2} optional />
      <AutoGrid document={document} paths={["author", "version", "coverUrl"]} />
      <Groups document={document} tokens={tokens} />
      <Auto document={document} path="behaviorRefs" hint={say("preset.regexHint")} />
    </FormPage>
  );
}

function Groups({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say } = useMessages();
  const rows = rowsAt(useValue(document, GROUPS));
  const acts = listActs({
    document, path: GROUPS, order: "order", freshId: () => randomId(), copy: (row) => ({ ...row, name: say("rows.copyName", { name: textAt(row, "name") }) }),
    steps: { add: say("preset.step.addGroup"), copy: say("preset.step.copyGroup"), remove: say("preset.step.removeGroup"), move: say("preset.step.moveGroup") },
  });
  const nameOf = (at: number): string => textAt(rows[at], "name") || say("preset.groupNumber", { number: at + 1 });
  const add = (): void => void acts.add({ id: "", name: "", enabled: true });
  return (
    <FormSection title={say("preset.groups")} hint={say("preset.groupsHint")} end={<Button icon="add" size="small" onPress={add}>{say("preset.addGroup")}</Button>}>
      {rows.length === 0 ? null : (
        <CardList
          document={document} path={GROUPS} label={say("preset.groups")} rows={rows} nameOf={nameOf} titleKey="name" titleLabel={say("preset.groupName")} acts={acts}
        >
          {(path) => <Group document={document} path={path} rows={rows.map((row) => ({ id: textAt(row, "id"), label: textAt(row, "name") || textAt(row, "id") }))} tokens={tokens} />}
        </CardList>
      )}
    </FormSection>
  );
}

function Group({ document, path, rows, tokens }: { document: Document; path: string; rows: { id: string; label: string }[]; tokens: Tokens }) {
  const { say } = useMessages();
  const own = useText(document, `${path}.id`);
  return (
    <>
      <div className="auto-grid">
        <Pick document={document} path={`${path}.parentGroupId`} label={say("preset.groupInside")} unset={say("preset.noGroup")} options={rows.filter(({ id }) => id !== "" && id !== own)} />
      </div>
      <AutoGrid document={document} paths={[`${path}.order`, `${path}.id`]} />
      <Auto document={document} path={`${path}.content`} tokens={tokens} optional />
      <Auto document={document} path={`${path}.extras`} hint={say("fields.extrasHint")} />
    </>
  );
}

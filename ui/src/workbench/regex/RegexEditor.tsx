// A regex set: its rules at the side, one of them or the set's own fields on the page. The bench is in the inspector.
import { useLayoutEffect, useState } from "react";
import { registerCommands } from "../../commands";
import { type Document } from "../../documents";
import { Authored, Button, EmptyState } from "../../kit";
import { useMessages } from "../../messages";
import { Auto } from "../fields/Auto";
import { Flag } from "../fields/Choices";
import { Line } from "../fields/Line";
import { FormPage, FormSection, KindFrame } from "../KindFrame";
import { RowList } from "../rows/RowList";
import { isOff, useRows } from "../rows/useRows";
import { useTokens } from "../tokens";
import { freshRule, ruleId, ruleName, RULES, ruleSays } from "./rules";
import { RulePage } from "./RulePage";
import { SetUsers } from "./SetUsers";
import { TransferDialog, type Wish } from "./TransferDialog";
import "./regex.css";

export function RegexEditor({ document }: { document: Document }) {
  const { say } = useMessages();
  const tokens = useTokens(document);
  const [wish, setWish] = useState<Wish | null>(null);
  const nameOf = (rule: Parameters<typeof ruleName>[0], at: number): string => ruleName(rule, at, say);
  const rows = useRows(document, {
    path: RULES, home: "set", first: "find", fresh: freshRule, freshId: ruleId, order: "sortOrder", nameOf, onSwitched: say("rules.step.switch"),
    copy: (rule) => ({ ...rule, label: say("rows.copyName", { name: typeof rule.label === "string" ? rule.label : "" }) }),
    steps: { add: say("rules.step.add"), copy: say("rules.step.copy"), remove: say("rules.step.remove"), move: say("rules.step.move") },
  });
  const on = rows.rows.filter((rule) => !isOff(rule)).length;
  const bring = (): void => setWish({ kind: "bring" });
  const give = (ats: number[]): void => setWish({ kind: "give", ats });
  useLayoutEffect(() => registerCommands([{ id: "rules.bring", title: "rules.bring", icon: "import", run: () => setWish({ kind: "bring" }) }]), []);
  const page = "page" in rows.page ? rows.page.page : "";
  return (
    <>
      <KindFrame
        document={document} tokens={tokens} help="regex" summary={say("rules.summary", { count: rows.rows.length, on })}
        pages={[{ id: "set", label: say("rules.set"), icon: "settings" }]} page={page} onPage={rows.onPage}
        list={
          <RowList
            id="regex-rules" label={say("rules.rules")} findLabel={say("rules.find")} addLabel={say("rules.add")} rows={rows.rows} chosen={rows.chosen} picked={rows.picked} says={ruleSays}
            onChoose={rows.onChoose} onPick={rows.onPick} onAdd={rows.onAdd} onMove={rows.onMove} onDuplicate={rows.onDuplicate} onRemove={rows.onRemove} onToggle={rows.onToggle}
            className={(rule) => (isOff(rule) ? "rows-row-off" : "")}
            bulk={[{ id: "give", items: [{ id: "give", label: say("rules.give"), icon: "export" }] }]} onBulk={(_, ats) => give(ats)}
          >
            {(rule, at) => (
              <>
                <span className="rows-dot" data-no-drag onClick={(event) => { event.stopPropagation(); rows.onToggle([at]); }} title={say(isOff(rule) ? "rows.offRow" : "rows.onRow")}><span className={`lore-dot lore-dot-${isOff(rule) ? "off" : "always"}`} /></span>
                <Authored text={nameOf(rule, at)} cut className="grow" />
                {isOff(rule) ? <span className="aside-text">{say("rows.off")}</span> : null}
              </>
            )}
          </RowList>
        }
      >
        {rows.chosen !== null ? (
          <RulePage
            key={rows.chosen} document={document} at={rows.chosen} count={rows.rows.length} onGive={() => give([rows.chosen ?? 0])}
            onMove={(gap) => rows.onMove([rows.chosen ?? 0], gap)} onDuplicate={() => rows.onDuplicate([rows.chosen ?? 0])} onRemove={() => rows.onRemove([rows.chosen ?? 0])}
          />
        ) : (
          <FormPage title={say("rules.set")}>
            {rows.rows.length > 0 ? null : (
              <EmptyState title={say("rules.none")}>
                <div className="line"><Button look="line" icon="add" onPress={rows.onAdd}>{say("rules.add")}</Button><Button icon="import" onPress={bring}>{say("rules.bring")}</Button></div>
              </EmptyState>
            )}
            <Line document={document} path="name" label={say("field.name")} keepEmpty />
            <Auto document={document} path="description" tokens={tokens} rows={2} optional />
            <div data-path="enabled"><Flag document={document} path="enabled" label={say("rules.setOn")} absent look="switch" /></div>
            <SetUsers document={document} />
            <FormSection title={say("rules.elsewhere")} hint={say("rules.elsewhereHint")}>
              <div className="line"><Button look="line" icon="import" onPress={bring}>{say("rules.bring")}</Button><Button icon="export" isDisabled={rows.rows.length === 0} onPress={() => give(rows.rows.map((_, at) => at))}>{say("rules.giveAll")}</Button></div>
            </FormSection>
          </FormPage>
        )}
      </KindFrame>
      {wish === null ? null : <TransferDialog document={document} wish={wish} onClose={() => setWish(null)} />}
    </>
  );
}

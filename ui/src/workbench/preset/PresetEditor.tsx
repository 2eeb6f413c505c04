// A preset: its blocks at the side, one of them on the page, and pages for sampling, texts, questions and templates. What
// it sends is in the inspector.
import { useCallback, useMemo } from "react";
import { type Document, useDocument, useValue } from "../../documents";
import { Authored, Button, EmptyState } from "../../kit";
import { useMessages } from "../../messages";
import { KindFrame } from "../KindFrame";
import { rowsAt, textAt } from "../rows/acts";
import { RowList } from "../rows/RowList";
import { isOff, useRows } from "../rows/useRows";
import { sumOf, useTokens } from "../tokens";
import { ChoicesPage } from "./ChoicesPage";
import { PresetPage } from "./PresetPage";
import { PromptPage } from "./PromptPage";
import { freshPrompt, headsOf, isMarker, promptId, promptName, PROMPTS, promptSays, settled } from "./prompts";
import { SamplersPage } from "./SamplersPage";
import { TemplatesPage } from "./TemplatesPage";
import { TextsPage } from "./TextsPage";
import "./preset.css";

const PAGES = ["preset", "samplers", "texts", "choices", "templates"] as const;
type PageId = (typeof PAGES)[number];

function pageOf(path: string): PageId {
  if (path.startsWith("samplers")) return "samplers";
  if (path.startsWith("choices")) return "choices";
  if (/^(instruct|context|sysprompt|reasoning)/.test(path)) return "templates";
  return /^(systemPrompts|templates|behavior\.|apiOptions|media|generation)/.test(path) ? "texts" : "preset";
}

/** The page a preset without blocks opens on: where it says most. */
function homeOf(body: Record<string, unknown>): PageId {
  if (["instruct", "context", "sysprompt", "reasoning"].some((key) => key in body)) return "templates";
  return "samplers" in body ? "samplers" : "preset";
}

export function PresetEditor({ document }: { document: Document }) {
  const { say, number } = useMessages();
  const tokens = useTokens(document);
  const groups = useValue(document, "groups");
  const home = useDocument(document, ({ body }) => homeOf(body));
  const asked = rowsAt(useValue(document, "choices")).length;
  const headOf = useMemo(() => headsOf(groups, say), [groups, say]);
  const nameOf = useCallback((prompt: Parameters<typeof promptName>[0], at: number): string => promptName(prompt, at, say), [say]);
  const rows = useRows(document, {
    path: PROMPTS, home, pageOf, first: "content", fresh: freshPrompt, freshId: promptId, nameOf, settle: settled, onSwitched: say("preset.step.switch"),
    // A copy is the author's own, whatever its row was to the app.
    copy: ({ isDefault: _, ...prompt }) => ({ ...prompt, name: say("rows.copyName", { name: textAt(prompt, "name") }), systemPrompt: false }),
    steps: { add: say("preset.step.add"), copy: say("preset.step.copy"), remove: say("preset.step.remove"), move: say("preset.step.move") },
  });
  const on = rows.rows.filter((prompt) => !isOff(prompt)).length;
  const page = "page" in rows.page ? rows.page.page : "";
  const { chosen } = rows;
  return (
    <KindFrame
      document={document} tokens={tokens} help="preset" summary={say("preset.summary", { count: rows.rows.length, on, tokens: sumOf(tokens) })} page={page} onPage={rows.onPage}
      pages={PAGES.map((id) => ({ id, label: say(`preset.page.${id}`), ...(id === "choices" && asked > 0 ? { count: number(asked) } : {}) }))}
      list={
        <RowList
          id="preset-prompts" label={say("preset.prompts")} findLabel={say("preset.find")} addLabel={say("preset.add")} rows={rows.rows} chosen={chosen} picked={rows.picked} says={promptSays} headOf={headOf}
          onChoose={rows.onChoose} onPick={rows.onPick} onAdd={rows.onAdd} onMove={rows.onMove} onDuplicate={rows.onDuplicate} onRemove={rows.onRemove} onToggle={rows.onToggle}
          className={(prompt) => (isOff(prompt) ? "rows-row-off" : "")}
        >
          {(prompt, at) => (
            <>
              <span className="rows-dot" data-no-drag onClick={(event) => { event.stopPropagation(); rows.onToggle([at]); }} title={say(isOff(prompt) ? "rows.offRow" : "rows.onRow")}><span className={`lore-dot lore-dot-${isOff(prompt) ? "off" : isMarker(prompt) ? "keyed" : "always"}`} /></span>
              <Authored text={nameOf(prompt, at)} cut className={`grow ${isMarker(prompt) ? "prompt-marker" : ""}`} />
              {textAt(prompt, "placement") === "in_chat" ? <span className="small tertiary nowrap" title={say("preset.inChat")}>@{number(depthOf(prompt))}</span> : null}
              <span className="pane-count">{countOf(tokens.get(`${PROMPTS}[${at}].content`), number)}</span>
              {isOff(prompt) ? <span className="aside-text">{say("rows.off")}</span> : null}
            </>
          )}
        </RowList>
      }
    >
      {chosen !== null ? (
        <PromptPage
          key={chosen} document={document} at={chosen} count={rows.rows.length} tokens={tokens}
          onMove={(gap) => rows.onMove([chosen], gap)} onDuplicate={() => rows.onDuplicate([chosen])} onRemove={() => rows.onRemove([chosen])}
        />
      ) : page === "samplers" ? <SamplersPage document={document} /> : page === "texts" ? <TextsPage document={document} tokens={tokens} /> : page === "choices" ? <ChoicesPage document={document} tokens={tokens} />
        : page === "templates" ? <TemplatesPage document={document} tokens={tokens} /> : (
          <PresetPage document={document} tokens={tokens}>
            {rows.rows.length > 0 ? null : <EmptyState title={say("preset.none")} hint={say("preset.noneHint")}><Button look="line" icon="add" onPress={rows.onAdd}>{say("preset.add")}</Button></EmptyState>}
          </PresetPage>
        )}
    </KindFrame>
  );
}

/** A figure for the end of a row; nothing where there is no text. */
function countOf(tokens: number | undefined, number: (value: number) => string): string {
  return tokens === undefined || tokens === 0 ? "" : number(tokens);
}

function depthOf(prompt: Parameters<typeof promptName>[0]): number {
  const depth = prompt !== null && typeof prompt === "object" && !Array.isArray(prompt) ? prompt.injectionDepth : undefined;
  return typeof depth === "number" ? depth : 4;
}

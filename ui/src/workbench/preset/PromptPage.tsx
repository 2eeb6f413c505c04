// One block of a preset: its text, and in sentences who says it, where it stands and when. A block that holds a place
// says what fills it.
import { type Document, useText, useValue } from "../../documents";
import { EmptyState, Phrase } from "../../kit";
import { useMessages } from "../../messages";
import { Auto, AutoGrid } from "../fields/Auto";
import { CarriedLine } from "../fields/Carried";
import { Pick, Tristate } from "../fields/Choices";
import { Line, NumberLine } from "../fields/Line";
import { Prose } from "../fields/Prose";
import { wordsAt } from "../fields/schema";
import { FormPage, FormSection } from "../KindFrame";
import { RowHead } from "../RowHead";
import { isMap, rowsAt, textAt } from "../rows/acts";
import type { Tokens } from "../tokens";
import { GROUPS, isMarker, promptName, PROMPTS } from "./prompts";
import { Triggers } from "./Triggers";

export interface PromptPageProps { document: Document; at: number; count: number; tokens: Tokens; onMove: (gap: number) => void; onDuplicate: () => void; onRemove: () => void }

export function PromptPage({ document, at, count, tokens, onMove, onDuplicate, onRemove }: PromptPageProps) {
  const { say } = useMessages();
  const path = `${PROMPTS}[${at}]`;
  const prompt = useValue(document, path);
  const content = useText(document, `${path}.content`);
  if (!isMap(prompt)) return <EmptyState title={say("preset.unreadable")} hint={say("rows.unreadableHint")} />;
  const marker = isMarker(prompt);
  return (
    <FormPage>
      <RowHead document={document} path={path} titlePath={`${path}.name`} titleLabel={say("field.name")} name={promptName(prompt, at, say)} at={at} count={count} onMove={onMove} onDuplicate={onDuplicate} onRemove={onRemove} />
      <Sentences document={document} path={path} marker={marker} />
      {marker && content === "" ? null : <Prose document={document} path={`${path}.content`} label={say("preset.content")} hint={say(marker ? "preset.markerContent" : "preset.contentHint")} tokens={tokens.get(`${path}.content`)} rows={5} keepEmpty />}
      <Rest document={document} path={path} marker={marker} />
    </FormPage>
  );
}

function Sentences({ document, path, marker }: { document: Document; path: string; marker: boolean }) {
  const { say, rich, language } = useMessages();
  const role = useText(document, `${path}.role`);
  const placement = useText(document, `${path}.placement`);
  const depth = useValue(document, `${path}.injectionDepth`);
  const order = useValue(document, `${path}.injectionOrder`);
  const triggers = rowsAt(useValue(document, `${path}.injectionTrigger`)).filter((word): word is string => typeof word === "string");
  const locked = useValue(document, `${path}.forbidOverrides`) === true;
  const wrapped = useValue(document, `${path}.wrapInXml`) === true;
  const tag = useText(document, `${path}.xmlTagName`);
  const slot = useText(document, `${path}.markerSlot`);
  const roles = wordsAt("preset", `${path}.role`, language);
  const places = wordsAt("preset", `${path}.placement`, language);
  const wordOf = (words: { id: string; label: string }[], word: string, otherwise: string): string => words.find(({ id }) => id === word)?.label.toLocaleLowerCase(language) ?? (word === "" ? otherwise : word);
  const list = (words: string[]): string => new Intl.ListFormat(language === "zh" ? "zh-Hans" : "en", { type: "conjunction" }).format(words);
  const inChat = placement === "in_chat";
  const phrase = (field: string, label: string, text: string, form: React.ReactNode): React.ReactNode => (
    <Phrase label={label} text={text} path={`${path}.${field}`}><div className="popover-form">{form}<CarriedLine document={document} path={`${path}.${field}`} /></div></Phrase>
  );
  const place = phrase("placement", say("preset.place"), wordOf(places, placement, say("preset.placeUnset")), <Pick document={document} path={`${path}.placement`} label={say("preset.place")} unset={say("fields.unset")} options={places} />);
  return (
    <section className="sentences rule-sentences" aria-label={say("preset.stands")}>
      {marker ? <p>{rich("preset.says.marker", { slot: () => phrase("markerSlot", say("preset.slot"), slot === "" ? say("preset.slotUnset") : slot, <Line document={document} path={`${path}.markerSlot`} label={say("preset.slot")} hint={say("preset.slotHint")} mono />) })}</p> : null}
      <p>
        {rich(marker ? "preset.says.placeOnly" : "preset.says.role", {
          role: () => phrase("role", say("preset.role"), wordOf(roles, role, say("preset.roleUnset")), <Pick document={document} path={`${path}.role`} label={say("preset.role")} unset={say("fields.unset")} options={roles} />),
          place: () => place,
        })}
        {inChat ? <>{" "}{rich("preset.says.depth", {
          depth: () => phrase("injectionDepth", say("preset.depth"), say("preset.back", { count: typeof depth === "number" ? depth : 4 }), <NumberLine document={document} path={`${path}.injectionDepth`} label={say("preset.depth")} hint={say("preset.depthHint")} />),
          order: () => phrase("injectionOrder", say("preset.order"), String(typeof order === "number" ? order : 100), <NumberLine document={document} path={`${path}.injectionOrder`} label={say("preset.order")} hint={say("preset.orderHint")} />),
        })}</> : null}
      </p>
      <p>
        {rich("preset.says.when", { triggers: () => phrase("injectionTrigger", say("preset.triggers"), triggers.length === 0 ? say("preset.everyTime") : list(triggers), <Triggers document={document} path={`${path}.injectionTrigger`} />) })}
        {" "}{rich("preset.says.lock", { lock: () => phrase("forbidOverrides", say("preset.lock"), say(locked ? "preset.locked" : "preset.unlocked"), <Tristate document={document} path={`${path}.forbidOverrides`} label={say("preset.lock")} unset={say("fields.unset")} />) })}
        {" "}{rich("preset.says.tag", { tag: () => phrase("wrapInXml", say("preset.tag"), wrapped && tag !== "" ? `<${tag}>` : say("preset.noTag"), <><Tristate document={document} path={`${path}.wrapInXml`} label={say("preset.tag")} unset={say("fields.unset")} /><Line document={document} path={`${path}.xmlTagName`} label={say("preset.tagName")} mono /></>) })}
      </p>
    </section>
  );
}

function Rest({ document, path, marker }: { document: Document; path: string; marker: boolean }) {
  const { say } = useMessages();
  const groups = rowsAt(useValue(document, GROUPS)).map((group) => ({ id: textAt(group, "id"), label: textAt(group, "name") || textAt(group, "id") })).filter(({ id }) => id !== "");
  const inChat = useText(document, `${path}.placement`) === "in_chat";
  return (
    <FormSection title={say("preset.rest")} hint={say("preset.restHint")}>
      <div className="auto-grid">
        {groups.length === 0 ? <Auto document={document} path={`${path}.groupId`} /> : <Pick document={document} path={`${path}.groupId`} label={say("preset.group")} unset={say("preset.noGroup")} options={groups} />}
      </div>
      <AutoGrid document={document} paths={["id", "marker", "systemPrompt", "isDefault", ...(marker ? ["role"] : ["markerSlot"]), ...(inChat ? [] : ["injectionDepth", "injectionOrder"]), "xmlTagName"].map((key) => `${path}.${key}`)} />
      <Auto document={document} path={`${path}.extras`} hint={say("fields.extrasHint")} />
    </FormSection>
  );
}

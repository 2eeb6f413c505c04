// The texts of a document as fields. Lists of words are written one on a line; what is neither stays as it was made and
// can be changed once the world is written.
import { useState } from "react";
import type { Json, JsonObject } from "../../bindings";
import { Button, TextArea } from "../../kit";
import { useMessages } from "../../messages";
import { useFieldTitle } from "../parts/DocumentText";

const isTexts = (value: Json): value is string[] => Array.isArray(value) && value.every((one) => typeof one === "string");
/** Lists whose items are whole passages: a blank line parts them. */
const PASSAGES = new Set(["examples"]);
/** Members that hold references and words of the format. */
const FIXED = new Set(["schema", "id", "kind", "scope", "start", "parent", "base", "held_by", "at", "about", "known_by", "portrait", "picture"]);

const joiner = (key: string): string => (PASSAGES.has(key) ? "\n\n" : "\n");

export function DocumentEdit({ doc, onDone, onCancel }: { doc: JsonObject; onDone: (doc: JsonObject) => void; onCancel: () => void }) {
  const { say } = useMessages();
  const titleOf = useFieldTitle();
  const [draft, setDraft] = useState(doc);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const members = Object.entries(doc).filter(([key, value]) => !FIXED.has(key) && (typeof value === "string" || isTexts(value)));
  const put = (key: string, value: Json): void => setDraft((now) => ({ ...now, [key]: value }));
  return (
    <form className="review-edit" onSubmit={(event) => { event.preventDefault(); onDone(draft); }}>
      {members.map(([key, value]) => (typeof value === "string" ? (
        <TextArea key={key} label={titleOf(key)} value={String(draft[key] ?? "")} onChange={(text) => put(key, text)} rows={1} />
      ) : isTexts(value) ? (
        <TextArea
          key={key} label={titleOf(key)} hint={say(PASSAGES.has(key) ? "review.passages" : "review.lines")} value={texts[key] ?? value.join(joiner(key))}
          onChange={(text) => {
            setTexts((now) => ({ ...now, [key]: text }));
            put(key, text.split(joiner(key)).map((one) => one.trim()).filter((one) => one !== ""));
          }}
        />
      ) : null))}
      <div className="line">
        <Button look="line" type="submit">{say("review.editDone")}</Button>
        <Button onPress={onCancel}>{say("common.cancel")}</Button>
      </div>
    </form>
  );
}

// What stands at the cursor: its pointer, what the format's table says of it, and the way to where a form edits it.
import type { RawKey } from "../../bindings";
import { Button } from "../../kit";
import { type Messages, useMessages } from "../../messages";
import { isLinked } from "./marks";
import type { Meaning } from "./meaning";

export interface AtCursorProps { pointer: string; meaning: Meaning | null; holds: boolean; onLink: (pointer: string) => void }

export function AtCursor({ pointer, meaning, holds, onLink }: AtCursorProps) {
  const { say, language } = useMessages();
  return (
    <section className="raw-notes" aria-label={say("raw.atCursor")}>
      <h3>{say("raw.atCursor")}</h3>
      <bdi className="mono raw-path small">{pointer === "" ? say("raw.root") : pointer}</bdi>
      <p className="small secondary raw-meaning">{pointer === "" ? say("raw.rootMeans") : meaning === null && holds ? say("raw.holder") : meaningOf(meaning, say, language)}</p>
      {meaning !== null && isLinked(meaning) ? <Button size="small" look="line" icon="link" onPress={() => onLink(pointer)}>{say("raw.toForm")}</Button> : null}
    </section>
  );
}

function meaningOf(meaning: Meaning | null, say: Messages["say"], language: Messages["language"]): string {
  if (meaning === null) return say("raw.unknownKey");
  const { key, exact } = meaning;
  if (!exact) return say("raw.inside", { key: key.pattern, what: told(key, say, language) });
  return told(key, say, language);
}

function told(key: RawKey, say: Messages["say"], language: Messages["language"]): string {
  switch (key.meaning) {
    case "native": return `${key.label?.[language] ?? ""}. ${key.help?.[language] ?? ""}`;
    case "kept": return say("raw.keptBecause", { why: key.why ?? "" });
    case "list": case "mapped": return key.paths.length === 0 ? say("raw.ownCode") : say("raw.formEdits", { path: key.paths.join(", ") });
  }
}

// Words of every text of a body. Scripts without blanks between words count sign by sign, as editors of those languages do.
import type { Json } from "../../bindings";

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu;
/** Characters read at most; a larger body has no figure rather than a wrong one. */
const MOST = 2_000_000;

export function countWords(body: Json): number | null {
  let words = 0;
  let left = MOST;
  const walk = (value: Json): void => {
    if (typeof value === "string") {
      left -= value.length;
      if (left >= 0) words += value.match(WORD)?.length ?? 0;
    } else if (value !== null && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) if (!NO_TEXT.has(key)) walk(inner);
    }
  };
  walk(body);
  return left < 0 ? null : words;
}

/** Keys that hold no words of the author. */
const NO_TEXT = new Set(["id", "ref", "mime", "role", "origin", "position", "media", "knowledgeRefs", "regexRefs"]);

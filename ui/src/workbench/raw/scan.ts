// Places in a JSON text, found without reading its values: strings are skipped whole, so that a card with megabytes of
// pictures in it is walked in a moment. The text is JSON; where it is not, the walk ends early and finds nothing.
export type Kind = "map" | "list" | "text" | "number" | "flag" | "null";
export interface Range { from: number; to: number }
/** A member or item: its token, where its key begins (an item has none) and its value. */
export interface Child extends Range { token: string; keyFrom: number; kind: Kind }

const BLANKS = " \t\r\n\ufeff";

function skip(text: string, at: number): number {
  let to = at;
  while (to < text.length && BLANKS.includes(text[to] ?? "x")) to += 1;
  return to;
}

/** Past the quote that ends a string; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** The end of the value that begins at a place. */
export function endOfValue(text: string, start: number): number {
  const sign = text[start];
  if (sign === '"') return endOfString(text, start);
  if (sign !== "{" && sign !== "[") {
    let to = start;
    while (to < text.length && !",]} \t\r\n".includes(text[to] ?? ",")) to += 1;
    return to;
  }
  let depth = 0;
  for (let at = start; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      at = endOfString(text, at);
      continue;
    }
    if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    at += 1;
  }
  return text.length;
}

export function kindAt(text: string, at: number): Kind {
  switch (text[at]) {
    case "{": return "map";
    case "[": return "list";
    case '"': return "text";
    case "t": case "f": return "flag";
    case "n": return "null";
    default: return "number";
  }
}

export function keyOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Walks the members or items of the value at a place; `each` ends the walk with `false`. */
export function eachChild(text: string, start: number, each: (child: Child) => boolean): void {
  const isMap = text[start] === "{";
  if (!isMap && text[start] !== "[") return;
  let at = skip(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index += 1) {
    const keyFrom = at;
    let token = String(index);
    if (isMap) {
      if (text[at] !== '"') return;
      const keyTo = endOfString(text, at);
      token = keyOf(text.slice(at, keyTo));
      at = skip(text, keyTo);
      if (text[at] !== ":") return;
      at = skip(text, at + 1);
    }
    const to = endOfValue(text, at);
    if (to === at) return;
    if (!each({ token, keyFrom, from: at, to, kind: kindAt(text, at) })) return;
    at = skip(text, to);
    if (text[at] === ",") at = skip(text, at + 1);
  }
}

export const tokensOf = (pointer: string): string[] => pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
export const below = (pointer: string, token: string): string => `${pointer}/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** The value a pointer names; of double keys the last. */
export function placeOf(text: string, pointer: string): Child | null {
  const start = skip(text, 0);
  let held: Child = { token: "", keyFrom: start, from: start, to: text.length, kind: kindAt(text, start) };
  for (const token of tokensOf(pointer)) {
    let found: Child | null = null;
    eachChild(text, held.from, (child) => {
      if (child.token === token) found = child;
      return held.kind === "map" || found === null;
    });
    if (found === null) return null;
    held = found;
  }
  return held;
}

/** The pointer of the key or value at a place. */
export function pointerOf(text: string, offset: number): string {
  let pointer = "";
  let start = skip(text, 0);
  for (;;) {
    let inside: Child | null = null;
    eachChild(text, start, (child) => {
      if (child.keyFrom <= offset && offset <= child.to) inside = child;
      return child.to < offset;
    });
    const found = inside as Child | null;
    if (found === null) return pointer;
    pointer = below(pointer, found.token);
    if (found.kind !== "map" && found.kind !== "list") return pointer;
    if (offset < found.from) return pointer;
    start = found.from;
  }
}

/** Letters of a text above which it is drawn folded. */
const LONG_TEXT = 20_000;
const DATA_URI = 256;
/** Letters of the whole above which its inner parts begin folded. */
export const FOLDED_ABOVE = 1_000_000;
const MOST = 4_000;

/** Ranges that begin folded: pictures in the text, very long texts, and in a large text what lies two levels deep. */
export function foldsOf(text: string): Range[] {
  const folds: Range[] = [];
  const large = text.length > FOLDED_ABOVE;
  const walk = (start: number, depth: number): void => {
    eachChild(text, start, (child) => {
      const size = child.to - child.from;
      if (child.kind === "text") {
        if (size > LONG_TEXT || (size > DATA_URI && text.startsWith('"data:', child.from))) folds.push({ from: child.from + 1, to: child.to - 1 });
      } else if (child.kind === "map" || child.kind === "list") {
        if (large && depth >= 1 && size > 400) folds.push({ from: child.from + 1, to: child.to - 1 });
        else if (size > DATA_URI) walk(child.from, depth + 1);
      }
      return folds.length < MOST;
    });
  };
  walk(skip(text, 0), 0);
  return folds;
}

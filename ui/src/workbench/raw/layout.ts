// Laying out a JSON text that came in one line: blanks and line breaks between tokens change, nothing else does. No
// value is read, so that numbers and escapes stay as they are spelled.
const PAD = "  ";

/** Whether a text is too dense to be read as it is. */
export function isDense(text: string): boolean {
  const lines = text.split("\n", 12).length;
  return text.length > 200 && lines < 4;
}

/** A text that was cut out of a larger one, moved to the left: a line break never stands inside a JSON text, so only blanks change. */
export function dedented(text: string): string {
  const last = /\n([ \t]+)[\]}]\s*$/.exec(text.slice(-400))?.[1];
  if (last === undefined) return text;
  const lines = text.split("\n");
  if (!lines.slice(1).every((line) => line.startsWith(last) || line.trim() === "")) return text;
  return lines.map((line, at) => (at === 0 ? line : line.slice(last.length))).join("\n");
}

/** The text with one token a line; `null` when it is no JSON and must stay as it is. */
export function laidOut(text: string): string | null {
  const parts: string[] = [];
  let depth = 0;
  let at = 0;
  const skip = (from: number): number => {
    let to = from;
    while (to < text.length && " \t\r\n".includes(text[to] ?? "x")) to += 1;
    return to;
  };
  const line = (): string => `\n${PAD.repeat(depth)}`;
  while (at < text.length) {
    const sign = text[at] ?? "";
    if (sign === '"') {
      const end = endOfString(text, at);
      if (end === -1) return null;
      parts.push(text.slice(at, end));
      at = end;
    } else if (sign === "{" || sign === "[") {
      const next = skip(at + 1);
      if (text[next] === "}" || text[next] === "]") {
        parts.push(sign, text[next] ?? "");
        at = next + 1;
      } else {
        depth += 1;
        parts.push(sign, line());
        at += 1;
      }
    } else if (sign === "}" || sign === "]") {
      depth -= 1;
      if (depth < 0) return null;
      parts.push(line(), sign);
      at += 1;
    } else if (sign === ",") {
      parts.push(sign, line());
      at += 1;
    } else if (sign === ":") {
      parts.push(": ");
      at += 1;
    } else if (" \t\r\n".includes(sign)) {
      at = skip(at);
    } else if (/[-+.\w]/.test(sign)) {
      const end = /[^-+.\w]/.exec(text.slice(at, at + 4_000));
      const length = end === null ? Math.min(4_000, text.length - at) : end.index;
      parts.push(text.slice(at, at + length));
      at += length;
    } else return null;
  }
  return depth === 0 ? parts.join("") : null;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return -1;
    let slashes = 0;
    while (text[quote - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

// Markdown of a card as HTML that holds nothing but text and a few bare tags. No address of the card is ever in it: what
// would fetch, lead away or run is shown as words and named beside the preview. The frame it is shown in could do none
// of it either.
import MarkdownIt from "markdown-it";

export type BlockedKind = "picture" | "link" | "style" | "script" | "tag";
export interface Blocked { kind: BlockedKind; what: string }
export interface Rendered { html: string; blocked: Blocked[]; /** Signs that were left out at the end. */ cut: number }

/** Signs rendered at most. */
const MOST = 200_000;
/** Things named at most; the rest are counted by whoever shows them. */
const NAMED = 500;
/** Tags that keep their place, without any attribute. */
const BARE = new Set([
  "b", "big", "blockquote", "br", "caption", "center", "code", "dd", "del", "details", "div", "dl", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q",
  "rp", "rt", "ruby", "s", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul",
]);
const VOID = new Set(["br", "hr"]);
const TAG = /<(style|script)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/giu;
const ADDRESS = /(?:^|\s)(?:src|href|poster|data|action|formaction|xlink:href|background|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/iu;

/** Text of HTML as text; what is written as an entity stays one, since no entity makes a tag. */
function escaped(text: string): string {
  return text.replace(/&(?!#?[a-z0-9]{1,31};)/giu, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** The whole text as text, entities too. */
function plain(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

export function rendered(source: string): Rendered {
  const blocked: Blocked[] = [];
  const block = (kind: BlockedKind, what: string): void => { if (blocked.length < NAMED) blocked.push({ kind, what: what.trim().slice(0, 300) }); };
  const away = (words: string): string => `<span class="away">${plain(words)}</span>`;

  function tags(html: string): string {
    let from = 0;
    let out = "";
    for (const match of html.matchAll(TAG)) {
      out += escaped(html.slice(from, match.index)) + one(match);
      from = match.index + match[0].length;
    }
    return out + escaped(html.slice(from));
  }
  function one([whole, sheet, slash, name, attributes = ""]: RegExpMatchArray): string {
    if (sheet !== undefined) {
      block(sheet.toLowerCase() === "style" ? "style" : "script", whole);
      return away(`<${sheet.toLowerCase()}>`);
    }
    if (name === undefined) return "";
    const tag = name.toLowerCase();
    const found = ADDRESS.exec(attributes);
    const address = found?.[1] ?? found?.[2] ?? found?.[3];
    if (tag === "a") {
      if (slash !== "/") block("link", address ?? whole);
      return slash === "/" ? "</span>" : '<span class="link">';
    }
    if (tag === "img" || tag === "image") {
      block("picture", address ?? whole);
      return away(`<${tag}>`);
    }
    if (!BARE.has(tag)) {
      if (slash !== "/") block("tag", whole);
      return away(whole.slice(0, 120));
    }
    if (attributes.trim().replace(/\/$/, "") !== "") block(address === undefined ? "style" : "link", whole);
    return VOID.has(tag) ? `<${tag}>` : `<${slash ?? ""}${tag}>`;
  }

  const markdown = new MarkdownIt({ html: true, breaks: true, linkify: false, typographer: false });
  // Every address is taken as one, so that every one is named; none of them is written.
  markdown.validateLink = () => true;
  markdown.normalizeLink = (address) => address;
  markdown.renderer.rules.link_open = (tokens, at) => {
    block("link", String(tokens[at]?.attrGet("href") ?? ""));
    return '<span class="link">';
  };
  markdown.renderer.rules.link_close = () => "</span>";
  markdown.renderer.rules.image = (tokens, at) => {
    block("picture", String(tokens[at]?.attrGet("src") ?? ""));
    return away(tokens[at]?.content === "" ? "image" : tokens[at]?.content ?? "image");
  };
  markdown.renderer.rules.html_inline = (tokens, at) => tags(tokens[at]?.content ?? "");
  markdown.renderer.rules.html_block = (tokens, at) => tags(tokens[at]?.content ?? "");
  // The word behind a fence would become a class.
  markdown.renderer.rules.fence = (tokens, at) => `<pre><code>${plain(tokens[at]?.content ?? "")}</code></pre>\n`;
  // Numbers and alignments of Markdown's own lists and tables are the only attributes it makes.
  markdown.renderer.renderAttrs = () => "";
  const html = markdown.render(source.slice(0, MOST));
  return { html, blocked, cut: Math.max(0, source.length - MOST) };
}

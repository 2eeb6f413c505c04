// The frame a preview is shown in: no scripts, no origin, no forms, no windows, and a policy of its own that lets it
// fetch nothing. It knows the look of the page only as text.
import { useMemo } from "react";

/** What the frame may load: nothing. Its own style sheet is in it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";
const LOOK = ["--text", "--text-secondary", "--text-tertiary", "--surface-page", "--surface-sunken", "--border", "--accent-text", "--font-prose", "--font-mono", "--size-prose", "--size-small", "--line-prose"] as const;

/** A value of the theme as CSS takes it; nothing that could end a style sheet. */
function lookOf(): string {
  const style = getComputedStyle(document.documentElement);
  return LOOK.map((name) => `${name}: ${style.getPropertyValue(name).replace(/[<{}]/g, "")};`).join(" ");
}

function page(html: string, title: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><title>${title}</title><style>
:root { ${lookOf()} }
body { margin: 0; padding: 14px 16px 32px; font: var(--size-prose, 15px)/var(--line-prose, 1.55) var(--font-prose, sans-serif); color: var(--text); background: var(--surface-page); overflow-wrap: anywhere; unicode-bidi: plaintext; }
body > :first-child { margin-top: 0; } em, i { color: var(--text-secondary); }
h1, h2, h3, h4 { line-height: 1.25; font-size: 1.15em; } pre, code { font-family: var(--font-mono); font-size: .9em; } pre { padding: 8px 10px; background: var(--surface-sunken); overflow: auto; white-space: pre-wrap; }
blockquote { margin: 0; padding-inline-start: 12px; border-inline-start: 2px solid var(--border); color: var(--text-secondary); } hr { border: 0; border-top: 1px solid var(--border); }
table { border-collapse: collapse; } td, th { padding: 3px 8px; border: 1px solid var(--border); text-align: start; }
.link { color: var(--accent-text); text-decoration: underline dotted; } .away { padding: 0 4px; border: 1px dashed var(--border); font: var(--size-small, 12px) var(--font-mono, monospace); color: var(--text-tertiary); }
</style></head><body dir="auto">${html}</body></html>`;
}

export function Frame({ html, title, look }: { html: string; title: string; /** Drawn anew when the look of the window changes. */ look: string }) {
  const source = useMemo(() => page(html, title.replace(/[<&]/g, "")), [html, title, look]);
  return <iframe className="preview-frame" sandbox="" srcDoc={source} title={title} referrerPolicy="no-referrer" />;
}

// The text editor of a raw original: CodeMirror, driven directly. Colours are our tokens, words are our catalogue, and
// signs that cannot be seen are drawn as what they are.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { signName } from "../../kit";
import type { MessageId, Messages } from "../../messages";

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-key)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: [tags.bool, tags.null], color: "var(--code-literal)" },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: "var(--code-punctuation)" },
]);

/** The editor's own words, by ours. */
const PHRASES: Record<string, MessageId> = {
  Find: "find.find", Replace: "find.replace", next: "find.next", previous: "find.previous", all: "raw.phrase.all", "match case": "find.case",
  regexp: "raw.phrase.pattern", "by word": "raw.phrase.words", replace: "raw.phrase.replace", "replace all": "find.replaceAll", close: "common.close",
  "Fold line": "raw.phrase.fold", "Unfold line": "raw.phrase.unfold", "folded code": "raw.phrase.folded", unfold: "raw.phrase.unfold", "Control character": "raw.phrase.control",
  "Go to line": "raw.phrase.line", go: "raw.phrase.go", "Diagnostics": "raw.problems", "No diagnostics": "raw.valid",
};

// Direction and joining signs beyond those the editor marks by itself.
const SIGNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function drawSign(code: number): HTMLElement {
  const sign = document.createElement("span");
  sign.className = "sign";
  sign.textContent = signName(String.fromCodePoint(code));
  sign.title = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return sign;
}

export interface EditorWishes { label: string; readOnly: boolean; wrap: boolean; say: Messages["say"] }

export function rawExtensions({ label, readOnly, wrap, say }: EditorWishes): Extension[] {
  return [
    lintGutter(), lineNumbers(), foldGutter(), highlightSpecialChars({ addSpecialChars: SIGNS, render: drawSign }), history(), drawSelection(), indentOnInput(),
    bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true }), json(), syntaxHighlighting(colours),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap]),
    EditorState.tabSize.of(2), EditorState.readOnly.of(readOnly), EditorState.phrases.of(Object.fromEntries(Object.entries(PHRASES).map(([word, id]) => [word, say(id)]))),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", dir: "ltr", tabindex: "0" }),
    ...(wrap ? [EditorView.lineWrapping] : []),
  ];
}

/** Lines that differ from the source, with what stood there before. */
export function againstSource(source: string): Extension {
  return unifiedMergeView({ original: source, mergeControls: false, gutter: true, highlightChanges: true, syntaxHighlightDeletions: true, diffConfig: { scanLimit: 400, timeout: 400 } });
}

/** JSON Pointer of the value or key at a place of the text. */
export function pointerAt(state: EditorState, at: number): string {
  const tokens: string[] = [];
  for (let node: ReturnType<typeof parentOf> = syntaxTree(state).resolveInner(at, -1); node !== null; node = parentOf(node)) {
    if (node.name === "Property") {
      const key = node.getChild("PropertyName");
      if (key !== null) tokens.unshift(keyOf(state.sliceDoc(key.from, key.to)));
    } else if (node.parent?.name === "Array") {
      let index = 0;
      for (let before = node.prevSibling; before !== null; before = before.prevSibling) if (!["[", "]", ",", "⚠"].includes(before.name)) index += 1;
      if (!["[", "]", ","].includes(node.name)) tokens.unshift(String(index));
    }
  }
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const parentOf = (node: ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>): typeof node | null => node.parent;

function keyOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

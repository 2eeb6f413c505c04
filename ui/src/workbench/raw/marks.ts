// What the text shows beside its lines and in them: a link at keys a form edits, pictures and long texts as what they
// are, known keys and words while one types.
import { autocompletion, type Completion, type CompletionContext, completionKeymap, type CompletionResult } from "@codemirror/autocomplete";
import { codeFolding, foldEffect, syntaxTree, unfoldEffect } from "@codemirror/language";
import { type EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import { type EditorView, gutter, GutterMarker, keymap } from "@codemirror/view";
import type { Messages } from "../../messages";
import { pointerAt } from "./editor";
import { type Keys, type Meaning, missingKeys } from "./meaning";
import { keyOf, type Range } from "./scan";

const SVG = "http://www.w3.org/2000/svg";

/** Base64 in bytes. */
const bytesOf = (letters: number): number => Math.floor(letters * 0.75);

/** What a folded range is called: `image, 2.1 MB`. */
export function foldName(state: EditorState, range: Range, { say, bytes }: Pick<Messages, "say" | "bytes">): string {
  const head = state.sliceDoc(range.from, Math.min(range.to, range.from + 48));
  const size = range.to - range.from;
  const mime = /^data:([\w.+-]+)\/[\w.+-]+[;,]/.exec(head);
  if (mime !== null) return say(mime[1] === "image" ? "raw.fold.image" : "raw.fold.data", { size: bytes(bytesOf(size)) });
  const before = state.sliceDoc(Math.max(0, range.from - 1), range.from);
  return before === '"' ? say("raw.fold.text", { size: bytes(size) }) : say("raw.fold.part", { size: bytes(size) });
}

export function folding(words: Pick<Messages, "say" | "bytes">): Extension {
  return codeFolding({
    preparePlaceholder: (state, range) => foldName(state, range, words),
    placeholderDOM(_view, onclick, name: string) {
      const sign = document.createElement("button");
      sign.type = "button";
      sign.className = "cm-foldPlaceholder raw-fold";
      sign.textContent = name;
      sign.setAttribute("aria-label", words.say("raw.fold.open", { name }));
      sign.addEventListener("click", onclick);
      return sign;
    },
  });
}

export const foldAll = (folds: readonly Range[]) => folds.map(({ from, to }) => foldEffect.of({ from, to }));
export { unfoldEffect };

class LinkMarker extends GutterMarker {
  constructor(readonly name: string) {
    super();
  }
  override eq(other: LinkMarker): boolean {
    return other.name === this.name;
  }
  override toDOM(): Node {
    const sign = document.createElement("span");
    sign.className = "raw-link";
    sign.title = this.name;
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", "0 0 16 16");
    picture.setAttribute("aria-hidden", "true");
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", "M6.7 9.3l2.6-2.6M7.3 4.8l1.2-1.2a2.8 2.8 0 0 1 4 4l-1.3 1.2M8.7 11.2l-1.2 1.2a2.8 2.8 0 0 1-4-4l1.3-1.2");
    picture.append(line);
    sign.append(picture);
    return sign;
  }
}

/** The pointer of the first key that begins on a line; `null` when none does or the text is not read so far. */
function keyOfLine(state: EditorState, from: number, to: number): string | null {
  const key = /^\s*"/.exec(state.sliceDoc(from, Math.min(to, from + 400)));
  if (key === null) return null;
  const node = syntaxTree(state).resolveInner(from + key[0].length, -1);
  return node.name === "PropertyName" ? pointerAt(state, from + key[0].length) : null;
}

export function isLinked(meaning: Meaning | null): meaning is Meaning {
  return meaning !== null && meaning.exact && (meaning.key.meaning === "native" || meaning.key.paths.length > 0);
}

/** Marks at the keys that a form edits; pressing one goes there. */
export function linkMarks(keys: Keys, say: Messages["say"], onLink: (pointer: string) => void): Extension {
  const marker = new LinkMarker(say("raw.link"));
  const at = (view: EditorView, from: number, to: number): string | null => {
    const pointer = keyOfLine(view.state, from, to);
    return pointer !== null && isLinked(keys.meaningOf(pointer)) ? pointer : null;
  };
  return gutter({
    class: "raw-links",
    markers: (view) => {
      const marks = new RangeSetBuilder<GutterMarker>();
      for (const block of view.viewportLineBlocks) if (at(view, block.from, block.to) !== null) marks.add(block.from, block.from, marker);
      return marks.finish();
    },
    initialSpacer: () => marker,
    domEventHandlers: {
      click(view, line) {
        const pointer = at(view, line.from, line.to);
        if (pointer === null) return false;
        onLink(pointer);
        return true;
      },
    },
  });
}

/** Texts up to here are looked at for keys that are there already. */
const COMPLETE_BELOW = 2_000_000;

function complete(context: CompletionContext, keys: Keys, say: Messages["say"], language: Messages["language"]): CompletionResult | null {
  const { state, pos } = context;
  const node = syntaxTree(state).resolveInner(pos, -1);
  if (node.name === "PropertyName" || node.name === "String" && node.parent?.name === "⚠") {
    if (state.doc.length > COMPLETE_BELOW) return null;
    const holder = pointerAt(state, node.from).split("/").slice(0, -1).join("/");
    const options = missingKeys(state.doc.toString(), holder, keys).map((key): Completion => {
      const token = keyOf(`"${key.pattern.slice(key.pattern.lastIndexOf("/") + 1).replaceAll("~1", "/").replaceAll("~0", "~")}"`);
      return { label: token, detail: key.label?.[language] ?? key.paths[0] ?? say("raw.kept"), type: "property" };
    });
    const open = state.sliceDoc(node.from, pos).startsWith('"');
    return options.length === 0 ? null : { from: open ? node.from + 1 : node.from, options, validFor: /^[\w-]*$/ };
  }
  const before = /:\s*("?[\w-]*)$/.exec(state.sliceDoc(Math.max(0, pos - 80), pos));
  const meaning = before === null ? null : keys.meaningOf(pointerAt(state, Math.max(0, pos - (before[1]?.length ?? 0))));
  if (before === null || meaning === null || !meaning.exact) return null;
  const words = meaning.key.words.length > 0 ? meaning.key.words : meaning.key.holds === "flag" ? ["true", "false"] : [];
  return words.length === 0 ? null : { from: pos - (before[1]?.length ?? 0), options: words.map((label) => ({ label, type: "constant" })), validFor: /^"?[\w-]*"?$/ };
}

export function known(keys: Keys, say: Messages["say"], language: Messages["language"]): Extension {
  return [autocompletion({ override: [(context) => complete(context, keys, say, language)], icons: false, activateOnTyping: true }), keymap.of(completionKeymap)];
}

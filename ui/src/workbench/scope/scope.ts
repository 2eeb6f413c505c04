// A scope is a document seen through an overlay: a variant of a character, or what one app gets. It reads merged values
// and writes overrides, so a field needs not know where it stands. Undo, drafts and saving are those of the document.
import type { Change, FormatId, Json, JsonObject } from "../../bindings";
import { applyChanges, type Document, type DocumentState, pathOf, readPath, sameJson } from "../../documents";
import { type Clearing, isMap, laid, overlayOf, sectioned, unitOf } from "./merge";

export type ScopeId = { kind: "base" } | { kind: "variant"; at: number } | { kind: "profile"; format: FormatId };
export const BASE: ScopeId = { kind: "base" };

export interface Scope {
  id: ScopeId;
  /** What it is called, for tags and steps; card text for a variant. */
  label: string;
  /** The document below. */
  below: Document;
  /** Whether the overlay itself speaks of a field, or of a part of it. */
  overrides(path: string): boolean;
  /** Whether its sections stand in place of the base's. */
  whole: boolean;
  /** Takes the base's value again. */
  useBase(path: string, step: string): void;
  /** Writes the value into the base and takes it out of the overlay. */
  promote(path: string, step: string): void;
}

const scopes = new WeakMap<Document, Scope>();

/** The scope a document is seen through; `null` for a document itself. */
export function scopeOf(document: Document): Scope | null {
  return scopes.get(document) ?? null;
}

interface Overlay { path: string; clearing: Clearing; whole: boolean; of: (state: DocumentState) => JsonObject }

export function variantAt(state: Pick<DocumentState, "body">, at: number): JsonObject | null {
  const variants = state.body.variants;
  const variant = Array.isArray(variants) ? variants[at] : undefined;
  return isMap(variant) ? variant : null;
}

const overridesOf = (variant: JsonObject | null): JsonObject => (isMap(variant?.overrides) ? variant.overrides : {});
export const mirrors = (variant: JsonObject | null): boolean => variant?.mirrorBase !== false;

function overlayFor(id: Exclude<ScopeId, { kind: "base" }>, state: DocumentState): Overlay {
  if (id.kind === "profile") {
    return { path: pathOf("profiles", id.format), clearing: "null", whole: false, of: ({ profiles }) => profiles[id.format] ?? {} };
  }
  return { path: `variants[${id.at}].overrides`, clearing: "blank", whole: !mirrors(variantAt(state, id.at)), of: (now) => overridesOf(variantAt(now, id.at)) };
}

/** The body a scope shows. A variant has no variants of its own. */
export function mergedBody(state: DocumentState, id: ScopeId): JsonObject {
  if (id.kind === "base") return state.body;
  const overlay = overlayFor(id, state);
  const over = overlay.of(state);
  if (id.kind === "profile") return laid(state.body, over, "null");
  const { variants: _, ...base } = state.body;
  return overlay.whole ? sectioned(base, over) : laid(base, over, "blank");
}

const joinedPath = (base: string, path: string): string => (path.startsWith("[") ? `${base}${path}` : `${base}.${path}`);

/** The changes that make a merged view read as `wanted` at the fields of `paths`. */
function writing(state: DocumentState, id: Exclude<ScopeId, { kind: "base" }>, wanted: JsonObject, paths: string[]): Change[] {
  const overlay = overlayFor(id, state);
  const over = overlay.of(state);
  if (overlay.whole) {
    const sections = [...new Set(paths.map((path) => path.split(/[.[]/, 1)[0] ?? path))];
    return sections.map((section) => {
      const path = joinedPath(overlay.path, section);
      const value = wanted[section];
      return value === undefined || sameJson(value, state.body[section]) ? { path } : { path, value };
    });
  }
  return [...new Set(paths.map((path) => unitOf(wanted, path)))].map((unit) => {
    const path = joinedPath(overlay.path, unit);
    const value = overlayOf(readPath(state.body, unit), readPath(wanted, unit), overlay.clearing);
    return value === undefined ? { path } : { path, value };
  }).filter(({ path, value }) => value !== undefined || readPath({ o: over }, path.replace(overlay.path, "o")) !== undefined);
}

/** A document seen through a scope. */
export function scoped(below: Document, id: ScopeId, label: string): Document {
  if (id.kind === "base") return below;
  let last: { body: JsonObject; profiles: object; state: DocumentState } | null = null;
  const view = (): DocumentState => {
    const state = below.store.get();
    if (last?.state !== undefined && last.body === state.body && last.profiles === state.profiles && sameRest(last.state, state)) return last.state;
    const body = last !== null && last.body === state.body && last.profiles === state.profiles ? last.state.body : mergedBody(state, id);
    last = { body: state.body, profiles: state.profiles, state: { ...state, body } };
    return last.state;
  };
  const edit: Document["edit"] = (made) => {
    const state = below.store.get();
    const wanted = applyChanges(view().body, made.changes);
    const joins = made.joins === undefined ? {} : { joins: `${overlayFor(id, state).path} ${made.joins}` };
    below.edit({ ...made, ...joins, changes: writing(state, id, wanted, made.changes.map(({ path }) => path)) });
  };
  const document: Document = { ...below, store: { get: view, set: below.store.set, subscribe: below.store.subscribe }, edit };
  scopes.set(document, {
    id, label, below,
    get whole() { return overlayFor(id, below.store.get()).whole; },
    overrides(path) {
      const state = below.store.get();
      const overlay = overlayFor(id, state);
      const unit = overlay.whole ? path.split(/[.[]/, 1)[0] ?? path : unitOf(view().body, path);
      if (readPath(overlay.of(state), unit) === undefined) return false;
      return !overlay.whole || !sameJson(readPath(state.body, path), readPath(view().body, path));
    },
    useBase(path, step) {
      const state = below.store.get();
      const unit = unitOf(view().body, path);
      const base: Json | undefined = readPath(state.body, unit);
      edit({ label: step, changes: [base === undefined ? { path: unit } : { path: unit, value: base }] });
    },
    promote(path, step) {
      const state = below.store.get();
      const overlay = overlayFor(id, state);
      const unit = unitOf(view().body, path);
      const value = readPath(view().body, unit);
      const first: Change = value === undefined ? { path: unit } : { path: unit, value };
      // Where sections stand whole, the base has the value now and the section keeps it too.
      below.edit({ label: step, changes: overlay.whole ? [first] : [first, { path: joinedPath(overlay.path, unit) }] });
    },
  });
  return document;
}

const REST = ["entity", "native", "line", "savedPosition", "save", "conflict", "recovered"] as const;
function sameRest(a: DocumentState, b: DocumentState): boolean {
  return REST.every((key) => a[key] === b[key]);
}

// The line of steps of one open piece: what undo and redo walk, what a draft holds. A step covers everything it changed
// at once, body and single-app edits, under one name. Typing in one field is one step until the person pauses.
import type { Change, Json, JsonObject, NativePatch, PatchOp, Step } from "../bindings";
import { applyChanges, inverseOf } from "./path";

/** What the steps of a piece change beside single-app edits. */
export interface Content { body: JsonObject; profiles: Profiles }
/** Overrides of body fields, format by format; `null` takes a field away. */
export type Profiles = { [format: string]: JsonObject };

/** Body and profiles as one tree, as paths of changes see it: `profiles.risu.…` is an override of one app. */
export function wholeOf({ body, profiles }: Content): JsonObject {
  return Object.keys(profiles).length === 0 ? body : { ...body, profiles };
}

function says(value: Json | undefined): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? Object.values(value).some(says) : value !== undefined;
}

/** The tree as body and profiles; a profile that says nothing is none. */
export function partsOf(whole: JsonObject): Content {
  const { profiles, ...body } = whole;
  if (profiles === undefined) return { body: whole, profiles: NO_PROFILES };
  const kept = Object.entries(profiles as Profiles).filter(([, laid]) => says(laid));
  return { body, profiles: kept.length === 0 ? NO_PROFILES : Object.fromEntries(kept) };
}

const NO_PROFILES: Profiles = {};

export interface Line { steps: Step[]; position: number }
export type NativeEdits = { [format: string]: PatchOp[] };

/** Typing that goes on within this many milliseconds joins the step before it. */
const JOIN_WITHIN = 2_000;
/** Steps kept for undo; older ones can be reached through the history of revisions. */
const KEPT = 500;

export const EMPTY_LINE: Line = { steps: [], position: 0 };

export interface Edit {
  label: string;
  changes: Change[];
  native?: NativePatch[];
  /** Edits with the same mark, shortly after one another, are one step. */
  joins?: string;
}

/** The single-app edits that hold after the first `position` steps; a step lists whole patch lists. */
export function nativeAt(saved: NativeEdits, steps: Step[], position: number): NativeEdits {
  const edits = { ...saved };
  for (const step of steps.slice(0, position)) {
    for (const { format, ops } of step.native) edits[format] = ops;
  }
  return edits;
}

function joined(last: Step, changes: Change[], native: NativePatch[], at: string): Step {
  const paths = new Set(changes.map((change) => change.path));
  // A patch list is whole, so the later one of a format stands for both.
  const formats = new Set(native.map(({ format }) => format));
  return {
    ...last, changes: [...last.changes.filter((change) => !paths.has(change.path)), ...changes],
    native: [...last.native.filter(({ format }) => !formats.has(format)), ...native], at,
  };
}

/** Puts an edit at the end of the line; steps that were undone are gone then. */
export function record(line: Line, before: JsonObject, edit: Edit, joining: boolean, at: string): Line {
  const kept = line.steps.slice(0, line.position);
  const last = kept[kept.length - 1];
  const close = last !== undefined && Date.parse(at) - Date.parse(last.at) < JOIN_WITHIN;
  if (joining && last !== undefined && close) {
    const steps = [...kept.slice(0, -1), joined(last, edit.changes, edit.native ?? [], at)];
    return { steps, position: steps.length };
  }
  const step: Step = {
    label: edit.label, changes: edit.changes, inverse: inverseOf(before, edit.changes), native: edit.native ?? [], at,
  };
  const steps = [...kept, step];
  return { steps, position: steps.length };
}

/** Whether the oldest steps may be forgotten: only those a saved revision covers. */
export function trimmed(line: Line, savedPosition: number): { line: Line; dropped: number } {
  const dropped = Math.max(0, Math.min(line.steps.length - KEPT, savedPosition, line.position));
  if (dropped === 0) return { line, dropped };
  return { line: { steps: line.steps.slice(dropped), position: line.position - dropped }, dropped };
}

/** The changes that lead from one position of the line to another. */
export function changesBetween(steps: Step[], from: number, to: number): Change[] {
  if (to >= from) return steps.slice(from, to).flatMap((step) => step.changes);
  return steps.slice(to, from).reverse().flatMap((step) => step.inverse);
}

export function contentAt(content: Content, steps: Step[], from: number, to: number): Content {
  const changes = changesBetween(steps, from, to);
  return changes.length === 0 ? { body: content.body, profiles: content.profiles } : partsOf(applyChanges(wholeOf(content), changes));
}

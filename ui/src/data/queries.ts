// The cache of what commands answered. Rust holds the truth: an entry here is a copy that is shown at once and asked
// for again when something invalidates it. No command that changes anything goes through here.
import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { ApiError, ArgumentsOf, CommandName, ResultOf } from "../bindings";
import { asApiError, invoke } from "../host";

export interface Answer<T> {
  data: T | null;
  error: ApiError | null;
  /** A question is on its way; `data` may still be the last answer. */
  asking: boolean;
}

interface Entry { command: CommandName; args: object; answer: Answer<unknown>; turn: number; shown: number; stale: boolean; listeners: Set<() => void> }

const entries = new Map<string, Entry>();
const NOTHING: Answer<never> = { data: null, error: null, asking: true };
/** Unwatched answers beyond this many are dropped, oldest first. */
const KEPT = 200;

function entryOf(command: CommandName, text: string): Entry {
  const key = `${command} ${text}`;
  const found = entries.get(key);
  if (found !== undefined) return found;
  const fresh: Entry = { command, args: JSON.parse(text) as object, answer: NOTHING, turn: 0, shown: 0, stale: true, listeners: new Set() };
  entries.set(key, fresh);
  if (entries.size > KEPT) {
    for (const [old, entry] of entries) {
      if (entries.size <= KEPT) break;
      if (entry.listeners.size === 0 && entry !== fresh) entries.delete(old);
    }
  }
  return fresh;
}

function put(entry: Entry, answer: Answer<unknown>): void {
  entry.answer = answer;
  for (const listener of [...entry.listeners]) listener();
}

function ask(entry: Entry): void {
  entry.stale = false;
  entry.turn += 1;
  const turn = entry.turn;
  if (!entry.answer.asking) put(entry, { ...entry.answer, asking: true });
  invoke(entry.command, entry.args as never).then(
    // An answer that was asked for again meanwhile is shown until the newer one is there: while things change faster
    // than they are answered, a list would else never fill.
    (data) => {
      if (turn <= entry.shown) return;
      entry.shown = turn;
      put(entry, { data, error: null, asking: turn !== entry.turn });
    },
    (thrown: unknown) => {
      if (turn === entry.turn) put(entry, { data: entry.answer.data, error: asApiError(thrown), asking: false });
    },
  );
}

/** The answer of a reading command, asked when first watched and again when invalidated. `null` args ask nothing. */
export function useQuery<K extends CommandName>(command: K, args: ArgumentsOf<K> | null): Answer<ResultOf<K>> {
  const key = args === null ? null : JSON.stringify(args);
  const subscribe = useCallback((listener: () => void) => {
    if (key === null) return () => undefined;
    const entry = entryOf(command, key);
    entry.listeners.add(listener);
    if (entry.stale) ask(entry);
    return () => entry.listeners.delete(listener);
  }, [command, key]);
  const snapshot = useCallback(
    () => (key === null ? NOTHING : entryOf(command, key).answer) as Answer<ResultOf<K>>,
    [command, key],
  );
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

/** Asks once, through the cache: the answer there is given at once unless it is stale. */
export async function fetchQuery<K extends CommandName>(command: K, args: ArgumentsOf<K>): Promise<ResultOf<K>> {
  const entry = entryOf(command, JSON.stringify(args));
  if (!entry.stale && entry.answer.data !== null) return entry.answer.data as ResultOf<K>;
  const data = await invoke(command, args);
  entry.stale = false;
  entry.turn += 1;
  entry.shown = entry.turn;
  put(entry, { data, error: null, asking: false });
  return data;
}

/** Marks every answer of these commands as old; those on screen are asked again at once. */
export function invalidate(...commands: CommandName[]): void {
  invalidateBut(() => false, ...commands);
}

/** The same, but what can have no answer any more (`gone`, by its arguments) is asked again only by who watches it next. */
export function invalidateBut(gone: (args: { [name: string]: unknown }) => boolean, ...commands: CommandName[]): void {
  for (const entry of entries.values()) {
    if (!commands.includes(entry.command)) continue;
    entry.stale = true;
    if (entry.listeners.size > 0 && !gone(entry.args as { [name: string]: unknown })) ask(entry);
  }
  for (const listener of [...watchers]) listener(commands);
}

const watchers = new Set<(commands: CommandName[]) => void>();
/** Calls back whenever answers of some commands were marked as old. */
export function onInvalidate(listener: (commands: CommandName[]) => void): () => void {
  watchers.add(listener);
  return () => watchers.delete(listener);
}

/** Asks again when the window is looked at after a while: another window or the command line may have changed things. */
export function useRefreshOnReturn(...commands: CommandName[]): void {
  const names = commands.join(" ");
  useEffect(() => {
    const back = (): void => {
      if (document.visibilityState === "visible") invalidate(...(names.split(" ") as CommandName[]));
    };
    window.addEventListener("focus", back);
    return () => window.removeEventListener("focus", back);
  }, [names]);
}

/** Forgets everything, for tests and after the library folder was changed. */
export function forgetAnswers(): void {
  for (const entry of entries.values()) {
    entry.stale = true;
    // What is on its way was asked of the old folder.
    entry.shown = entry.turn;
    entry.answer = NOTHING;
    if (entry.listeners.size > 0) ask(entry);
  }
}

// The host in use. Set once at the start (main.tsx, or a test), read everywhere through `host()`.
import type { ArgumentsOf, CommandName, ResultOf } from "../bindings";
import type { Host } from "./types";

export { ApiFailure, asApiError } from "./types";
export type { DropListener, Given, Host, SaveAsk } from "./types";

let current: Host | null = null;

export function setHost(host: Host): void {
  current = host;
}

export function host(): Host {
  if (current === null) throw new Error("no host was set");
  return current;
}

/** Runs a command; a failure is thrown as `ApiFailure`. */
export function invoke<K extends CommandName>(command: K, args: ArgumentsOf<K>): Promise<ResultOf<K>> {
  return host().invoke(command, args);
}

let jobs = 0;
/** A name for one piece of long work, unique in this window. */
export function newJob(what: string): string {
  jobs += 1;
  return `${what}-${Date.now().toString(36)}-${jobs}`;
}

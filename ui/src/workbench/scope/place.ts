// Where a path of a change is on the form: which scope, and the path within it.
import { BASE, type ScopeId } from "./scope";

export function placeOf(path: string): { scope: ScopeId; path: string } {
  const [, at, inVariant] = /^variants\[(\d+)\](?:\.overrides\.(.+))?/.exec(path) ?? [];
  if (at !== undefined) return { scope: { kind: "variant", at: Number(at) }, path: inVariant ?? "identity.name" };
  const profile = /^profiles(?:\.([A-Za-z_][A-Za-z0-9_]*)|\[("(?:[^"\\]|\\.)*")\])\.(.+)$/.exec(path);
  const format = profile?.[1] ?? (profile?.[2] === undefined ? undefined : (JSON.parse(profile[2]) as string));
  if (format !== undefined && profile?.[3] !== undefined) return { scope: { kind: "profile", format }, path: profile[3] };
  return { scope: BASE, path };
}

// Which blob a picture of a body is, and what uses it. `sha256:` names a blob; for what else a wire says, the core has
// resolved what is at hand.
import type { Json, JsonObject, OpenEntity, Sha256 } from "../../bindings";
import { readPath } from "../../documents";

const isMap = (value: Json | undefined): value is JsonObject => value !== null && typeof value === "object" && !Array.isArray(value);

export function refOf(asset: Json | undefined): string | null {
  return isMap(asset) && typeof asset.ref === "string" ? asset.ref : null;
}

export function blobOf(ref: string | null, entity: OpenEntity): Sha256 | null {
  if (ref === null) return null;
  const row = entity.pictures.find(({ reference }) => reference === ref);
  if (row?.missing === true) return null;
  return ref.startsWith("sha256:") ? ref.slice("sha256:".length) : row?.sha256 ?? null;
}

export function portraitOf(portrait: Json | undefined, entity: OpenEntity): Sha256 | null {
  return blobOf(refOf(portrait), entity);
}

/** Names that texts ask pictures by: macros, image tags, links of Markdown. */
const ASKED = /\{\{[^{}:]*::?([^{}]+)\}\}|<img[^>]*?["“]([^"”>]+)["”]|\]\(\s*<?([^)\s>]+)/giu;
/** Signs of a body read at most; of a larger one nothing is called unused. */
const MOST = 2_000_000;

/** Every name some text of the body asks a picture by, in small letters; `null` when there is too much to read. */
export function namesAsked(body: JsonObject): ReadonlySet<string> | null {
  const names = new Set<string>();
  let left = MOST;
  const walk = (value: Json): void => {
    if (typeof value === "string") {
      left -= value.length;
      if (left >= 0) for (const match of value.matchAll(ASKED)) names.add((match[1] ?? match[2] ?? match[3] ?? "").trim().toLowerCase());
    } else if (value !== null && typeof value === "object") Object.values(value).forEach(walk);
  };
  for (const [key, value] of Object.entries(body)) if (key !== "media") walk(value);
  return left < 0 ? null : names;
}

export type Use = { by: "portrait" | "background" | "text" | "role" } | { by: "variant"; name: string };

/** What uses a picture; empty for one that nothing asks for. */
export function usesOf(body: JsonObject, asset: JsonObject, names: ReadonlySet<string> | null): Use[] {
  const ref = refOf(asset);
  const uses: Use[] = [];
  if (ref !== null) {
    if (refOf(readPath(body, "media.portrait")) === ref) uses.push({ by: "portrait" });
    if (readPath(body, "presentation.background.ref") === ref) uses.push({ by: "background" });
    for (const variant of Array.isArray(body.variants) ? body.variants : []) {
      if (isMap(variant) && refOf(readPath(variant, "overrides.media.portrait")) === ref) uses.push({ by: "variant", name: typeof variant.label === "string" ? variant.label : "" });
    }
  }
  const called = [asset.label, asset.name].filter((name) => typeof name === "string" && name !== "").flatMap((name) => [String(name), String(name).replace(/\.[^.]*$/, "")]);
  if (names === null || called.some((name) => names.has(name.trim().toLowerCase()))) uses.push({ by: "text" });
  if (typeof asset.role === "string" && asset.role !== "other") uses.push({ by: "role" });
  return uses;
}

// Which blob a picture of a body is. `sha256:` names it; for what else a wire says, the core has resolved what is at hand.
import type { Json, OpenEntity, Sha256 } from "../../bindings";

export function refOf(asset: Json | undefined): string | null {
  if (asset === null || typeof asset !== "object" || Array.isArray(asset)) return null;
  return typeof asset.ref === "string" ? asset.ref : null;
}

export function blobOf(ref: string | null, entity: OpenEntity): Sha256 | null {
  if (ref === null) return null;
  if (ref.startsWith("sha256:")) return ref.slice("sha256:".length);
  return entity.pictures.find(({ reference }) => reference === ref)?.sha256 ?? null;
}

export function portraitOf(portrait: Json | undefined, entity: OpenEntity): Sha256 | null {
  return blobOf(refOf(portrait), entity);
}

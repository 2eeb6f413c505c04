// The picture of a piece. The tint of the picture, or a ruled card with the name, is there first; the picture comes in
// over it when it is read. A card of a kind without pictures is drawn like an index card.
import { useState } from "react";
import type { Kind, Sha256 } from "../bindings";
import { host } from "../host";
import { Icon, Name } from "../kit";
import "./Portrait.css";

export interface PortraitProps {
  portrait: Sha256 | null;
  kind: Kind | null;
  tint?: string | null;
  /** Longer side wanted, in CSS pixels. */
  side: number;
  className?: string;
}

function sharp(side: number): number {
  const wanted = side * Math.min(2, window.devicePixelRatio);
  return [64, 128, 256, 512, 1024].find((size) => size >= wanted) ?? 1024;
}

/** A small picture, or the sign of its kind. Its name stands beside it, so it says nothing itself. */
export function Portrait({ portrait, kind, tint = null, side, className = "" }: PortraitProps) {
  const [shown, show] = useState(false);
  const [broken, breakIt] = useState(false);
  if (portrait === null || broken) {
    return <span className={`portrait portrait-sign ${className}`} aria-hidden="true"><Icon name={kind ?? "search"} /></span>;
  }
  return (
    <span className={`portrait ${className}`} style={tint === null ? undefined : { backgroundColor: tint }} aria-hidden="true">
      <img
        src={host().mediaUrl(portrait, sharp(side))} alt="" loading="lazy" decoding="async" draggable={false} className={shown ? "portrait-shown" : ""}
        onLoad={() => show(true)} onError={() => breakIt(true)}
      />
    </span>
  );
}

/** A piece without a picture: red head rule, blue lines. */
export function IndexCard({ name, kind, note }: { name: string; kind: Kind; note: string }) {
  return (
    <span className="index-card" aria-hidden="true">
      <span className="index-card-name"><Name text={name} /></span>
      <span className="index-card-lines" />
      <span className="index-card-note line"><Icon name={kind} size="small" />{note}</span>
    </span>
  );
}

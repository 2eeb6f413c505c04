// The cover of a world; one without a picture is drawn as an index card.
import { useState } from "react";
import { host } from "../../host";
import { Icon } from "../../kit";

export function Cover({ media, side, className = "" }: { media: string | null; side: number; className?: string }) {
  const [failed, fail] = useState(false);
  if (media === null || failed) return <span className={`worlds-cover worlds-cover-none ${className}`} aria-hidden="true"><Icon name="worlds" /></span>;
  return <img className={`worlds-cover ${className}`} src={host().mediaUrl(media, side * 2)} alt="" loading="lazy" draggable={false} onError={() => fail(true)} />;
}

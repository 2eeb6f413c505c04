// A picture of a world by its path, small; the sign of a picture where there is none or it cannot be read. Its name
// stands beside it, so it says nothing itself.
import { useEffect, useState } from "react";
import { host } from "../../../host";
import { Icon, type IconName } from "../../../kit";
import { useDesk } from "../desk";
import { useOpened } from "../names";

export interface ThumbProps { path: string | null; side: number; className?: string; sign?: IconName }

export function Thumb({ path, side, className = "", sign = "character" }: ThumbProps) {
  const desk = useOpened();
  const stamp = useDesk(desk, ({ open }) => open?.pictures.find((one) => one.path === path)?.stamp ?? null);
  const [broken, breakIt] = useState(false);
  useEffect(() => breakIt(false), [path, stamp]);
  if (path === null || stamp === null || broken) return <span className={`world-thumb world-thumb-none ${className}`} aria-hidden="true"><Icon name={path === null ? sign : "image"} /></span>;
  return (
    <span className={`world-thumb ${className}`} aria-hidden="true">
      <img src={host().mediaUrl(stamp, side > 80 ? 512 : 128)} alt="" loading="lazy" decoding="async" draggable={false} onError={() => breakIt(true)} />
    </span>
  );
}

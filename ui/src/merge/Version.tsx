// One version of a field: its text with what changed in it since both began, or its picture.
import type { Told } from "../bindings";
import { host } from "../host";
import { Authored, DiffText } from "../kit";
import { useMessages } from "../messages";

/** Texts longer than this, both together, are shown around their changes. */
const WHOLE = 4_000;
const SIDE = 160;

export interface VersionProps {
  told: Told | null;
  /** What it is set against; `undefined` shows it plain. */
  against?: Told | null | undefined;
  side?: "before" | "after" | "both";
}

export function Version({ told, against, side = "after" }: VersionProps) {
  const { say } = useMessages();
  const other = against ?? null;
  if (told === null && (side !== "both" || other === null)) return <span className="tertiary">{say("merge.absent")}</span>;
  const text = told?.text ?? "";
  // A picture is told by itself: where it lies says nothing to a reader.
  if (told?.picture != null && !text.includes("\n")) return <Picture picture={told.picture} />;
  const plain = against === undefined || other?.text === text;
  const [before, after] = side === "before" ? [text, other?.text ?? ""] : [other?.text ?? "", text];
  return (
    <>
      {told?.picture == null ? null : <Picture picture={told.picture} />}
      {plain ? <Authored text={text} /> : <DiffText before={before} after={after} side={side} cut={before.length + after.length > WHOLE} />}
      {told?.cut === true ? <span className="small tertiary merge-cut">{say("merge.cut")}</span> : null}
    </>
  );
}

function Picture({ picture }: { picture: string }) {
  const { say } = useMessages();
  return <img className="merge-picture" src={host().mediaUrl(picture, SIDE)} alt={say("merge.picture")} width={SIDE / 2} />;
}

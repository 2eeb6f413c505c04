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
  const plain = against === undefined || other?.text === text;
  const [before, after] = side === "before" ? [text, other?.text ?? ""] : [other?.text ?? "", text];
  return (
    <>
      {told?.picture == null ? null : <img className="merge-picture" src={host().mediaUrl(told.picture, SIDE)} alt={say("merge.picture")} width={SIDE / 2} />}
      {plain ? <Authored text={text} /> : <DiffText before={before} after={after} side={side} cut={before.length + after.length > WHOLE} />}
      {told?.cut === true ? <span className="small tertiary merge-cut">{say("merge.cut")}</span> : null}
    </>
  );
}

// What a row of a comparison is about: the app or piece it belongs to, the field, and where it is.
import type { FieldPart, FieldUnit } from "../bindings";
import { Tag } from "../kit";
import { useMessages } from "../messages";

export interface FieldHeadProps { row: { path: string; label: string; part: FieldPart; unit: FieldUnit; of: string | null } }

export function FieldHead({ row }: FieldHeadProps) {
  const { say } = useMessages();
  const name = row.part === "source" ? say("merge.sourceFile") : row.label;
  return (
    <>
      {row.of === null ? null : <Tag {...(row.part === "body" ? {} : { icon: row.part === "native" ? "braces" as const : "export" as const })}>{row.of}</Tag>}
      <span className="medium merge-label" dir="auto">{row.unit === "order" ? say("merge.order", { field: name }) : name}</span>
      {row.part === "source" ? null : <bdi className="mono tertiary cut small merge-path" title={row.path}>{row.path}</bdi>}
    </>
  );
}

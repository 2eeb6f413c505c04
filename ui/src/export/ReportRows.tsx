// The rows of a report. A row says which field, what it holds, and why this becomes of it. Long lists open in steps.
import { diffWordsWithSpace } from "diff";
import { type ReactNode, useState } from "react";
import type { Json, Report } from "../bindings";
import { Said } from "../kit/Said";
import { Authored, Button } from "../kit";
import { type Messages, useMessages } from "../messages";
import { navigation, openTab, useNavigation } from "../navigation";
import { fieldAt } from "../workbench/fields/schema";

/** Rows drawn before *more* is asked for. */
const FIRST = 40;

interface RowsProps<T> { rows: T[]; draw: (row: T, at: number) => ReactNode }

function Rows<T>({ rows, draw }: RowsProps<T>) {
  const { say } = useMessages();
  const [shown, setShown] = useState(FIRST);
  const rest = rows.length - shown;
  return (
    <>
      <ul>{rows.slice(0, shown).map(draw)}</ul>
      {rest > 0 ? <Button look="quiet" size="small" className="export-more" onPress={() => setShown(shown + 400)}>{say("export.more", { count: rest })}</Button> : null}
    </>
  );
}

/** A value as one reads it: text as it is, a linked piece and a picture in words, nothing as nothing, the rest as JSON. */
function shownValue(value: Json, { say, bytes }: Messages): string {
  if (value === null) return "";
  if (typeof value !== "object" || Array.isArray(value)) return typeof value === "string" ? value : JSON.stringify(value);
  if (typeof value.name === "string" && typeof value.entries === "number") return say("export.linkedPiece", { name: value.name, entries: value.entries });
  if (typeof value.mime === "string" && typeof value.bytes === "number") return `${value.mime}, ${bytes(value.bytes)}`;
  return JSON.stringify(value);
}

function FieldName({ report, path }: { report: Report; path: string }) {
  return (
    <div className="stack">
      <span className="medium">{report.labels[path] ?? path}</span>
      <span className="mono tertiary cut" title={path}>{path}</span>
    </div>
  );
}

interface RowProps { report: Report; path: string; value?: ReactNode; reason?: ReactNode }

function Row({ report, path, value, reason }: RowProps) {
  return (
    <li className="export-row">
      <FieldName report={report} path={path} />
      <div className="export-value">{value}</div>
      <div className="secondary">{reason}</div>
    </li>
  );
}

export function LostRows({ report }: { report: Report }) {
  const messages = useMessages();
  return (
    <Rows
      rows={report.lost}
      draw={({ path, value, reason, code }) => (
        <Row key={path} report={report} path={path} value={<Authored text={shownValue(value, messages)} />} reason={<Said code={code} text={reason} />} />
      )}
    />
  );
}

/** Both values with what was taken out and put in marked, word by word. */
function Words({ before, after }: { before: string; after: string }) {
  return (
    <bdi dir="auto">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, at) => {
        const words = <Authored text={value} />;
        return added ? <ins key={at}>{words}</ins> : removed ? <del key={at}>{words}</del> : <span key={at}>{words}</span>;
      })}
    </bdi>
  );
}

/** The way out of a field that arrives otherwise: another text for this app alone, written where the field is. */
function Remedy({ report, path }: { report: Report; path: string }) {
  const { say } = useMessages();
  const only = useNavigation(({ exporting }) => (exporting?.length === 1 ? exporting[0] ?? null : null));
  // A field of a linked piece, and one that no text can mend, have none.
  if (only === null || !only.startsWith("character/") || path.includes(":")) return null;
  const shape = fieldAt("character", path)?.[1];
  if (shape !== "text" && shape !== "longtext") return null;
  function write(): void {
    navigation.set({ exporting: null });
    openTab(only ?? "", undefined, `profiles[${JSON.stringify(report.target.format)}].${path}`);
  }
  return <Button look="quiet" size="small" className="export-remedy" onPress={write}>{say("export.writeOwn")}</Button>;
}

export function ChangedRows({ report }: { report: Report }) {
  const messages = useMessages();
  return (
    <Rows
      rows={report.changed}
      draw={({ path, before, after, reason, code }) => (
        <Row
          key={path} report={report} path={path} reason={<><Said code={code} text={reason} /><Remedy report={report} path={path} /></>}
          value={<Words before={shownValue(before, messages)} after={shownValue(after, messages)} />}
        />
      )}
    />
  );
}

export function LeftRows({ report }: { report: Report }) {
  return (
    <Rows
      rows={report.leftBehind}
      draw={({ format, pointer, reason }) => (
        <li key={`${format}${pointer}`} className="export-row">
          <span className="medium">{format}</span>
          <span className="mono cut" title={pointer}>{pointer}</span>
          <span className="secondary">{reason}</span>
        </li>
      )}
    />
  );
}

export function CarriedRows({ report }: { report: Report }) {
  return <Rows rows={report.carried} draw={(path) => <Row key={path} report={report} path={path} />} />;
}

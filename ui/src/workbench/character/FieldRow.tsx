// One field of a character by its row in the table of sections: the editor its shape asks for, under its name.
import { type Document, useValue } from "../../documents";
import { useMessages } from "../../messages";
import { Chips } from "../fields/Chips";
import { Flag, Pick } from "../fields/Choices";
import { Colour } from "../fields/Colour";
import { JsonField } from "../fields/JsonField";
import { Line, NumberLine } from "../fields/Line";
import { MapRows } from "../fields/MapRows";
import { Prose } from "../fields/Prose";
import { Rows } from "../fields/Rows";
import { fieldName, wordsAt } from "../fields/schema";
import type { Tokens } from "../tokens";
import type { FieldRow as Row } from "./sections";

export function useRowLabel(): (row: Row) => string {
  const { say, language } = useMessages();
  return (row) => (row.label === undefined ? fieldName("character", row.path, language) : say(row.label));
}

export function FieldRow({ document, row, tokens }: { document: Document; row: Row; tokens: Tokens }) {
  const { say } = useMessages();
  const label = useRowLabel()(row);
  const { path } = row;
  const shared = { document, path, label };
  const hint = row.hint === undefined ? {} : { hint: say(row.hint) };
  switch (row.shape) {
    case "prose": return <Prose {...shared} tokens={tokens.get(path)} {...hint} />;
    case "line": return <Line {...shared} keepEmpty={path === "identity.name"} {...hint} />;
    case "mono": return <Line {...shared} mono {...hint} />;
    case "number": return <NumberLine {...shared} {...hint} />;
    case "moment": return <Moment {...shared} />;
    case "flag": return <Flag {...shared} />;
    case "pick": return <Pick {...shared} unset={say("field.unset")} options={wordsAt("character", path)} />;
    case "chips": return <Chips {...shared} mono={path !== "discovery.tags"} {...hint} />;
    case "colour": return <Colour {...shared} />;
    case "json": return <JsonField {...shared} />;
    case "rows": return <Rows {...shared} tokens={tokens} cells={row.cells ?? {}} fresh={row.fresh ?? null} />;
    case "map": return <MapRows {...shared} value="line" />;
    case "flags": return <MapRows {...shared} value="flag" />;
  }
}

/** Seconds since 1970, with the day they say. */
function Moment({ document, path, label }: { document: Document; path: string; label: string }) {
  const { moment, say } = useMessages();
  const value = useValue(document, path);
  const time = typeof value === "number" ? new Date(value * 1000) : null;
  const told = time === null || Number.isNaN(time.getTime()) ? say("field.seconds") : moment(time.toISOString());
  return <NumberLine document={document} path={path} label={label} hint={told} />;
}

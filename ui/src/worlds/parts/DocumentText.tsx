// A document of a world for reading: its fields in order under their names, as text. What is no text is shown as it
// stands in the file.
import type { Json, JsonObject } from "../../bindings";
import { Authored, Tag } from "../../kit";
import { en } from "../../messages/en";
import { type MessageId, useMessages } from "../../messages";

/** Members that say nothing to a reader. */
const QUIET = new Set(["schema", "name", "title", "id"]);

export function useFieldTitle(): (key: string) => string {
  const { say } = useMessages();
  return (key) => (`world.field.${key}` in en ? say(`world.field.${key}` as MessageId) : key.replaceAll("_", " "));
}

const isTexts = (value: Json): value is string[] => Array.isArray(value) && value.every((one) => typeof one === "string");

export function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) || (typeof value === "object" && Object.keys(value).length === 0);
}

export function DocumentText({ doc }: { doc: JsonObject }) {
  const titleOf = useFieldTitle();
  const members = Object.entries(doc).filter(([key, value]) => !QUIET.has(key) && !isEmpty(value));
  return (
    <dl className="worlds-document">
      {members.map(([key, value]) => (
        <div key={key}>
          <dt>{titleOf(key)}</dt>
          <dd><FieldText value={value} /></dd>
        </div>
      ))}
    </dl>
  );
}

function FieldText({ value }: { value: Json }) {
  const { say } = useMessages();
  if (typeof value === "string") return <p className="worlds-prose"><Authored text={value} /></p>;
  if (typeof value === "boolean") return <>{say(value ? "review.yes" : "review.no")}</>;
  if (isTexts(value)) {
    const long = value.some((one) => one.length > 60);
    return long ? <ul className="worlds-texts">{value.map((one, at) => <li key={at} className="worlds-prose"><Authored text={one} /></li>)}</ul>
      : <span className="worlds-tags">{value.map((one, at) => <Tag key={at}><Authored text={one} cut /></Tag>)}</span>;
  }
  return <pre className="worlds-json mono small"><Authored text={typeof value === "object" ? JSON.stringify(value, null, 1) : String(value)} /></pre>;
}

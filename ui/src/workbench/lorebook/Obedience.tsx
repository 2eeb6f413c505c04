// Whether other apps would obey the chosen entries: each is written as every app's file and read back, a moment after the
// last key. An app that would not says which setting, and why.
import { useEffect, useState } from "react";
import type { CarriedField, LoreObedience } from "../../bindings";
import { useQuery } from "../../data/queries";
import { useDocument } from "../../documents";
import { invoke } from "../../host";
import { Button, Icon, Popover } from "../../kit";
import { Said } from "../../kit/Said";
import { useMessages } from "../../messages";
import { fieldName } from "../fields/schema";
import { ENTRIES, listOf } from "./entries";
import type { Target } from "./target";

const AFTER = 600;
/** Entries that are written for the question; more of them say no more. */
const MOST = 40;

export function Obedience({ target }: { target: Target }) {
  const { say } = useMessages();
  const rows = useObedience(target);
  return (
    <section className="lore-obey" aria-label={say("lore.obey")}>
      <span className="tertiary">{say("lore.obey")}</span>
      {rows === null ? <span className="tertiary">{say("lore.obey.asking")}</span> : rows.map((row) => <App key={row.format} row={row} />)}
    </section>
  );
}

function useObedience({ document, ats }: Target): LoreObedience[] | null {
  const entries = useDocument(document, ({ body }) => listOf(body[ENTRIES]));
  const chosen = ats.slice(0, MOST).map((at) => entries[at] ?? null);
  const [rows, setRows] = useState<LoreObedience[] | null>(null);
  const text = JSON.stringify(chosen);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      // Without an answer the last one stays; the next edit asks again.
      invoke("lore_obey", { body: { entries: JSON.parse(text) }, entries: Array.from({ length: MOST }, (_, at) => at) }).then((found) => !gone && setRows(found), () => undefined);
    }, AFTER);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text]);
  return rows;
}

/** What people call the field a path below an entry is in. */
const nameOf = (field: string): string => fieldName("lorebook", `entries[].${/^\w+/.exec(field)?.[0] ?? field}`);

function App({ row }: { row: LoreObedience }) {
  const { say } = useMessages();
  const [first] = row.ignored;
  const words = first === undefined ? row.title : say("lore.obey.ignores", { app: row.title, field: nameOf(first.field), count: row.ignored.length - 1 });
  const name = say(`lore.obey.${row.obeyed}`, { app: row.title });
  return (
    <Popover label={name} button={<Button size="small" className={`lore-app said-${row.obeyed}`}><Icon name={row.obeyed} size="small" /><span className="secondary cut">{words}</span></Button>}>
      {() => (
        <div className="lore-pop lore-pop-wide">
          <p className="medium">{name}</p>
          {row.ignored.map((one) => (
            <div key={one.field}>
              <p className="line"><Icon name={one.lost ? "lost" : "changed"} size="small" className={one.lost ? "said-lost" : "said-changed"} /><span className="medium">{nameOf(one.field)}</span></p>
              <p className="small secondary"><Said code={one.code} text={one.reason} /></p>
            </div>
          ))}
          <Missing format={row.format} app={row.title} />
        </div>
      )}
    </Popover>
  );
}

/** What the app has no place for at all; measured when it is asked for. */
function Missing({ format, app }: { format: string; app: string }) {
  const { say } = useMessages();
  const [asked, ask] = useState(false);
  const { data, error } = useQuery("fields_carried", asked ? { kind: "lorebook" } : null);
  if (!asked) return <Button look="quiet" size="small" className="lore-ask" onPress={() => ask(true)}>{say("lore.obey.whatElse", { app })}</Button>;
  if (error !== null) return <p className="small said-error">{error.message}</p>;
  if (data === null) return <p className="small tertiary">{say("lore.obey.measuring")}</p>;
  const fields = missingFields(data, format);
  return <p className="small secondary">{fields.length === 0 ? say("lore.obey.all") : say("lore.obey.noPlace", { fields: fields.join(say("lore.listSign")) })}</p>;
}

/** Fields of an entry of which the format carries no part. */
function missingFields(rows: readonly CarriedField[], format: string): string[] {
  const carried = new Map<string, boolean>();
  for (const { path, formats } of rows) {
    const head = /^entries\[\]\.(\w+)/.exec(path)?.[1];
    if (head !== undefined) carried.set(head, carried.get(head) === true || formats.includes(format));
  }
  return [...carried].filter(([, is]) => !is).map(([head]) => fieldName("lorebook", `entries[].${head}`));
}

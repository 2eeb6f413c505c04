// Settings of the checks: every finding that was silenced, with the way to let it speak again.
import { useState } from "react";
import type { ApiError } from "../bindings";
import { hushFinding } from "../checks/acts";
import { useQuery } from "../data/queries";
import { Authored, Banner, IconButton, Name, SearchField } from "../kit";
import { useMessages } from "../messages";
import { Row, Section } from "./Row";

/** Above this many there is a field to find one. */
const FEW = 8;

export function ChecksSection() {
  const { say, agoShort } = useMessages();
  const rows = useQuery("checks_hushed", {}).data ?? [];
  const [words, setWords] = useState("");
  const [fault, setFault] = useState<ApiError | null>(null);
  const section = say("settings.checks");
  const wanted = words.trim().toLocaleLowerCase();
  const shown = rows.filter(({ name, title }) => `${name} ${title}`.toLocaleLowerCase().includes(wanted));
  return (
    <Section id="checks" title={section}>
      <Row
        section={section} name={say("settings.hushed")} hint={say("settings.hushedHint")} words={rows.map(({ name, title }) => `${name} ${title}`).join(" ")}
        below={rows.length === 0 ? undefined : (
          <>
            {rows.length <= FEW ? null : <SearchField label={say("settings.hushedFind")} placeholder={say("settings.hushedFind")} clearLabel={say("settings.clearFind")} value={words} onChange={setWords} />}
            {fault === null ? null : <Banner tone="error" title={fault.message} hint={fault.hint} />}
            <ul className="settings-hushed">
              {shown.map((row) => (
                <li key={`${row.address} ${row.key}`} className="line">
                  <span className="medium cut"><Name text={row.name} /></span>
                  <span className="secondary cut grow"><Authored text={row.title} /></span>
                  <span className="small tertiary nowrap">{agoShort(row.at)}</span>
                  <IconButton icon="eye" size="small" label={say("settings.speakAgain", { title: row.title })} onPress={() => void hushFinding(row.address, row.key, row.title, false).then(setFault)} />
                </li>
              ))}
            </ul>
          </>
        )}
      >
        {rows.length === 0 ? <span className="tertiary">{say("settings.hushedNone")}</span> : <span className="figure">{rows.length}</span>}
      </Row>
    </Section>
  );
}

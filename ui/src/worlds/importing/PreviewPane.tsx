// What a card holds, before anything is made of it. All of it is the card's own text and is drawn as text; addresses are
// listed and nothing is asked of them.
import type { ReactNode } from "react";
import type { CardPreview, NamedCount } from "../../bindings";
import { Authored, Name, NoteRow, Switch, Tag } from "../../kit";
import { useMessages } from "../../messages";
import { NoteText } from "../parts/NoteText";
import { EntryList } from "./EntryList";
import { GreetingList } from "./GreetingList";
import { choose, useMaking } from "./state";

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return <section className="making-part"><div className="line making-part-head"><h3>{title}</h3>{aside}</div>{children}</section>;
}

export function PreviewPane({ preview }: { preview: CardPreview }) {
  const { say, bytes } = useMessages();
  return (
    <div className="making-preview" data-pane="preview">
      <header className="making-head">
        <p className="making-name"><Name text={preview.name} /></p>
        <p className="secondary line making-is">
          <span className="cut">{say("make.is", { format: preview.sourceFormat, file: preview.fileName })}</span><span className="tertiary nowrap">{bytes(preview.bytes)}</span>
        </p>
        <div className="making-tags">
          {preview.creator === "" ? null : <Tag><bdi className="cut" dir="auto">{say("make.by", { creator: preview.creator })}</bdi></Tag>}
          {preview.version === "" ? null : <Tag><bdi className="cut" dir="auto">{say("make.version", { version: preview.version })}</bdi></Tag>}
          {preview.picture ? <Tag icon="image">{say("make.hasPicture")}</Tag> : null}
        </div>
      </header>
      <Part title={say("make.fields")}>
        {preview.fields.length === 0 ? <p className="tertiary small">{say("make.fieldsNone")}</p> : (
          <ul className="making-fields">
            {preview.fields.map((field) => (
              <li key={field.id} className="making-field">
                <span className="cut">{field.title}</span>
                <span className="grow small secondary line"><Authored text={field.beginning} cut /></span>
                <span className="small tertiary figure">{say("make.charsShort", { count: field.chars })}</span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <GreetingList greetings={preview.greetings} />
      <EntryList entries={preview.entries} />
      <Dialect preview={preview} />
      <Addresses addresses={preview.addresses} />
      {preview.notCarried.length === 0 ? null : (
        <Part title={say("make.notCarried")}>
          {preview.notCarried.map((note, at) => <NoteRow key={at} severity="info"><NoteText note={note} /></NoteRow>)}
        </Part>
      )}
    </div>
  );
}

function Dialect({ preview }: { preview: CardPreview }) {
  const { say } = useMessages();
  const { regexScripts, helperScripts, macros, tagBlocks, ejsBlocks, decorators } = preview.dialect;
  const named = (id: "make.macro" | "make.tagBlock" | "make.decorator", rows: NamedCount[]): ReactNode => rows.map(({ name, count }) => (
    <Tag key={`${id} ${name}`}><bdi className="cut" dir="auto">{say(id, { name, count })}</bdi></Tag>
  ));
  const none = regexScripts + helperScripts + ejsBlocks + macros.length + tagBlocks.length + decorators.length === 0;
  return (
    <Part title={say("make.dialect")} aside={none ? undefined : <span className="small tertiary">{say("make.dialectHint")}</span>}>
      {none ? <p className="small tertiary">{say("make.dialectNone")}</p> : (
        <div className="making-tags">
          {regexScripts === 0 ? null : <Tag icon="regex">{say("make.regexScripts", { count: regexScripts })}</Tag>}
          {helperScripts === 0 ? null : <Tag icon="braces">{say("make.helperScripts", { count: helperScripts })}</Tag>}
          {ejsBlocks === 0 ? null : <Tag icon="braces">{say("make.ejs", { count: ejsBlocks })}</Tag>}
          {named("make.macro", macros)}{named("make.tagBlock", tagBlocks)}{named("make.decorator", decorators)}
        </div>
      )}
    </Part>
  );
}

function Addresses({ addresses }: { addresses: string[] }) {
  const { say } = useMessages();
  const fetch = useMaking((state) => state.choices.pictures) === true;
  if (addresses.length === 0) return null;
  return (
    <Part title={say("make.addresses")}>
      <p className="small secondary">{say("make.addressesCount", { count: addresses.length })}</p>
      <details className="making-addresses"><summary>{say("make.addressesList")}</summary>
        <ul>{addresses.slice(0, 500).map((address) => <li key={address} className="mono small"><Authored text={address} /></li>)}</ul>
        {addresses.length > 500 ? <p className="small tertiary">{say("make.addressesMore", { count: addresses.length - 500 })}</p> : null}
      </details>
      <Switch label={say("make.fetch")} on={fetch} onChange={(pictures) => choose({ pictures })} />
      <p className="small tertiary">{say("make.fetchHint")}</p>
    </Part>
  );
}

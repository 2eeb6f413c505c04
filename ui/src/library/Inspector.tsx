// About the piece under the cursor: what it is, what each app would take of it (measured, not guessed), what comes with it.
import { useEffect, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { EntityLink, EntityRow, ExportOptions, ExportTarget, OpenEntity, SearchHit } from "../bindings";
import { useFormatTitle } from "../data/formats";
import { useQuery } from "../data/queries";
import { Authored, Button, Icon, LedgerBar, Menu, Name, NoteRow } from "../kit";
import { useMessages } from "../messages";
import { openTab } from "../navigation";
import { useSettings } from "../settings/current";
import { openPiece } from "../worlds/importing/acts";
import { duplicatePiece, exportPieces, openRow, removePieces } from "./acts";
import { Portrait } from "./Portrait";
import { addressOf, library } from "./state";
import "./Inspector.css";

/** Quiet time before a piece under a moving cursor is read. */
const LOOK_AFTER = 180;

const PLAIN: ExportOptions = {
  container: null, variant: null, rewrite: false, carryOriginals: false, withoutSecrets: false, persona: null, withoutBook: false,
};

function useSettledAddress(address: string | null): string | null {
  const [settled, settle] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => settle(address), LOOK_AFTER);
    return () => clearTimeout(timer);
  }, [address]);
  return settled === address ? settled : null;
}

function Fit({ address, target, onMeasured }: { address: string; target: ExportTarget; onMeasured: (fields: number) => void }) {
  const { say, number } = useMessages();
  const { data, error } = useQuery("export_measure", { address, format: target.format, options: PLAIN, job: `fit-${address}-${target.format}` });
  const counts = data?.counts;
  const fields = counts === undefined ? 0 : counts.carried + counts.changed + counts.lost;
  useEffect(() => {
    if (fields > 0) onMeasured(fields);
  }, [fields, onMeasured]);
  return (
    <>
      <dt className="cut" title={target.title}>{target.title}</dt>
      <dd>
        {error === null ? <LedgerBar counts={counts === undefined ? null : { carried: counts.carried, changed: counts.changed, lost: counts.lost, left: counts.leftBehind }} />
          : <span className="small tertiary cut" title={error.message}>{error.message}</span>}
      </dd>
      <dd className="figure">{counts === undefined ? <span className="aside-text">{say("inspector.measuring")}</span> : number(counts.carried)}</dd>
    </>
  );
}

function Apps({ address }: { address: string }) {
  const { say } = useMessages();
  const hidden = useSettings((settings) => settings.hiddenApps);
  const targets = useQuery("export_targets", { address }).data;
  const [fields, setFields] = useState(0);
  const shown = (targets ?? []).filter((target) => target.off === null && !hidden.includes(target.platform));
  if (shown.length === 0) return null;
  return (
    <section className="inspector-part">
      <h3>{say("inspector.apps")}</h3>
      <dl className="fits">{shown.map((target) => <Fit key={target.format} address={address} target={target} onMeasured={setFields} />)}</dl>
      <p className="inspector-note">{fields === 0 ? say("inspector.measuring") : say("inspector.measured", { count: fields })}</p>
    </section>
  );
}

function With({ link }: { link: EntityLink }) {
  const { say, number } = useMessages();
  const { address } = link;
  const words = (
    <>
      <Icon name={link.kind} />
      <Name text={link.name} className="grow" />
      <span className={`small ${link.missing ? "said-warning" : "tertiary figure"}`}>{link.missing ? say("inspector.missing") : link.count === 0 ? "" : number(link.count)}</span>
    </>
  );
  if (address === null || link.missing) return <li className="with-row">{words}</li>;
  return <li><button type="button" className="with-row with-open" onClick={() => openTab(address, { kind: link.kind, name: link.name })}>{words}</button></li>;
}

function ComesWith({ entity }: { entity: OpenEntity }) {
  const { say, bytes } = useMessages();
  const pictures = entity.pictures.filter((picture) => !picture.missing);
  const size = pictures.reduce((sum, picture) => sum + picture.bytes, 0);
  if (entity.links.length === 0 && pictures.length === 0) return null;
  return (
    <section className="inspector-part">
      <h3>{say("inspector.comesWith")}</h3>
      <ul className="withs">
        {entity.links.map((link) => <With key={link.path} link={link} />)}
        {pictures.length === 0 ? null : (
          <li className="with-row"><Icon name="image" /><span className="grow">{say("inspector.pictures", { count: pictures.length })}</span><span className="small tertiary nowrap">{bytes(size)}</span></li>
        )}
      </ul>
    </section>
  );
}

export function Inspector({ row, hit }: { row: EntityRow | null; hit: SearchHit | null }) {
  const { say, ago } = useMessages();
  const titleOf = useFormatTitle();
  const wanted = row === null ? null : addressOf(row);
  const address = useSettledAddress(wanted);
  const opened = useQuery("entity_open", address === null ? null : { address });
  if (row === null || wanted === null) return <p className="inspector-empty tertiary">{say("inspector.none")}</p>;
  const entity = opened.data?.address === wanted ? opened.data : null;
  const source = entity?.source ?? null;
  const origin = source === null ? (row.format === null ? say("inspector.madeHere") : titleOf(row.format))
    : say("inspector.from", { format: source.title, container: source.container.toUpperCase() });
  return (
    <div className="pane-scroll">
      <header className="inspector-head">
        <Portrait key={row.portrait ?? wanted} portrait={row.portrait} kind={row.kind} tint={row.tint} side={122} className="inspector-art" />
        <div className="grow">
          <h2 className="inspector-name"><Name text={row.name} /></h2>
          {row.creator === "" ? null : <p className="secondary small line"><Authored text={row.creator} cut /></p>}
          <p className="secondary small">{origin}</p>
          <p className="secondary small">{say("inspector.edited", { ago: ago(row.updated) })}</p>
        </div>
      </header>
      <div className="line inspector-acts">
        <Button look="fill" icon="workbench" onPress={() => openRow(row)}>{say("common.open")}</Button>
        <Button look="line" icon="export" onPress={() => exportPieces([wanted])}>{say("commands.export")}</Button>
        <span className="push" />
        <Menu
          label={say("common.more")} placement="bottom end" button={<AriaButton className="button button-plain button-square" aria-label={say("common.more")}><Icon name="more" /></AriaButton>}
          groups={[
            { id: "make", items: [{ id: "rename", label: say("common.rename"), icon: "workbench", cap: "F2" }, { id: "duplicate", label: say("inspector.duplicate"), icon: "copy" }, ...(row.kind === "character" ? [{ id: "world", label: say("commands.worldFromCard"), icon: "worlds" as const }] : [])] },
            { id: "away", items: [{ id: "remove", label: say("library.toTrash"), icon: "trash", cap: "Del" }] },
          ]}
          onAction={(id) => {
            if (id === "rename") library.set({ renaming: row });
            else if (id === "duplicate") void duplicatePiece(wanted);
            else if (id === "world") void openPiece(wanted);
            else void removePieces([wanted]);
          }}
        />
      </div>
      {hit === null || hit.label === "" || hit.path === "identity.name" ? null : (
        <section className="inspector-part"><h3>{say("library.foundIn", { field: hit.label })}</h3><p className="inspector-hit"><Authored text={hit.snippet} /></p></section>
      )}
      {entity === null ? (opened.error === null || address === null ? null : <div className="inspector-part"><NoteRow severity="error">{opened.error.message}</NoteRow></div>) : (
        <>
          {entity.draft === null ? null : <div className="inspector-part"><NoteRow severity="info">{say("inspector.draft")}</NoteRow></div>}
          <Apps key={wanted} address={wanted} />
          <ComesWith entity={entity} />
        </>
      )}
    </div>
  );
}

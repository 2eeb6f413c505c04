// All about the chosen file: what it is and why, what came with it, what the library already has, what was said while
// reading. Everything of the card is drawn as text.
import type { ReactNode } from "react";
import type { Place, StagedDetail, StagedRow } from "../bindings";
import { Said } from "../kit/Said";
import { useQuery } from "../data/queries";
import { Authored, Banner, Button, ChoiceCards, EmptyState, Name, NoteRow, type Option, Select, Tag } from "../kit";
import { Portrait } from "../library/Portrait";
import { useMessages } from "../messages";
import { openTab } from "../navigation";
import { chooseChunk, decide, decisionsFor, undoRepair } from "./acts";
import { Comparison } from "./Comparison";
import { holdsSeveral, Pieces, saidOfPieces } from "./Pieces";
import { RaiseButton } from "./RaiseLimit";
import { UnlockButton } from "./Unlock";
import { isWaiting, useStaged } from "./staged";

export function placeWords(place: Place | null): string {
  if (place === null) return "";
  const offset = place.offset == null ? "" : `@${place.offset}`;
  return [place.entry, place.pointer].filter((part) => part != null && part !== "").join(" ") + offset;
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="intake-part">
      <div className="line intake-part-head"><h3 className="nowrap intake-heading">{title}</h3>{aside}</div>
      {children}
    </section>
  );
}

function Fold({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return <details className="intake-fold" open={open}><summary>{title}</summary><div className="intake-fold-body">{children}</div></details>;
}

function Head({ detail }: { detail: StagedDetail }) {
  const { say, bytes } = useMessages();
  const { row } = detail;
  const several = holdsSeveral(detail);
  const others = several ? [] : detail.brought.slice(1);
  return (
    <header className="intake-head">
      <Portrait key={row.portrait} portrait={row.portrait} kind={row.kind} side={108} className="intake-art" />
      <div className="grow">
        <h2 className="intake-title"><Name text={row.name} className="intake-name" /></h2>
        <p className="secondary intake-is">
          {row.formatTitle === null || row.kind === null ? null : say("intake.isA", { format: row.formatTitle, kind: say(`kind.${row.kind}`), container: (row.container ?? "").toUpperCase() })}
          {row.because === null ? null : <span className="tertiary"> {say("intake.because", { reason: row.because })}</span>}
        </p>
        <div className="intake-tags">
          {several ? <Tag>{say("intake.pieces", { count: detail.brought.length })}</Tag> : null}
          {others.map((one, at) => <Tag key={at} icon={one.kind}>{say("intake.brought", { name: one.name === "" ? say(`kind.${one.kind}`) : one.name, count: one.count })}</Tag>)}
          {detail.scripts.length === 0 ? null : <Tag icon="braces">{say("intake.scripts", { count: detail.scripts.length })}</Tag>}
          {detail.pictures.length === 0 ? null : <Tag icon="image">{say("intake.pictures", { count: detail.pictures.length })}</Tag>}
          {detail.remoteAddresses === 0 ? null : <Tag icon="link">{say("intake.remote", { count: detail.remoteAddresses })}</Tag>}
          {detail.secrets.length === 0 ? null : <Tag icon="lock" tone="warning">{say("intake.secrets", { count: detail.secrets.length })}</Tag>}
          <Tag>{bytes(detail.bytes)}</Tag>
        </div>
      </div>
    </header>
  );
}

function Duplicates({ detail }: { detail: StagedDetail }) {
  const { say } = useMessages();
  const { row, comparison } = detail;
  const waits = useStaged(({ decided }) => isWaiting(row, decided));
  const [first] = row.duplicates;
  if (first === undefined || (row.state !== "newer" && row.state !== "alike" && row.state !== "same")) return null;
  const fresh = comparison.filter(({ state }) => state === "theirs").length;
  const mine = comparison.filter(({ state }) => state === "mine" || state === "both").length;
  const hints = { update: say("intake.choice.updateHint", { fresh, mine }), keep: say("intake.choice.keepHint"), skip: say("intake.choice.skipHint") };
  const options: Option<"update" | "keep" | "skip">[] = decisionsFor(row).map((id) => ({ id, label: say(`intake.choice.${id}`), note: hints[id] }));
  return (
    <Part
      title={say(`intake.youHave.${row.state}`)}
      aside={(
        <>
          <span className="tertiary small cut grow">{say(`intake.why.${first.why}`)}: <Authored text={first.name} /></span>
          {row.kind === null ? null : <Button size="small" look="quiet" onPress={() => row.kind !== null && openTab(first.address, { kind: row.kind, name: first.name })}>{say("intake.openYours")}</Button>}
        </>
      )}
    >
      <ChoiceCards label={say("intake.decision", { name: row.name })} value={waits ? null : row.decision} options={options} onChange={(decision) => void decide([row.id], decision)} />
      {comparison.length === 0 || row.decision !== "update" ? null : <Comparison detail={detail} />}
    </Part>
  );
}

function Choices({ detail }: { detail: StagedDetail }) {
  const { say } = useMessages();
  const { choices, row } = detail;
  if (choices.length < 2) return null;
  const chosen = choices.find((choice) => choice.chosen)?.chunk ?? null;
  return (
    <Part title={say("intake.chunks")}>
      <p className="small secondary">{say("intake.chunksHint")}</p>
      <Select
        hideLabel label={say("intake.chunks")} value={chosen} onChange={(chunk) => void chooseChunk(row.id, chunk)} className="intake-chunks"
        options={choices.map(({ chunk, name }) => ({ id: chunk, label: name === "" ? say("common.noName") : name, note: chunk }))}
      />
    </Part>
  );
}

function Repair({ detail }: { detail: StagedDetail }) {
  const { say } = useMessages();
  if (!detail.textRepaired) return null;
  return (
    <Banner tone={detail.repairUndone ? "info" : "warning"} title={say(detail.repairUndone ? "intake.repairUndone" : "intake.repaired")}>
      {detail.repairUndone ? null : <Button look="line" size="small" onPress={() => void undoRepair(detail.row.id)}>{say("intake.undoRepair")}</Button>}
    </Banner>
  );
}

function Notes({ detail }: { detail: StagedDetail }) {
  const { say } = useMessages();
  const missing = detail.pictures.filter((picture) => picture.missing).length;
  const { undescribed } = detail;
  const ofPieces = saidOfPieces(detail);
  const notes = detail.notes.filter((_, at) => !ofPieces.has(at));
  if (notes.length + undescribed.length + missing === 0) return null;
  return (
    <Part title={say("intake.notes")}>
      {notes.map((note, at) => (
        <NoteRow key={at} severity={note.severity}><Said code={note.code} text={note.text} /> {placeWords(note.place) === "" ? null : <bdi className="mono tertiary">{placeWords(note.place)}</bdi>}</NoteRow>
      ))}
      {missing === 0 ? null : <NoteRow severity="warning">{say("intake.picturesMissing", { count: missing })}</NoteRow>}
      {undescribed.length === 0 ? null : (
        <NoteRow severity="info" title={say("intake.undescribed", { count: undescribed.length })}>
          {say("intake.undescribedHint")}
          <ul className="intake-pointers">{undescribed.slice(0, 40).map((pointer) => <li key={pointer} className="mono cut"><bdi>{pointer}</bdi></li>)}</ul>
        </NoteRow>
      )}
    </Part>
  );
}

function Evidence({ detail }: { detail: StagedDetail }) {
  const { say } = useMessages();
  const { scripts, secrets, fields, bids } = detail;
  return (
    <section className="intake-part">
      {fields.length === 0 ? null : (
        <Fold open title={say("intake.texts")}>
          <dl className="intake-fields">
            {fields.map((field) => (
              <div key={field.path}><dt className="line"><span className="medium cut" title={field.path}>{field.label}</span><span className="push tertiary nowrap">{say("intake.chars", { count: field.chars })}</span></dt><dd><Authored text={field.text} />{field.text.length < field.chars ? "…" : ""}</dd></div>
            ))}
          </dl>
        </Fold>
      )}
      {scripts.length === 0 ? null : (
        <Fold title={say("intake.scripts", { count: scripts.length })}>
          <p className="small tertiary">{say("intake.scriptsHint")}</p>
          <ul>{scripts.map(({ kind, pointer, chars }) => <li key={pointer + kind} className="line"><span className="nowrap">{say("intake.scriptKind", { kind, chars })}</span><bdi className="mono tertiary cut">{pointer}</bdi></li>)}</ul>
        </Fold>
      )}
      {secrets.length === 0 ? null : (
        <Fold title={say("intake.secrets", { count: secrets.length })}><ul>{secrets.map((pointer) => <li key={pointer} className="mono cut"><bdi>{pointer}</bdi></li>)}</ul></Fold>
      )}
      {bids.length < 2 ? null : (
        <Fold title={say("intake.otherBids", { count: bids.length - 1 })}>
          <ul>{bids.slice(1).map((bid) => <li key={bid.format}><span className="medium">{bid.title}</span> <span className="tertiary">{say("intake.sure", { percent: bid.confidence })}. {say("intake.because", { reason: bid.because })}</span></li>)}</ul>
        </Fold>
      )}
    </section>
  );
}

function Refused({ row }: { row: StagedRow }) {
  const { say } = useMessages();
  const { error } = row;
  const place = placeWords(error?.place ?? null);
  return (
    <section className="intake-part">
      <h2 className="intake-refused"><bdi className="mono">{row.fileName}</bdi></h2>
      <NoteRow severity="error" title={say("intake.refused")}>
        <p>{error?.message}</p>
        {error?.hint == null ? null : <p>{error.hint}</p>}
        {place === "" ? null : <p className="tertiary">{say("intake.place", { place })}</p>}
        <p className="tertiary">{say("intake.tryAnyway")}</p>
        <RaiseButton row={row} /><UnlockButton row={row} />
      </NoteRow>
    </section>
  );
}

export function IntakeDetail({ row }: { row: StagedRow | null }) {
  const { say } = useMessages();
  const readable = row !== null && row.state !== "refused" && row.state !== "reading";
  const { data, error } = useQuery("intake_show", readable ? { id: row.id } : null);
  if (row === null) return <EmptyState title={say("intake.noFile")} />;
  if (row.state === "refused") return <Refused row={row} />;
  if (error !== null && data === null) return <Banner tone="error" title={error.message} hint={error.hint ?? undefined} />;
  if (data === null || data.row.id !== row.id) return null;
  const detail = { ...data, row };
  return (
    <>
      <Repair detail={detail} />
      <Head detail={detail} />
      <Choices detail={detail} />
      <Duplicates detail={detail} />
      <Pieces detail={detail} />
      <Notes detail={detail} />
      <Evidence detail={detail} />
    </>
  );
}

// The history of a piece: every revision at the left, newest first; at the right what a revision has otherwise than
// another one, word by word. A revision comes back whole or field by field, and coming back is a revision too.
import { useRef, useState } from "react";
import { Virtualizer } from "virtua";
import type { CompareRow, HistoryRow } from "../../bindings";
import { invalidate, useQuery } from "../../data/queries";
import { type Document, isDirty, useDocument } from "../../documents";
import { asApiError, invoke } from "../../host";
import { Banner, Button, EmptyState, Select, toast } from "../../kit";
import { FieldHead } from "../../merge/FieldHead";
import { Version } from "../../merge/Version";
import { useMessages } from "../../messages";
import { inSentence } from "../fields/names";
import { NameRevision } from "./NameRevision";
import { nameState } from "./snapshot";
import { Timeline } from "./Timeline";
import "./history.css";

/** Revisions offered in the list of partners: the latest, and named ones. */
const LATEST = 12;
const NAMED = 60;

export function HistoryPage({ document }: { document: Document }) {
  const { say } = useMessages();
  const { address } = document;
  const answer = useQuery("entity_history", { address });
  const dirty = useDocument(document, isDirty);
  const [chosen, choose] = useState<number | null>(null);
  const [against, setAgainst] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const rows = answer.data ?? [];
  const newest = rows[0]?.revision ?? 0;
  const revision = chosen !== null && rows.some((row) => row.revision === chosen) ? chosen : newest;
  const at = rows.findIndex((row) => row.revision === revision);
  // The newest is told by what it changed, an older one by what has changed since.
  const compared = against ?? (revision === newest ? "before" : String(newest));
  const other = compared === "before" ? rows[at + 1]?.revision ?? null : Number(compared);

  /** Unsaved edits become a revision first, so that nothing typed is lost by going back. */
  async function saved(work: (base: number) => Promise<void>): Promise<void> {
    setError(null);
    try {
      if (!(await document.save("save"))) return;
      await work(document.store.get().entity.revision);
      invalidate("entity_history");
    } catch (thrown) {
      setError(asApiError(thrown).message);
    }
  }
  const restore = (row: CompareRow | null): Promise<void> => saved(async (baseRevision) => {
    const paths = row === null ? null : [row.path];
    document.replace(await invoke("entity_restore", { address, revision, baseRevision, paths }));
    choose(null);
    toast({ icon: "history", text: row === null ? say("history.restored", { revision }) : say("history.fieldRestored", { field: row.label, revision }) });
    setAgainst(null);
  });
  async function name(text: string): Promise<void> {
    setError(null);
    try {
      if (await nameState(address, text)) choose(null);
    } catch (thrown) {
      setError(asApiError(thrown).message);
    }
  }

  if (answer.error !== null) return <Banner tone="error" title={answer.error.message} hint={answer.error.hint} />;
  if (rows.length === 0) return <p className="history-wait tertiary" role="status">{say("history.loading")}</p>;
  return (
    <div className="history" data-help="history">
      <Timeline
        rows={rows} revision={revision} against={other} onChoose={(next) => { choose(next); setAgainst(null); }}
        onAgainst={(next) => next !== revision && setAgainst(String(next))}
      />
      <div className="history-page" data-pane-start>
        {error === null ? null : <Banner tone="error" title={error} />}
        <header className="history-head">
          <h2 className="history-title">{say("history.revision", { revision })}</h2>
          <Select
            label={say("history.against")} hideLabel size="small" value={compared} onChange={setAgainst}
            options={[{ id: "before", label: say("history.before") }, ...partners(rows, revision, compared).map((row) => ({ id: String(row.revision), label: titleOf(row, say("history.revision", { revision: row.revision })) }))]}
          />
          <span className="push" />
          <NameRevision onName={(text) => void name(text)} />
          <Button look="line" icon="reset" isDisabled={revision === newest} onPress={() => void restore(null)}>{say("history.restore")}</Button>
        </header>
        <p className="history-note small secondary">{dirty ? say("history.unsaved") : say("history.hint")}</p>
        {other === null ? <EmptyState title={say("history.first")} /> : (
          <Comparison address={address} from={Math.min(revision, other)} to={Math.max(revision, other)} restorable={revision !== newest && other === newest} onRestore={(row) => void restore(row)} />
        )}
      </div>
    </div>
  );
}

/** Revisions offered in the list beside those of the timeline: the present, named ones, the latest, the chosen one. */
function partners(rows: HistoryRow[], revision: number, compared: string): HistoryRow[] {
  const named = rows.filter((row) => row.name !== null).slice(0, NAMED);
  const wanted = new Set([...rows.slice(0, LATEST), ...named].map((row) => row.revision));
  return rows.filter((row) => row.revision !== revision && (wanted.has(row.revision) || String(row.revision) === compared));
}

function titleOf(row: HistoryRow, plain: string): string {
  return row.name === null ? plain : `${plain} · ${row.name}`;
}

interface ComparisonProps { address: string; from: number; to: number; restorable: boolean; onRestore: (row: CompareRow) => void }

function Comparison({ address, from, to, restorable, onRestore }: ComparisonProps) {
  const { say } = useMessages();
  const { data, error } = useQuery("entity_compare", { address, from, to });
  const holder = useRef<HTMLDivElement>(null);
  if (error !== null) return <Banner tone="error" title={error.message} hint={error.hint} />;
  if (data === null) return <p className="history-wait tertiary" role="status">{say("history.loading")}</p>;
  if (data.length === 0) return <EmptyState title={say("history.same")} />;
  return (
    <>
      <p className="history-note small secondary">{say("history.changes", { count: data.length })}</p>
      <div ref={holder} className="history-scroll" role="list" tabIndex={0} aria-label={say("merge.fields")}>
        <Virtualizer data={data} scrollRef={holder} itemSize={90}>
          {(row) => (
            <div key={row.path} role="listitem" className="history-row">
              <div className="line">
                <FieldHead row={row} />
                {restorable && row.part !== "source" ? <Button look="quiet" size="small" className="push" onPress={() => onRestore(row)}>{say("history.restoreField", { field: inSentence(row.label) })}</Button> : null}
              </div>
              <div className="history-text"><Words row={row} /></div>
            </div>
          )}
        </Virtualizer>
      </div>
    </>
  );
}

/** One text with both in it; pictures stand side by side. */
function Words({ row: { before, after } }: { row: CompareRow }) {
  const pictures = before?.picture != null || after?.picture != null;
  if (!pictures) return after === null ? <Version told={before} against={{ text: "", cut: false, picture: null }} side="before" /> : <Version told={after} against={before} side="both" />;
  return <div className="history-pictures"><div><Version told={before} against={after} side="before" /></div><div><Version told={after} against={before} side="after" /></div></div>;
}

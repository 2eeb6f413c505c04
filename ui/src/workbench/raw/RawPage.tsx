// The raw original of a piece: the text it came from with the own edits in it, what differs from the source, and the
// list of edits. Originals of apps the piece did not come from are shown and locked.
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { OriginalRow } from "../../bindings";
import { registerCommands } from "../../commands";
import { type Document, useDocument } from "../../documents";
import { Banner, EmptyState, Icon, PagePane, PaneRow, Segmented, SidePane, Switch } from "../../kit";
import { type Messages, useMessages } from "../../messages";
import { useNavigation } from "../../navigation";
import { StatusBar } from "../../shell/StatusBar";
import { EditList } from "./EditList";
import { type RawState, useRawEditing } from "./editing";
import { type Cursor, RawEditor, type RawEditorHandle } from "./RawEditor";
import "./raw.css";

/** Above this size the comparison starts switched off. */
const COMPARE_BELOW = 2_000_000;

export function RawPage({ document, left }: { document: Document; left: ReactNode }) {
  const { say } = useMessages();
  const originals = useDocument(document, (state) => state.entity.originals);
  const [format, setFormat] = useState<string | null>(null);
  const original = originals.find((row) => row.format === format) ?? originals[0];
  if (original === undefined) {
    return (
      <>
        <PaneRow>{left}<PagePane label={say("pane.page")}><EmptyState title={say("raw.none")} /></PagePane></PaneRow>
        <StatusBar />
      </>
    );
  }
  return <Original key={original.format} document={document} left={left} originals={originals} original={original} onFormat={setFormat} />;
}

interface OriginalProps { document: Document; left: ReactNode; originals: OriginalRow[]; original: OriginalRow; onFormat: (format: string) => void }

function Original({ document, left, originals, original, onFormat }: OriginalProps) {
  const { say, bytes } = useMessages();
  const source = useDocument(document, (state) => state.entity.source);
  const side = useNavigation((state) => state.inspector);
  const { format, title, locked } = original;
  const editing = useRawEditing(document, format, title);
  const [against, setAgainst] = useState(original.bytes < COMPARE_BELOW);
  const [cursor, setCursor] = useState<Cursor>({ line: 1, column: 1, pointer: "" });
  const editor = useRef<RawEditorHandle>(null);
  useLayoutEffect(() => registerCommands([{ id: "piece.find", title: "find.raw", icon: "search", keys: ["Mod+F"], run: () => editor.current?.find() }]), []);
  const { view } = editing;
  return (
    <>
      <PaneRow>
        {left}
        <PagePane label={say("workbench.raw")}>
          <div className="raw-bar" data-help="raw">
            {originals.length < 2 ? <span className="medium nowrap">{title}</span> : (
              <Segmented label={say("raw.sources")} size="small" value={format} onChange={onFormat} options={originals.map((row) => ({ id: row.format, label: row.title, ...(row.locked ? { icon: "lock" as const } : {}) }))} />
            )}
            <span className="small secondary cut mono">{source?.format === format && source.fileName !== "" ? source.fileName : ""}</span>
            <span className="small secondary nowrap">{bytes(original.bytes)}</span>
            {locked ? null : <span className="small tertiary nowrap wide-only">{say("raw.theSource")}</span>}
            <span className="push" />
            <Switch label={say("raw.against")} on={against} onChange={setAgainst} />
          </div>
          {locked ? <Banner tone="info" title={say("raw.locked", { title })} /> : null}
          {editing.error === null ? null : <Banner tone="error" title={editing.error} />}
          {editing.state.state === "failed" ? <Banner tone="error" title={say("raw.failed", { reason: editing.state.reason })} /> : null}
          {view === null ? null : !view.json ? <EmptyState title={say("raw.notJson")} /> : (
            <RawEditor
              label={say("raw.editor", { title })} text={editing.text} source={against ? editing.source : null} readOnly={locked} problems={editing.problems}
              onType={editing.type} onCursor={setCursor} handle={editor}
            />
          )}
        </PagePane>
        {side ? (
          <SidePane id="raw-edits" side="right" label={say("raw.edits")}>
            <EditList
              source={view?.source ?? ""} ops={editing.ops} faults={view?.faults ?? []} problems={editing.problems} readOnly={locked} onReset={editing.reset}
              onProblem={(line) => editor.current?.goTo(line)}
            />
          </SidePane>
        ) : null}
      </PaneRow>
      <StatusBar>
        <RawStatus state={editing.state} tolerated={editing.problems.length} say={say} />
        <span className="status-line" />
        <span className="nowrap">{say("raw.place", { line: cursor.line, column: cursor.column })}</span>
        <bdi className="mono cut" title={say("raw.atCursor")}>{cursor.pointer}</bdi>
      </StatusBar>
    </>
  );
}

function RawStatus({ state, tolerated, say }: { state: RawState; tolerated: number; say: Messages["say"] }) {
  const valid = (words: string) => <span className="line said-good nowrap" role="status"><Icon name="ok" size="small" />{words}</span>;
  switch (state.state) {
    case "resting": return valid(say("raw.valid"));
    case "checking": return <span className="nowrap">{say("raw.checking")}</span>;
    case "failed": return <span className="line said-error nowrap"><Icon name="error" size="small" />{say("raw.failed", { reason: state.reason })}</span>;
    case "valid":
      if (state.spellingOnly) return <span className="line cut" role="status"><Icon name="info" size="small" />{say("raw.spelling")}</span>;
      return tolerated === 0 ? valid(say("raw.valid")) : <span className="line said-warning nowrap" role="status"><Icon name="warning" size="small" />{say("raw.tolerated", { count: tolerated })}</span>;
    case "invalid": return (
      <span className="line said-error cut" role="alert"><Icon name="error" size="small" />{say("raw.lastValid", { line: state.problem.line, message: state.problem.message })}</span>
    );
  }
}

// The raw original of a piece: the text it came from with the own edits in it, as a tree and as text, what differs from
// the source, what each key means, and the list of edits. Originals of apps the piece did not come from are locked.
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { registerCommands } from "../../commands";
import { useFormatTitle } from "../../data/formats";
import { type Document, useDocument } from "../../documents";
import { Banner, EmptyState, Icon, PagePane, PaneRow, Segmented, SidePane, Switch } from "../../kit";
import { type Messages, useMessages } from "../../messages";
import { useNavigation } from "../../navigation";
import { StatusBar } from "../../shell/StatusBar";
import { AtCursor } from "./AtCursor";
import { EditList } from "./EditList";
import { type RawState, useRawEditing } from "./editing";
import { goToForm } from "./form";
import { oddKinds, useRawKeys } from "./meaning";
import { useRawPlace } from "./place";
import { type Cursor, RawEditor, type RawEditorHandle } from "./RawEditor";
import { RawTree } from "./RawTree";
import "./raw.css";

/** Above this size the comparison starts switched off. */
const COMPARE_BELOW = 2_000_000;
/** Above this size the kinds of values are not looked at. */
const KINDS_BELOW = 2_000_000;
const VIEW = "ficha.raw.view";

type View = "tree" | "text" | "both";
interface Source { format: string; title: string; bytes: number; locked: boolean; added: boolean }

/** The originals of a piece, and what was written by hand for other apps. */
function useSources(document: Document): Source[] {
  const titleOf = useFormatTitle();
  const originals = useDocument(document, (state) => state.entity.originals);
  const byHand = useDocument(document, ({ entity, native }) => Object.keys(native).filter((format) => (native[format]?.length ?? 0) > 0 && !entity.originals.some((row) => row.format === format)).join("\n"));
  return useMemo(() => [
    ...originals.map(({ format, title, bytes, locked }) => ({ format, title, bytes, locked, added: false })),
    ...byHand.split("\n").filter((format) => format !== "").map((format) => ({ format, title: titleOf(format), bytes: 0, locked: false, added: true })),
  ], [originals, byHand, titleOf]);
}

export function RawPage({ document, left }: { document: Document; left: ReactNode }) {
  const { say } = useMessages();
  const sources = useSources(document);
  const [format, setFormat] = useState<string | null>(null);
  const [place] = useRawPlace(document);
  useEffect(() => {
    if (place !== null) setFormat(place.format);
  }, [place]);
  const source = sources.find((row) => row.format === format) ?? sources[0];
  if (source === undefined) {
    return (
      <>
        <PaneRow>{left}<PagePane label={say("pane.page")}><EmptyState title={say("raw.none")} /></PagePane></PaneRow>
        <StatusBar />
      </>
    );
  }
  return <Original key={source.format} document={document} left={left} sources={sources} original={source} onFormat={setFormat} />;
}

interface OriginalProps { document: Document; left: ReactNode; sources: Source[]; original: Source; onFormat: (format: string) => void }

function Original({ document, left, sources, original, onFormat }: OriginalProps) {
  const { say, bytes } = useMessages();
  const source = useDocument(document, (state) => state.entity.source);
  const side = useNavigation((state) => state.inspector);
  const { format, title, locked, added } = original;
  const editing = useRawEditing(document, format, title);
  const keys = useRawKeys(document, format);
  const [against, setAgainst] = useState(!added && original.bytes < COMPARE_BELOW);
  const [shape, setShape] = useState<View>(() => rememberedView());
  const [cursor, setCursor] = useState<Cursor>({ line: 1, column: 1, pointer: "" });
  const editor = useRef<RawEditorHandle>(null);
  const [place, taken] = useRawPlace(document);
  useLayoutEffect(() => registerCommands([{ id: "piece.find", title: "find.raw", icon: "search", keys: ["Mod+F"], run: () => editor.current?.find() }]), []);
  const { view, valid } = editing;
  const ready = view?.json === true && editing.text.text !== "";
  useEffect(() => {
    if (!ready || place === null || place.format !== format) return;
    editor.current?.goToPointer(place.pointer, true);
    setCursor((held) => ({ ...held, pointer: place.pointer }));
    taken();
  }, [ready, place, format, taken]);
  const problems = useMemo(() => {
    if (locked || valid === "" || valid.length > KINDS_BELOW) return editing.problems;
    const odd = oddKinds(valid, keys).map(({ offset, holds }) => {
      const before = valid.slice(0, offset);
      return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n"), message: say("raw.odd", { holds }), tolerated: true };
    });
    return odd.length === 0 ? editing.problems : [...editing.problems, ...odd];
  }, [editing.problems, keys, locked, say, valid]);
  function show(next: View): void {
    setShape(next);
    localStorage.setItem(VIEW, next);
  }
  const toForm = (pointer: string): void => goToForm(document, format, pointer, keys);
  const label = say("raw.editor", { title });
  return (
    <>
      <PaneRow>
        {left}
        <PagePane label={say("workbench.raw")}>
          <div className="raw-bar" data-help="raw">
            {sources.length < 2 ? <span className="medium nowrap">{title}</span> : (
              <Segmented label={say("raw.sources")} size="small" value={format} onChange={onFormat} options={sources.map((row) => ({ id: row.format, label: row.title, ...(row.locked ? { icon: "lock" as const } : {}) }))} />
            )}
            <span className="small secondary cut mono wide-only">{source?.format === format && source.fileName !== "" ? source.fileName : ""}</span>
            <span className="small secondary nowrap wide-only">{added ? say("raw.addedHere") : bytes(original.bytes)}</span>
            <span className="push" />
            <Segmented label={say("raw.view")} size="small" value={shape} onChange={show} options={[{ id: "tree", label: say("raw.viewTree") }, { id: "text", label: say("raw.viewText") }, { id: "both", label: say("raw.viewBoth") }]} />
            {added ? null : <Switch label={say("raw.against")} on={against} onChange={setAgainst} />}
          </div>
          {locked ? <Banner tone="info" title={say("raw.locked", { title })} /> : null}
          {editing.error === null ? null : <Banner tone="error" title={editing.error} />}
          {editing.state.state === "failed" ? <Banner tone="error" title={say("raw.failed", { reason: editing.state.reason })} /> : null}
          {view === null ? null : !view.json ? <EmptyState title={say("raw.notJson")} /> : (
            <div className={`raw-body raw-${shape}`}>
              {shape === "text" ? null : (
                <RawTree
                  label={say("raw.tree", { title })} text={valid} ops={editing.ops} pointer={cursor.pointer}
                  onChoose={(pointer) => { setCursor((held) => ({ ...held, pointer })); editor.current?.goToPointer(pointer, false); }}
                />
              )}
              {shape === "tree" ? null : (
                <RawEditor
                  label={label} text={editing.text} source={against ? editing.source : null} readOnly={locked} problems={problems} keys={keys} onLink={toForm}
                  onType={editing.type} onCursor={setCursor} handle={editor}
                />
              )}
            </div>
          )}
        </PagePane>
        {side ? (
          <SidePane id="raw-edits" side="right" label={say("raw.edits")}>
            <EditList
              added={added} source={view?.source ?? ""} ops={editing.ops} faults={view?.faults ?? []} problems={problems} readOnly={locked} onReset={editing.reset}
              onProblem={(line) => { show(shape === "tree" ? "both" : shape); editor.current?.goTo(line); }}
            >
              {view?.json === true ? <AtCursor pointer={cursor.pointer} meaning={keys.meaningOf(cursor.pointer)} holds={keys.holds(cursor.pointer)} onLink={toForm} /> : null}
            </EditList>
          </SidePane>
        ) : null}
      </PaneRow>
      <StatusBar>
        <RawStatus state={editing.state} tolerated={editing.problems.length} say={say} />
        <span className="status-line" />
        <span className="nowrap">{say("raw.place", { line: cursor.line, column: cursor.column })}</span>
        <bdi className="mono cut" title={say("raw.atCursor")}>{cursor.pointer}</bdi>
        <span className="push small line nowrap wide-only"><Icon name="link" size="small" />{say("raw.linkMeans")}</span>
      </StatusBar>
    </>
  );
}

/** Both, unless the person chose; in a narrow window the text alone. */
function rememberedView(): View {
  const held = localStorage.getItem(VIEW);
  if (held === "tree" || held === "text" || held === "both") return held;
  return matchMedia("(max-width: 1180px)").matches ? "text" : "both";
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

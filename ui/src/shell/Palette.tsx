// One field over the page that finds commands, pieces and tags. `>` asks for commands only, `@` for pieces, `#` for tags.
// Nine results at most; what a command cannot do now is said beside it.
import { type KeyboardEvent, useId, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { KeyCap, Icon, Name } from "../kit";
import { useMessages } from "../messages";
import { goTo, navigation, useNavigation } from "../navigation";
import { type Finding, useFindings } from "./findings";
import "./Palette.css";

function Row({ id, finding, on, onRun, onHover }: { id: string; finding: Finding; on: boolean; onRun: () => void; onHover: () => void }) {
  const ref = (element: HTMLDivElement | null): void => {
    if (on) element?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div
      ref={ref} id={id} role="option" aria-selected={on} aria-disabled={finding.off !== null || undefined} className={`palette-row ${finding.off === null ? "" : "palette-off"}`}
      onMouseMove={onHover} onClick={onRun}
    >
      <Icon name={finding.icon} size="small" />
      <Name text={finding.title} />
      <span className="palette-note cut grow">{finding.off ?? finding.note}</span>
      {finding.cap === null ? null : <KeyCap>{finding.cap}</KeyCap>}
    </div>
  );
}

function PaletteBody({ close }: { close: () => void }) {
  const { say } = useMessages();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { groups, total, away } = useFindings(text);
  const list = useId();
  const rows = groups.flatMap((group) => group.rows);
  const cursor = Math.min(at, rows.length - 1);

  function run(finding: Finding | undefined): void {
    if (finding === undefined || finding.off !== null) return;
    close();
    finding.run();
  }
  function pressed(event: KeyboardEvent): void {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0 && rows.length > 0) {
      event.preventDefault();
      setAt((cursor + by + rows.length) % rows.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(rows[cursor]);
    }
  }
  function showAll(): void {
    close();
    navigation.set({ search: text.replace(/^[@#>]\s*/, "") });
    goTo("library");
  }
  let index = -1;
  return (
    <>
      <div className="palette-field">
        <Icon name="search" />
        <input
          autoFocus dir="auto" className="palette-input" value={text} placeholder={say("palette.field")} aria-label={say("palette.label")} role="combobox"
          aria-expanded={rows.length > 0} aria-controls={list} aria-activedescendant={rows.length === 0 ? undefined : `${list}-${cursor}`}
          autoComplete="off" spellCheck={false} onChange={(event) => { setText(event.target.value); setAt(0); }} onKeyDown={pressed}
        />
        <KeyCap>Esc</KeyCap>
      </div>
      <div id={list} className="palette-list" role="listbox" aria-label={say("palette.label")}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className="palette-title" aria-hidden="true">{group.title}</div>
            {group.rows.map((finding) => {
              index += 1;
              const here = index;
              return (
                <Row key={finding.id} id={`${list}-${here}`} finding={finding} on={here === cursor} onHover={() => setAt(here)} onRun={() => run(finding)} />
              );
            })}
          </div>
        ))}
      </div>
      {rows.length === 0 && text !== "" ? <p className="palette-foot">{say("palette.nothing", { text })}</p> : null}
      {away ? <p className="palette-foot">{say("palette.away")}</p> : null}
      {total > rows.length && text !== "" ? (
        <button type="button" className="palette-foot palette-all" onClick={showAll}>{say("palette.all", { count: total })}</button>
      ) : <p className="palette-foot tertiary">{say("palette.signs")}</p>}
    </>
  );
}

export function Palette() {
  const { say } = useMessages();
  const open = useNavigation((state) => state.palette);
  const close = (): void => navigation.set({ palette: false });
  return (
    <ModalOverlay className="palette-scrim" isOpen={open} onOpenChange={(next) => !next && close()} isDismissable>
      <Modal className="palette">
        <Dialog className="palette-body" aria-label={say("palette.label")}><PaletteBody close={close} /></Dialog>
      </Modal>
    </ModalOverlay>
  );
}

// The help beside the page: the topic of the panel that had the focus, all topics with a search, and the keys in force.
import { useEffect, useRef, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { capOf, useCommands } from "../commands";
import { IconButton, KeyCap, Roving, SearchField, SidePane } from "../kit";
import { useMessages } from "../messages";
import { help, useHelp } from "./state";
import { type Topic, TOPICS } from "./topics";
import "./help.css";

/** Lines as paragraphs, runs of "- " as lists. */
function Text({ text }: { text: string }) {
  const parts: (string | string[])[] = [];
  for (const line of text.split("\n")) {
    const last = parts[parts.length - 1];
    if (!line.startsWith("- ")) parts.push(line);
    else if (Array.isArray(last)) last.push(line.slice(2));
    else parts.push([line.slice(2)]);
  }
  return parts.map((part, at) => (Array.isArray(part) ? <ul key={at}>{part.map((item) => <li key={item}>{item}</li>)}</ul> : <p key={at}>{part}</p>));
}

function Keys() {
  const { say } = useMessages();
  const commands = useCommands().filter(({ keys, hidden }) => (keys ?? []).length > 0 && hidden !== true);
  return (
    <>
      <h3>{say("help.keys")}</h3>
      <dl className="help-keys">
        {commands.map((command) => (
          <div key={command.id} className="help-key"><dt>{say(command.title, command.values?.())}</dt><dd>{(command.keys ?? []).slice(0, 1).map((chord) => <KeyCap key={chord}>{capOf(chord)}</KeyCap>)}</dd></div>
        ))}
      </dl>
    </>
  );
}

function All() {
  const { say } = useMessages();
  const [text, setText] = useState("");
  const words = text.toLocaleLowerCase().split(/\s+/);
  const found = TOPICS.filter((topic) => words.every((word) => `${say(topic.title)} ${say(topic.text)}`.toLocaleLowerCase().includes(word)));
  return (
    <>
      <SearchField label={say("help.find")} placeholder={say("help.find")} clearLabel={say("common.clear")} value={text} onChange={setText} />
      <Roving className="help-topics" label={say("help.all")}>
        {found.map(({ id, title }) => <button key={id} type="button" className="pane-item" onClick={() => help.set({ topic: id })}>{say(title)}</button>)}
      </Roving>
      {found.length === 0 ? <p className="secondary" role="status">{say("help.nothing")}</p> : null}
    </>
  );
}

export function HelpPane() {
  const { say } = useMessages();
  const open = useHelp((state) => state.open);
  const topic = useHelp((state) => state.topic);
  const head = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  const over = useRef(false);
  const before = useRef(false);
  if (open && !before.current) over.current = document.querySelector(".dialog") !== null;
  before.current = open;
  useEffect(() => {
    if (!open) return;
    opener.current ??= document.activeElement;
    head.current?.focus();
  }, [open, topic]);
  if (!open) return null;
  function close(): void {
    help.set({ open: false });
    if (opener.current instanceof HTMLElement) opener.current.focus();
    opener.current = null;
  }
  const shown: Topic | undefined = TOPICS.find(({ id }) => id === topic);
  const inside = (
    <>
      <div className="pane-head help-head">
        {shown === undefined ? null : <IconButton icon="back" size="small" label={say("help.all")} onPress={() => help.set({ topic: null })} />}
        <h2 ref={head} className="pane-title" tabIndex={-1} data-pane-start>{shown === undefined ? say("help.label") : say(shown.title)}</h2>
        <span className="push" />
        <IconButton icon="close" size="small" label={say("common.close")} cap="Esc" onPress={close} />
      </div>
      <div className="pane-scroll help-body" data-help={topic ?? undefined}>{shown === undefined ? <All /> : <Text text={say(shown.text)} />}{shown === undefined ? <Keys /> : null}</div>
    </>
  );
  // A dialog lets nothing beside it be reached, so its help lies over it.
  if (over.current) {
    return (
      <ModalOverlay className="dialog-scrim" isOpen isDismissable onOpenChange={(next) => !next && close()}>
        <Modal className="help-over"><Dialog className="help-dialog" aria-label={say("help.label")}>{inside}</Dialog></Modal>
      </ModalOverlay>
    );
  }
  return (
    <div
      className="help-holder"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        close();
      }}
    >
      <SidePane id="help" side="right" label={say("help.label")} width={340}>{inside}</SidePane>
    </div>
  );
}

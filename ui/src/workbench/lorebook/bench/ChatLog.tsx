// The chat on the bench: its messages with the words that called something marked, and the line one tries. One can look at
// the chat as it was at any message, for entries that stay, rest or wait.
import type { ClipboardEvent, KeyboardEvent } from "react";
import type { LoreMark } from "../../../bindings";
import type { Document } from "../../../documents";
import { Authored, IconButton, Segmented, TextArea, visible } from "../../../kit";
import { useMessages } from "../../../messages";
import { chatOf, isLog, readLog, useChat } from "./chat";

/** Messages drawn of a long chat: the last ones, which are what is looked at. */
const SHOWN = 60;

export function ChatLog({ document, marks }: { document: Document; marks: readonly LoreMark[] }) {
  const { say } = useMessages();
  const chat = useChat(document, (state) => state);
  const store = chatOf(document);
  const { messages, line, speaker, upTo, companion } = chat;
  const names = { user: chat.user || say("trial.user"), character: companion?.name ?? say("trial.character") };
  const end = upTo ?? messages.length;
  const first = Math.max(0, messages.length - SHOWN);

  function add(): void {
    if (line.trim() === "") return;
    store.set({ messages: [...messages, { name: names[speaker], text: line.trim() }], line: "", upTo: null, speaker: speaker === "user" ? "character" : "user" });
  }
  function pressed(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || (event.nativeEvent as { isComposing?: boolean }).isComposing === true) return;
    event.preventDefault();
    add();
  }
  function pasted(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text/plain");
    if (!isLog(text) || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    store.set({ messages: [...messages, ...readLog(text, names[speaker])], upTo: null });
  }
  return (
    <section className="trial-chat" aria-label={say("trial.chat")} onPasteCapture={pasted}>
      {messages.length === 0 ? <p className="small tertiary">{say("trial.empty")}</p> : (
        <ol className="trial-log">
          {messages.slice(first).map((message, index) => {
            const at = first + index;
            const mine = marks.filter((mark) => mark.message === at);
            return (
              <li key={at} className={`trial-message ${at >= end ? "trial-later" : ""}`}>
                <button type="button" className="trial-name" aria-label={say("trial.lookHere")} aria-pressed={upTo === at + 1} onClick={() => store.set({ upTo: at + 1 === messages.length ? null : at + 1 })}><Authored text={message.name ?? ""} cut /></button>
                <span dir="auto" className="trial-text">{marked(message.text ?? "", mine)}</span>
                <IconButton icon="close" size="small" label={say("trial.remove")} onPress={() => store.set({ messages: messages.filter((_, other) => other !== at), upTo: null })} />
              </li>
            );
          })}
        </ol>
      )}
      <TextArea
        label={say("trial.try")} hideLabel placeholder={say("trial.try")} value={line} prose={false} rows={1} help={messages.length === 0 ? say("trial.tryHint") : undefined} onKeyDown={pressed}
        onChange={(next) => store.set({ line: next, upTo: null })}
      />
      <div className="trial-tools">
        <Segmented size="small" label={say("trial.speaker")} value={speaker} onChange={(next) => store.set({ speaker: next })} options={[{ id: "user", label: names.user }, { id: "character", label: names.character }]} />
        {messages.length === 0 ? null : (
          <>
            <IconButton icon="back" size="small" label={say("trial.earlier")} isDisabled={end <= 1} onPress={() => store.set({ upTo: end - 1 })} />
            <span className="small tertiary nowrap" title={say("trial.upTo", { number: end, count: messages.length })}>{end}/{messages.length}</span>
            <IconButton icon="right" size="small" label={say("trial.later")} isDisabled={upTo === null} onPress={() => store.set({ upTo: end + 1 >= messages.length ? null : end + 1 })} />
            <IconButton icon="trash" size="small" label={say("trial.clear")} className="push" onPress={() => store.set({ messages: [], upTo: null })} />
          </>
        )}
      </div>
    </section>
  );
}

/** A text with the words marked that called something; marks that overlap are drawn once. */
function marked(text: string, marks: readonly LoreMark[]): React.ReactNode {
  const parts: React.ReactNode[] = [];
  let from = 0;
  for (const mark of marks) {
    if (mark.from < from || mark.until > text.length) continue;
    parts.push(<span key={`${mark.from}t`}>{visible(text.slice(from, mark.from))}</span>, <mark key={mark.from} className="trial-mark">{visible(text.slice(mark.from, mark.until))}</mark>);
    from = mark.until;
  }
  return <>{parts}{visible(text.slice(from))}</>;
}

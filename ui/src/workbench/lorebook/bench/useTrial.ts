// What the chat wakes, asked a moment after the last key. A question that a newer one overtakes is stopped.
import { useEffect, useRef, useState } from "react";
import type { ApiError, LoreChat, LoreTrial } from "../../../bindings";
import { announceJob } from "../../../data/jobs";
import { type Document, useDocument } from "../../../documents";
import { asApiError, invoke, newJob } from "../../../host";
import { messages as catalogue } from "../../../messages";
import { type Chat, useChat } from "./chat";

const AFTER = 250;
/** A question that has run for less is nearly answered; stopping it gains nothing. */
const WORTH_STOPPING = 3_000;

export interface Trial { trial: LoreTrial | null; error: ApiError | null; asking: boolean; shown: LoreChat["messages"] }

/** The messages as they are tried out: up to where one looks, with the line that is being written. */
export function messagesOf({ messages, line, speaker, user, upTo, companion }: Chat, words: { user: string; character: string }): NonNullable<LoreChat["messages"]> {
  if (upTo !== null) return messages.slice(0, upTo);
  if (line.trim() === "") return [...messages];
  const name = speaker === "user" ? user || words.user : companion?.name ?? words.character;
  return [...messages, { name, text: line }];
}

export function useTrial(document: Document, words: { user: string; character: string }): Trial {
  const body = useDocument(document, (state) => state.body);
  const chat = useChat(document, (state) => state);
  const [trial, setTrial] = useState<Trial>({ trial: null, error: null, asking: true, shown: [] });
  const took = useRef(0);
  const { user, character } = words;
  useEffect(() => {
    let gone = false;
    let running = false;
    let since = 0;
    const job = newJob("bench");
    const messages = messagesOf(chat, { user, character });
    const asked: LoreChat = {
      messages, user: chat.user || user, character: chat.companion?.name ?? character, filters: chat.companion?.filters ?? [], generation: chat.generation,
      sources: chat.companion?.sources ?? {}, books: chat.books.map(({ address }) => address),
    };
    const timer = setTimeout(() => {
      running = true;
      const from = performance.now();
      since = from;
      announceJob(job, catalogue().say("trial.running"));
      setTrial((old) => ({ ...old, asking: true }));
      invoke("lore_bench", { body, chat: asked, rules: chat.rules, job }).then(
        (found) => {
          running = false;
          took.current = performance.now() - from;
          if (!gone) setTrial({ trial: found, error: null, asking: false, shown: messages });
        },
        (thrown: unknown) => {
          running = false;
          if (!gone) setTrial((old) => ({ ...old, error: asApiError(thrown), asking: false }));
        },
      );
    }, Math.max(AFTER, Math.min(took.current, 3_000)));
    return () => {
      gone = true;
      clearTimeout(timer);
      if (running && performance.now() - since > WORTH_STOPPING) void invoke("job_cancel", { job }).catch(() => undefined);
    };
  }, [body, chat, user, character]);
  return trial;
}

// What the engine said, in the language of the window: its English sentence as it is, or in another language the
// sentence of its code with the English particulars behind it.
import { en } from "../messages/en";
import { type MessageId, useMessages } from "../messages";

function messageOf(code: string): MessageId | null {
  const id = `note.${code}`;
  return id in en ? (id as MessageId) : null;
}

/** Codes whose own sentence says it all. */
const WHOLE = new Set(["no-place", "older-variant", "mirrored-text", "joined-text"]);

export function Said({ code, text }: { code: string; text: string }) {
  const { say, language } = useMessages();
  const id = messageOf(code);
  if (language === "en" || id === null) return <>{text}</>;
  if (WHOLE.has(code)) return <>{say(id)}</>;
  return <>{say(id)} <span className="tertiary" lang="en">{text}</span></>;
}

// A field's name inside a sentence, and the name of the step that edits it.
import { messages } from "../../messages";

/** English writes a field's name small within a sentence; Chinese knows no difference. */
export function inSentence(label: string): string {
  const [first = "", second = ""] = label;
  // A name that is an abbreviation stays as it is.
  if (messages().language !== "en" || second === second.toUpperCase() && second !== second.toLowerCase()) return label;
  return first.toLocaleLowerCase("en") + label.slice(first.length);
}

export function stepOf(label: string): string {
  return messages().say("step.edit", { field: inSentence(label) });
}

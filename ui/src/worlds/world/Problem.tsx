// A problem of a world in the language of the window: in English the sentence of the studio, else the sentence of its
// code with the particulars behind it. Which document it lies in is said by name.
import { en } from "../../messages/en";
import { type MessageId, useMessages } from "../../messages";
import { type Named, nameAt } from "./names";
import { fieldLabel } from "./form/labels";
import { FILES, INFO, LIST_OF, partsOfRef, pathOfPointer, placeOf, type WorldFile } from "./model";
import type { WorldProblem } from "./wire";

function titleOf(code: string): MessageId | null {
  const id = `world.problem.${code}`;
  return id in en ? (id as MessageId) : null;
}

/** What is the matter, in a sentence. */
export function useProblemText(): (problem: Pick<WorldProblem, "code" | "message">) => string {
  const { say, language } = useMessages();
  return ({ code, message }) => {
    const title = titleOf(code);
    return language === "en" || title === null ? message : `${say(title)}${language === "zh" ? "（" : " ("}${message}${language === "zh" ? "）" : ")"}`;
  };
}

/** Where a problem or finding lies, in words: the document's name and the field's. */
export function usePlaceWords(names: readonly Named[]): (place: string) => string {
  const { say } = useMessages();
  return (place) => {
    const { file, pointer } = placeOf(place);
    const parts = partsOfRef(file);
    const name = parts !== null ? nameAt(names, file) : file === INFO ? say("world.info") : (FILES as readonly string[]).includes(file) ? say(`world.file.${LIST_OF[file as WorldFile] as "relationships" | "variables" | "commands" | "triggers"}`) : file;
    const key = pathOfPointer(pointer).split(/[.[]/)[0] ?? "";
    const field = key === "" || key in LISTS ? "" : fieldLabel(parts?.folder ?? file, key);
    return field === "" ? name : say("world.placeField", { name, field });
  };
}
const LISTS: Record<string, true> = { relationships: true, variables: true, commands: true, triggers: true };

// The kinds of generation a block takes part in. None means all of them.
import type { Document } from "../../documents";
import { useMessages } from "../../messages";
import { Words } from "../fields/Words";

/** The kinds the apps know; another word of a file is offered as it is. */
export const TRIGGERS = ["normal", "continue", "impersonate", "swipe", "regenerate", "quiet"] as const;

export function Triggers({ document, path }: { document: Document; path: string }) {
  const { say } = useMessages();
  return <Words document={document} path={path} label={say("preset.triggers")} hint={say("preset.triggersHint")} options={TRIGGERS.map((id) => ({ id, label: say(`preset.trigger.${id}`) }))} />;
}

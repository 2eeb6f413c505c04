// An empty optional field is one quiet line that adds it, not a box.
import { type ReactNode, useState } from "react";
import { type Document, useValue } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { showHere } from "../goto";
import { inSentence } from "./names";

export interface OptionalProps { document: Document; path: string; label: string; children: ReactNode }

export function Optional({ document, path, label, children }: OptionalProps) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const [wanted, want] = useState(false);
  function add(): void {
    want(true);
    showHere(path);
  }
  if (value !== undefined || wanted) return children;
  return <Button icon="add" look="plain" size="small" className="add-field" onPress={add}>{say("workbench.addField", { field: inSentence(label) })}</Button>;
}

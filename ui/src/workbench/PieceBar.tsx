// The bar of an open piece: its steps, how far it is saved, and the way out. The save line never becomes a toast: it
// stands where one looks for it.
import { PieceMark } from "../checks/Mark";
import { capOf, commandOf, runCommand } from "../commands";
import { type Document, type DocumentState, useDocument, useText } from "../documents";
import { Button, Icon, IconButton } from "../kit";
import { type Messages, useMessages } from "../messages";
import { namePath } from "./goto";
import { usePieceName } from "./name";

export function PieceBar({ document }: { document: Document }) {
  const messages = useMessages();
  const { say } = messages;
  const line = useDocument(document, (state) => state.line);
  const saved = useDocument(document, (state) => saveLine(state, messages));
  const failed = useDocument(document, ({ save }) => save.state === "failed");
  const kind = useDocument(document, ({ entity }) => entity.kind);
  const own = useText(document, namePath(kind));
  const piece = usePieceName(document);
  const name = kind === "character" ? own : piece;
  const back = line.steps[line.position - 1]?.label;
  const on = line.steps[line.position]?.label;
  return (
    <section className="piece-bar-holder" aria-label={say("workbench.bar")}>
      <h1 className="aside-text">{name.trim() === "" ? say("common.noName") : name}</h1>
      <div className="piece-bar" role="toolbar" aria-label={say("workbench.bar")}>
        <IconButton icon="undo" label={say("commands.undoStep", { step: back ?? "none" })} cap={capOfCommand("entity.undo")} isDisabled={back === undefined} onPress={() => document.undo()} />
        <IconButton icon="redo" label={say("commands.redoStep", { step: on ?? "none" })} cap={capOfCommand("entity.redo")} isDisabled={on === undefined} onPress={() => document.redo()} />
        <span className="piece-bar-line" />
        <IconButton icon="search" label={say("find.open")} cap={capOfCommand("piece.find")} onPress={() => void runCommand("piece.find")} />
        <IconButton icon="eye" label={say("preview.open")} cap={capOfCommand("piece.preview")} onPress={() => void runCommand("piece.preview")} />
        <span className={`small line ${failed ? "said-error" : "secondary"}`} role="status">{failed ? <Icon name="error" size="small" /> : null}{saved}</span>
        <span className="push" />
        <PieceMark document={document} />
        <Button look="fill" icon="export" onPress={() => void runCommand("entity.export")}>{say("commands.export")}</Button>
      </div>
    </section>
  );
}

function capOfCommand(id: string): string | undefined {
  const chord = commandOf(id)?.keys?.[0];
  return chord === undefined ? undefined : capOf(chord);
}

function saveLine({ save, entity }: DocumentState, { say, clock }: Messages): string {
  switch (save.state) {
    case "saved": return say("save.saved", { time: clock(save.at), revision: entity.revision });
    case "draft": return say("save.draft", { time: clock(save.at), revision: entity.revision });
    case "typing": return say("save.typing", { revision: entity.revision });
    case "saving": return say("save.saving");
    case "failed": return say("save.failed", { time: clock(save.since) });
  }
}

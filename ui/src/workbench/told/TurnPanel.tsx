// The one text a preset makes for a text completion: what is said in the chat, and around it the marks of the template.
import type { CompiledTurn } from "../../bindings";
import { type Document, useDocument } from "../../documents";
import { invoke } from "../../host";
import { Banner, Button, visible } from "../../kit";
import { useMessages } from "../../messages";
import { useSettings } from "../../settings/current";
import { castOf, useCast } from "./cast";
import { CastBar } from "./CastBar";
import { useTold } from "./useTold";
import "./told.css";

export function TurnPanel({ document }: { document: Document }) {
  const { say } = useMessages();
  const body = useDocument(document, (state) => state.body);
  const chosen = useCast();
  const tokenizer = useSettings((settings) => settings.tokenizer);
  const { told, error } = useTold<CompiledTurn>(() => invoke("preset_turn", { body, cast: castOf(chosen), tokenizer }), [body, chosen, tokenizer]);
  return (
    <div className="pane-scroll told-panel" data-help="preset">
      <CastBar triggers={false} />
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      {told === null ? null : (
        <>
          <div className="bench-head told-head"><h3>{say("told.turn")}</h3><span className="small tertiary">{say("told.tokens", { count: told.tokens })}</span></div>
          {told.pieces.length === 0 ? <p className="small tertiary">{say("told.turnEmpty")}</p> : (
            <>
              <pre className="turn-text" dir="auto">{told.pieces.map((piece, at) => <span key={at} className={`${piece.mark ? "turn-mark" : ""} turn-${piece.kind}`} title={say(`told.piece.${piece.kind}`)}>{visible(piece.text)}</span>)}</pre>
              <p className="small tertiary line turn-legend"><span className="turn-mark mono">{say("told.mark")}</span>{say("told.markHint")}</p>
              <Button look="quiet" size="small" icon="copy" onPress={() => void navigator.clipboard.writeText(told.pieces.map(({ text }) => text).join(""))}>{say("workbench.copyText")}</Button>
            </>
          )}
        </>
      )}
    </div>
  );
}

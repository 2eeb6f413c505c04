// What a preset sends for a chat completion, block by block in the order it is sent, with the tokens of each. Blocks that
// send nothing stand where they would be and say why.
import { useMemo, useRef, useState } from "react";
import { Virtualizer } from "virtua";
import type { AssembledBlock, AssembledPreset } from "../../bindings";
import { type Document, useDocument } from "../../documents";
import { invoke } from "../../host";
import { Banner, Button, Icon, Name, Switch, visible } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { useSettings } from "../../settings/current";
import { showField } from "../goto";
import { castOf, useCast } from "./cast";
import { CastBar } from "./CastBar";
import { useTold } from "./useTold";
import "./told.css";

/** Signs of a block shown before it is opened. */
const SHOWN = 320;

const KINDS: Record<string, MessageId> = {
  chat: "told.block.chat", newChat: "told.block.newChat", newExample: "told.block.newExample", example: "told.block.example", depthPrompt: "told.block.depthPrompt", persona: "told.block.persona",
};
const LEFT: Record<NonNullable<AssembledBlock["left"]>, MessageId> = {
  off: "told.left.off", "group-off": "told.left.groupOff", trigger: "told.left.trigger", empty: "told.left.empty", "in-chat": "told.left.inChat",
};

export function AssemblyPanel({ document }: { document: Document }) {
  const { say } = useMessages();
  const body = useDocument(document, (state) => state.body);
  const chosen = useCast();
  const tokenizer = useSettings((settings) => settings.tokenizer);
  const [all, showAll] = useState(false);
  const holder = useRef<HTMLDivElement>(null);
  const { told, error, asking } = useTold<AssembledPreset>(() => invoke("preset_assemble", { body, cast: castOf(chosen), tokenizer }), [body, chosen, tokenizer]);
  const blocks = useMemo(() => (told?.blocks ?? []).filter(({ left }) => all || left === null || left === "in-chat"), [told, all]);
  const left = (told?.blocks ?? []).filter((block) => block.left !== null && block.left !== "in-chat").length;
  return (
    <div ref={holder} className="pane-scroll told-panel" data-help="preset">
      <CastBar triggers />
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      {told === null ? null : (
        <>
          <div className="bench-head told-head" aria-busy={asking}>
            <h3>{say("told.sent")}</h3><span className="small tertiary" role="status">{say("told.blocks", { count: told.blocks.length - left, tokens: told.tokens })}</span>
            {left === 0 ? null : <span className="push"><Switch label={<span className="small">{say("told.showLeft", { count: left })}</span>} on={all} onChange={showAll} /></span>}
          </div>
          <Virtualizer scrollRef={holder} startMargin={200}>
            {blocks.map((block, at) => <Block key={`${block.id}-${at}`} block={block} />)}
          </Virtualizer>
        </>
      )}
    </div>
  );
}

function Block({ block }: { block: AssembledBlock }) {
  const { say, number } = useMessages();
  const [open, setOpen] = useState(false);
  const { row, left, text, role, depth, tokens, overridden } = block;
  const kind = KINDS[block.id];
  const name = block.name.trim() !== "" ? block.name : row === null && kind !== undefined ? say(kind) : block.id;
  const long = text.length > SHOWN;
  return (
    <div className={`told-block told-role-${role} ${left === null ? "" : "told-block-left"}`}>
      <div className="line">
        {row === null ? <span className="medium cut grow">{name}</span> : <button type="button" className="rule-link grow" onClick={() => showField(`prompts[${row}].content`)}><Name text={name} className="medium" /></button>}
        <span className="small tertiary nowrap">{left !== null ? say(LEFT[left]) : say(`told.role.${role === "user" || role === "assistant" || role === "tool" ? role : "system"}`)}{depth === null ? "" : ` @${number(depth)}`}</span>
        <span className="pane-count">{left === null && text !== "" ? number(tokens) : ""}</span>
      </div>
      {overridden ? <p className="small said-info line"><Icon name="info" size="small" />{say("told.overridden")}</p> : null}
      {left !== null || text === "" ? null : <p className="told-text small" dir="auto">{visible(open || !long ? text : `${text.slice(0, SHOWN)}…`)}</p>}
      {left === null && long ? <Button look="quiet" size="small" onPress={() => setOpen(!open)}>{say(open ? "told.less" : "told.more")}</Button> : null}
    </div>
  );
}

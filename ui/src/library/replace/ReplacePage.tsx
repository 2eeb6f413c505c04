// Find and replace in many pieces, in the place of the list: words, what each place would become, which of them, the run.
import { useEffect, useRef } from "react";
import { Banner, Button, EmptyState, IconButton, SearchField, TextField } from "../../kit";
import { useMessages } from "../../messages";
import { FindToggles } from "../../workbench/find/FindToggles";
import { closesBy, library } from "../state";
import { ReplaceRows } from "./ReplaceRows";
import { Report } from "./Report";
import { chosenOf, look, replace, runReplace, stopLooking, useReplace } from "./state";
import "./replace.css";

const LOOK_AFTER = 350;

function close(): void {
  stopLooking();
  library.set({ page: null });
}

function Words() {
  const { say } = useMessages();
  const wanted = useReplace((state) => state.wanted);
  const replacement = useReplace((state) => state.replacement);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => void look(), LOOK_AFTER);
    return () => clearTimeout(timer);
  }, [wanted, replacement]);
  return (
    <div className="replace-words">
      <SearchField
        label={say("find.find")} placeholder={say("find.find")} clearLabel={say("common.clear")} value={wanted.text} inputRef={field} className="find-words"
        onChange={(text) => replace.set({ wanted: { ...wanted, text } })}
      />
      <FindToggles wanted={wanted} onChange={(part) => replace.set({ wanted: { ...wanted, ...part } })} />
      <TextField label={say("find.replace")} placeholder={say("find.replace")} hideLabel value={replacement} className="find-words" onChange={(next) => replace.set({ replacement: next })} />
    </div>
  );
}

function Answer() {
  const { say } = useMessages();
  const found = useReplace((state) => state.found);
  const run = useReplace((state) => state.run);
  const text = useReplace((state) => state.wanted.text);
  if (run !== null) return <Report run={run} />;
  if (text === "" || found === null) return <EmptyState title={say("replace.start")} />;
  if (found.pieces.length === 0) return <EmptyState title={say("replace.none")} />;
  return <ReplaceRows pieces={found.pieces} />;
}

export function ReplacePage() {
  const { say } = useMessages();
  const addresses = useReplace((state) => state.addresses);
  const found = useReplace((state) => state.found);
  const fault = useReplace((state) => state.fault);
  const unsaved = useReplace((state) => state.unsaved);
  const looking = useReplace((state) => state.looking);
  const run = useReplace((state) => state.run);
  const places = useReplace((state) => chosenOf(state).places);
  const pieces = useReplace((state) => chosenOf(state).pieces);
  const empty = useReplace((state) => state.replacement === "");
  useEffect(() => stopLooking, []);
  return (
    <section className="replace-page" aria-label={say("replace.title", { count: addresses.length })} data-help="replace" onKeyDown={closesBy(close)}>
      <header className="replace-head">
        <h2 className="medium">{say("replace.title", { count: addresses.length })}</h2>
        <span className="push" />
        <IconButton icon="close" label={say("replace.back")} cap="Esc" onPress={close} />
      </header>
      <Words />
      {fault === null ? null : <Banner tone="error" title={fault.message} hint={fault.hint ?? undefined} />}
      {found?.fault == null ? null : <Banner tone="warning" title={found.fault} />}
      {unsaved === 0 ? null : <Banner tone="warning" title={say("replace.unsaved", { count: unsaved })} />}
      <Answer />
      <footer className="replace-foot">
        <span role="status" className="small secondary">
          {looking ? say("replace.looking") : run !== null || found === null || found.total === 0 ? "" : say("replace.found", { total: places, pieces })}
          {found !== null && found.untold > 0 && run === null ? ` ${say("replace.untold", { count: found.untold })}` : ""}
        </span>
        {empty && places > 0 && run === null ? <span className="small tertiary">{say("replace.nothing")}</span> : null}
        <span className="push" />
        {run === null ? <Button look="fill" isDisabled={places === 0 || looking} onPress={() => void runReplace()}>{say("replace.run", { count: places })}</Button>
          : <Button look="line" onPress={() => void look()}>{say("run.again")}</Button>}
      </footer>
    </section>
  );
}

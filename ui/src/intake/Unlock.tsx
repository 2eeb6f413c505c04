// The password of an encrypted file: the button that asks for it, and the question. It is sent once and kept nowhere.
import { useState } from "react";
import type { StagedRow } from "../bindings";
import { Button, Dialog, TextField } from "../kit";
import { useMessages } from "../messages";
import { isLocked, unlock } from "./acts";
import { staged, useStaged } from "./staged";

/** Offers to give the password of a file; nothing where none is wanted. */
export function UnlockButton({ row, inList = false }: { row: StagedRow; inList?: boolean }) {
  const { say } = useMessages();
  if (!isLocked(row)) return null;
  return (
    <Button size={inList ? "small" : "base"} look="line" excludeFromTabOrder={inList} onPress={() => staged.set({ chosen: row.id, unlocking: row.id })}>
      {say("unlock.give")}
    </Button>
  );
}

function Question({ row }: { row: StagedRow }) {
  const { say } = useMessages();
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const close = (): void => staged.set({ unlocking: null });
  async function open(): Promise<void> {
    setBusy(true);
    const fresh = await unlock(row, password);
    setBusy(false);
    if (fresh === null || !isLocked(fresh)) close();
    else setWrong(true);
  }
  return (
    <Dialog
      open title={say("unlock.title")} onClose={close} closeLabel={say("common.close")}
      footer={<><Button onPress={close}>{say("common.cancel")}</Button><Button look="fill" isDisabled={busy || password === ""} onPress={() => void open()}>{say("unlock.open")}</Button></>}
    >
      <p><bdi className="mono">{row.fileName}</bdi></p>
      <form onSubmit={(event) => { event.preventDefault(); if (password !== "" && !busy) void open(); }}>
        <TextField
          label={say("unlock.password")} type="password" autoFocus value={password} help={say("unlock.kept")}
          fault={wrong ? say("unlock.wrong") : null} onChange={(value) => { setPassword(value); setWrong(false); }}
        />
      </form>
    </Dialog>
  );
}

/** The question for the file whose password is wanted. */
export function UnlockQuestion() {
  const row = useStaged(({ rows, unlocking }) => rows.find(({ id }) => id === unlocking) ?? null);
  return row === null ? null : <Question key={row.id} row={row} />;
}

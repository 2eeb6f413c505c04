// Who is played: one of the characters, or somebody new; one press, and a story can begin.
import { useState } from "react";
import type { ApiError } from "../../bindings";
import { useQuery } from "../../data/queries";
import { asApiError, invoke } from "../../host";
import { Button, Select, TextField } from "../../kit";
import { useMessages } from "../../messages";
import { refreshWorlds } from "../fresh";

export function Player({ world }: { world: string }) {
  const { say } = useMessages();
  const opened = useQuery("world_open", { world }).data;
  const [chosen, choose] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [fault, setFault] = useState<ApiError | null>(null);
  const characters = opened?.rows.filter((row) => row.document.startsWith("characters/")) ?? [];
  const document = characters.find((row) => row.document === chosen)?.document ?? characters[0]?.document ?? null;
  const play = (who: { document: string } | { name: string }): void => {
    invoke("world_player", { world, ...who }).then(() => setFault(null), (thrown: unknown) => setFault(asApiError(thrown))).finally(refreshWorlds);
  };
  return (
    <div className="run-player">
      {document === null ? null : (
        <div className="line run-player-row">
          <Select label={say("came.character")} hideLabel value={document} onChange={choose} options={characters.map((row) => ({ id: row.document, label: row.name }))} />
          <Button look="fill" onPress={() => play({ document })}>{say("came.makePlayable")}</Button>
        </div>
      )}
      <form className="line run-player-row" onSubmit={(event) => { event.preventDefault(); if (name.trim() !== "") play({ name: name.trim() }); }}>
        <TextField label={say("came.newPlayer")} hideLabel placeholder={say("came.newPlayer")} value={name} onChange={setName} />
        <Button look="line" icon="add" type="submit" isDisabled={name.trim() === ""}>{say("came.addPlayer")}</Button>
      </form>
      {fault === null ? null : <p className="small said-error">{fault.message}</p>}
    </div>
  );
}

// The name and language of a world that is written by hand.
import { useState } from "react";
import { Button, Dialog, TextField } from "../../kit";
import { useMessages } from "../../messages";
import { LanguageField } from "../parts/LanguageField";
import { newWorld } from "./acts";
import { list } from "./state";

export function NewDialog() {
  const { say, language: spoken } = useMessages();
  const [name, setName] = useState("");
  const [language, setLanguage] = useState<string>(spoken);
  const [tried, setTried] = useState(false);
  const close = (): void => list.set({ naming: false });
  const make = (): void => {
    setTried(true);
    if (name.trim() !== "") void newWorld(name.trim(), language);
  };
  return (
    <Dialog open title={say("worlds.new")} onClose={close} closeLabel={say("common.close")} footer={(
      <>
        <Button onPress={close}>{say("common.cancel")}</Button>
        <Button look="fill" onPress={make}>{say("worlds.newMake")}</Button>
      </>
    )}>
      <form className="worlds-form" onSubmit={(event) => { event.preventDefault(); make(); }}>
        <p className="secondary">{say("worlds.newHint")}</p>
        <TextField label={say("worlds.newName")} value={name} onChange={setName} autoFocus fault={tried && name.trim() === "" ? say("make.nameMissing") : null} />
        <LanguageField label={say("worlds.language")} value={language} onChange={setLanguage} />
      </form>
    </Dialog>
  );
}

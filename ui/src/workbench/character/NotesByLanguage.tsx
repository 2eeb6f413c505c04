// Creator notes in further languages, one field a language.
import { useState } from "react";
import type { Json } from "../../bindings";
import { type Document, pathOf, useValue } from "../../documents";
import { Button, IconButton, TextField } from "../../kit";
import { useMessages } from "../../messages";
import { stepOf } from "../fields/names";
import { Prose } from "../fields/Prose";
import type { Tokens } from "../tokens";

const PATH = "attribution.creatorNotesMultilingual";

export function NotesByLanguage({ document, tokens }: { document: Document; tokens: Tokens }) {
  const { say } = useMessages();
  const value = useValue(document, PATH);
  const [typed, setTyped] = useState("");
  const languages = keysOf(value);
  const label = (language: string): string => say("field.notesIn", { language: languageName(language) });

  function add(): void {
    const language = typed.trim();
    if (language !== "" && !languages.includes(language)) document.edit({ label: stepOf(label(language)), changes: [{ path: pathOf(PATH, language), value: "" }] });
    setTyped("");
  }

  return (
    <section className="stack form-list" data-document>
      {languages.map((language) => {
        const path = pathOf(PATH, language);
        return (
          <Prose key={language} document={document} path={path} label={label(language)} tokens={tokens.get(path)} lang={language}>
            <IconButton icon="trash" size="small" label={say("common.removeNamed", { name: label(language) })} onPress={() => document.edit({ label: stepOf(label(language)), changes: [{ path }] })} />
          </Prose>
        );
      })}
      <div className="line form-add">
        <TextField label={say("field.languageCode")} hideLabel placeholder="de" value={typed} onChange={setTyped} mono onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && add()} />
        <Button size="small" look="line" onPress={add} isDisabled={typed.trim() === ""}>{say("field.addLanguage")}</Button>
      </div>
    </section>
  );
}

function keysOf(value: Json | undefined): string[] {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : [];
}

/** The language's own name where the system knows it. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

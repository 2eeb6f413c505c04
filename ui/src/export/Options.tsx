// What the file is, what goes with it, and how it begins.
import type { Address, ExportOptions, ExportTarget, Report } from "../bindings";
import { Checkbox, Segmented, Select } from "../kit";
import { useMessages } from "../messages";
import { ProfileEdits } from "./ProfileEdits";

export interface OptionsProps { address: Address; onClose: () => void; target: ExportTarget; options: ExportOptions; report: Report | null; onChoose: (part: ExportOptions) => void }

/** How a container is called on its button. */
function containerWord(word: string): string {
  return word === "zip" ? "CHARX" : word.toUpperCase();
}

export function Options({ address, onClose, target, options, report, onChoose }: OptionsProps) {
  const { say } = useMessages();
  const container = options.container ?? report?.target.container ?? target.containers[0] ?? "json";
  const repaired = report?.notes.some(({ code }) => code === "carrier-repaired" || code === "json-repaired") === true;
  return (
    <aside className="export-options" aria-label={say("export.options")}>
      <h3>{say("export.file")}</h3>
      <Segmented
        label={say("export.container")} value={container} options={target.containers.map((word) => ({ id: word, label: containerWord(word) }))}
        onChange={(word) => onChoose({ container: word })}
      />
      {target.versions.length < 2 ? null : (
        <Select
          label={say("export.version")} size="small" value={options.variant ?? "as-is"}
          options={[{ id: "as-is", label: say(target.isSource ? "export.versionAsSource" : "export.versionAsNeeded") }, ...target.versions.map((version) => ({ id: version, label: version.toUpperCase() }))]}
          onChange={(version) => onChoose({ variant: version === "as-is" ? null : version as NonNullable<ExportOptions["variant"]> })}
        />
      )}
      <h3>{say("export.withIt")}</h3>
      {target.booksInside ? <Checkbox label={say("export.book")} on={options.withoutBook !== true} onChange={(on) => onChoose({ withoutBook: !on })} /> : null}
      <Checkbox label={say("export.originals")} on={options.carryOriginals === true} onChange={(on) => onChoose({ carryOriginals: on })} />
      <Checkbox label={say("export.noSecrets")} on={options.withoutSecrets === true} onChange={(on) => onChoose({ withoutSecrets: on })} />
      {container === "json" ? null : <Checkbox label={say("export.plainPicture")} on={options.plainPicture === true} onChange={(on) => onChoose({ plainPicture: on })} />}
      {target.isSource ? (
        <>
          <Checkbox label={say("export.rewrite")} on={options.rewrite === true} onChange={(on) => onChoose({ rewrite: on })} />
          {repaired && options.rewrite !== true ? <p className="small said-warning">{say("export.rewriteHint")}</p> : null}
        </>
      ) : null}
      {target.joinsPersona ? (
        <Select
          label={say("export.persona")} size="small" value={options.persona ?? "joined"}
          options={[{ id: "joined", label: say("export.personaJoined") }, { id: "personality", label: say("export.personaOnly") }]}
          onChange={(persona) => onChoose({ persona })}
        />
      ) : null}
      <ProfileEdits address={address} format={target.format} title={target.title} onClose={onClose} />
      <h3>{say("export.preview")}</h3>
      <pre className="export-preview" dir="ltr" tabIndex={0} aria-label={say("export.preview")}>{report?.preview ?? ""}</pre>
    </aside>
  );
}

// What is chosen for a world: new or an update of one, its name, language and opening, how it is made, whether it is
// looked through first.
import { Radio, RadioGroup } from "react-aria-components";
import type { CardPreview } from "../../bindings";
import { Checkbox, ChoiceCards, TextField } from "../../kit";
import { useMessages } from "../../messages";
import { LanguageField } from "../parts/LanguageField";
import { aim } from "./acts";
import { change, choose, useMaking } from "./state";

export function ChoicesPane({ preview }: { preview: CardPreview }) {
  const { say } = useMessages();
  const choices = useMaking((state) => state.choices);
  const update = useMaking((state) => state.update);
  const review = useMaking((state) => state.review);
  if (choices === null) return null;
  return (
    <section className="making-choices" aria-label={say("make.choices")} data-pane="choices">
      <h2>{say("make.choices")}</h2>
      {preview.targets.length === 0 ? null : <Targets preview={preview} update={update} />}
      {update !== null ? null : (
        <>
          <TextField label={say("make.name")} value={choices.worldName} onChange={(worldName) => choose({ worldName })} fault={choices.worldName.trim() === "" ? say("make.nameMissing") : null} />
          <LanguageField label={say("make.language")} hint={choices.language === preview.language ? say("make.languageHint") : undefined} value={choices.language} onChange={(language) => choose({ language })} />
          <div className="field-block">
            <h3>{say("make.how")}</h3>
            <ChoiceCards
              label={say("make.how")} value="without" onChange={() => undefined}
              options={[
                { id: "without", label: say("make.withoutModel"), note: say("make.withoutModelHint") },
                { id: "with", label: say("make.withModel"), note: say("make.withModelOff"), off: true },
              ]}
            />
          </div>
          <Checkbox label={say("make.review")} on={review === true} onChange={(on) => change({ review: on })} />
        </>
      )}
    </section>
  );
}

function Targets({ preview, update }: { preview: CardPreview; update: string | null }) {
  const { say } = useMessages();
  return (
    <RadioGroup className="making-targets" aria-label={say("make.as")} value={update ?? ""} onChange={(next) => void aim(next === "" ? null : next)}>
      <Radio value="" className="choice-card making-target">
        <span className="choice-dot" aria-hidden="true" />
        <span className="stack"><span className="medium">{say("make.asNew")}</span><span className="small secondary">{say("make.asNewHint")}</span></span>
      </Radio>
      {preview.targets.map((target) => (
        <Radio key={target.world} value={target.world} className="choice-card making-target">
          <span className="choice-dot" aria-hidden="true" />
          <span className="stack">
            <span className="medium"><bdi dir="auto">{say("make.asUpdate", { name: target.name })}</bdi></span>
            <span className="small secondary">{say(`make.edited.${target.edited}`)}</span>
            {target.waiting ? <span className="small said-warning">{say("make.replaces")}</span> : null}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

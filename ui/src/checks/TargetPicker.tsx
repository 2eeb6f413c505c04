// The apps it is meant for: with one, the checks also say what that app would not get.
import { useQuery } from "../data/queries";
import { Button, Checkbox, Icon, Popover } from "../kit";
import { useMessages } from "../messages";
import { runChecks } from "./run";
import { chooseTargets, useTargets } from "./targets";

export function TargetPicker() {
  const { say } = useMessages();
  const targets = useTargets();
  const apps = (useQuery("formats", {}).data ?? []).filter((format) => format.kind === "character" && format.writes.length > 0);
  const titles = targets.map((id) => apps.find((format) => format.id === id)?.title ?? id);
  const label = targets.length === 0 ? say("checks.noTarget") : targets.length === 1 ? titles[0] ?? "" : say("checks.targets", { count: targets.length });
  return (
    <Popover
      label={say("checks.target")} onOpenChange={(open) => !open && void runChecks()}
      button={<Button look="line" aria-label={say("checks.targetNamed", { name: label })}><span className="cut checks-subject">{say("checks.for", { name: label })}</span><Icon name="down" size="small" /></Button>}
    >
      <div className="checks-float checks-targets">
        <p className="small secondary">{say("checks.targetHint")}</p>
        {apps.map((format) => (
          <Checkbox
            key={format.id} label={format.title} on={targets.includes(format.id)}
            onChange={(on) => chooseTargets(on ? [...targets, format.id] : targets.filter((id) => id !== format.id))}
          />
        ))}
      </div>
    </Popover>
  );
}

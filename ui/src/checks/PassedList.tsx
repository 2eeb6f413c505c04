// In place of findings: that nothing was found, and everything that was looked for.
import type { CheckRun } from "../bindings";
import { Icon } from "../kit";
import { useMessages } from "../messages";

export function PassedList({ run, filtered }: { run: CheckRun; filtered: boolean }) {
  const { say } = useMessages();
  return (
    <div className="pane-scroll checks-passed">
      <h2>{filtered ? say("checks.noneShown") : say("checks.noneFound", { count: run.ran.length })}</h2>
      <ul>
        {run.ran.map((check) => (
          <li key={check.id} className="line"><Icon name="tick" className="said-good" /><span className="medium nowrap">{check.title}</span><span className="secondary cut" title={check.about}>{check.about}</span></li>
        ))}
      </ul>
    </div>
  );
}

// Checks that did not run, at the foot of the page, each with its reason. They are never counted as clean.
import type { SkippedRow } from "../bindings";
import { Button, Icon, Popover } from "../kit";
import { useMessages } from "../messages";

export function SkippedBar({ skipped }: { skipped: readonly SkippedRow[] }) {
  const { say } = useMessages();
  const [first] = skipped;
  if (first === undefined) return null;
  const checks = new Set(skipped.map(({ check }) => check)).size;
  return (
    <div className="checks-skipped">
      <Icon name="info" size="small" />
      <span className="cut"><b className="medium">{say("checks.skipped", { count: checks })}</b> <span className="secondary">{say("checks.skippedWhy", { title: first.title, why: first.why })}</span></span>
      {skipped.length === 1 ? null : (
        <Popover label={say("checks.skipped", { count: checks })} placement="top end" button={<Button size="small" className="push">{say("checks.allReasons")}</Button>}>
          <ul className="checks-float stack">{skipped.map((row) => <li key={`${row.check} ${row.reason}`}><b className="medium">{row.title}</b> <span className="secondary">{row.why}</span></li>)}</ul>
        </Popover>
      )}
    </div>
  );
}

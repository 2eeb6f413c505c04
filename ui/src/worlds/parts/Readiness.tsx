// Whether a story can begin in a world: sign, word and colour together.
import type { WorldReadiness } from "../../bindings";
import { Icon, type IconName } from "../../kit";
import { useMessages } from "../../messages";

const SIGNS: Record<WorldReadiness, { icon: IconName; tone: string }> = {
  draft: { icon: "warning", tone: "said-warning" },
  "needs-player": { icon: "character", tone: "said-info" },
  ready: { icon: "ok", tone: "said-good" },
};

export function ReadinessMark({ readiness, problems = 0 }: { readiness: WorldReadiness; problems?: number }) {
  const { say } = useMessages();
  const { icon, tone } = SIGNS[readiness];
  return (
    <span className={`worlds-readiness ${tone}`}>
      <Icon name={icon} size="small" />
      <span className="cut">{readiness === "draft" && problems > 0 ? say("worlds.readiness.draftOf", { count: problems }) : say(`worlds.readiness.${readiness}`)}</span>
    </span>
  );
}

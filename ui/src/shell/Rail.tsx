// The rail: the places of the window, icon and word always both. A place appears when it does something.
import { Fragment, type ReactNode } from "react";
import { Button } from "react-aria-components";
import { capOf, commandOf, runCommand } from "../commands";
import { useQuery } from "../data/queries";
import { Icon, type IconName, Tip } from "../kit";
import { type MessageId, useMessages } from "../messages";
import { goTo, type PlaceId, useNavigation } from "../navigation";
import "./Rail.css";

const PLACES: readonly { id: PlaceId; icon: IconName; title: MessageId; command: string }[] = [
  { id: "library", icon: "library", title: "place.library", command: "go.library" },
  { id: "workbench", icon: "workbench", title: "place.workbench", command: "go.workbench" },
  { id: "import", icon: "import", title: "place.import", command: "go.import" },
  { id: "worlds", icon: "worlds", title: "place.worlds", command: "go.worlds" },
  { id: "checks", icon: "checks", title: "place.checks", command: "go.checks" },
  { id: "settings", icon: "settings", title: "place.settings", command: "go.settings" },
];

export function Rail() {
  const { say, number } = useMessages();
  const place = useNavigation((state) => state.place);
  const staged = useQuery("library_summary", {}).data?.staged ?? 0;
  return (
    <nav className="rail" aria-label={say("rail.label")} data-pane="rail">
      {PLACES.map(({ id, icon, title, command }) => {
        const chord = commandOf(command)?.keys?.[0];
        const count = id === "import" ? staged : 0;
        const button = (
          <Tip key={id} text={say(title)} cap={chord === undefined ? undefined : capOf(chord)}>
            <RailButton current={place === id} onPress={() => goTo(id)}>
              <Icon name={icon} size="large" />
              <span className="cut rail-word">{say(title)}</span>
              {count === 0 ? null : (
                <span className="rail-count"><span aria-hidden="true">{count > 99 ? "99+" : number(count)}</span><span className="aside-text">{say("rail.staged", { count })}</span></span>
              )}
            </RailButton>
          </Tip>
        );
        return id === "settings" ? <Fragment key={id}><HelpButton />{button}</Fragment> : button;
      })}
    </nav>
  );
}

/** Opens the help at what the page shows; what has the focus says it by its key. */
function HelpButton() {
  const { say } = useMessages();
  const chord = commandOf("help.open")?.keys?.[0];
  return (
    <Tip text={say("help.open")} cap={chord === undefined ? undefined : capOf(chord)}>
      <Button className="rail-place rail-last" onPress={() => void runCommand("help.open")}><Icon name="help" size="large" /><span className="cut rail-word">{say("help.label")}</span></Button>
    </Tip>
  );
}

function RailButton({ current, onPress, children }: { current: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <Button className="rail-place" onPress={onPress} {...(current ? { "aria-current": "page" as const } : {})}>
      {children}
    </Button>
  );
}

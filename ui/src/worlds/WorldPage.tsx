// An opened world: its bar with the way back, its name and its panels, and below it the panel on top.
import { Button } from "react-aria-components";
import { Icon, IconButton, Name } from "../kit";
import { useMessages } from "../messages";
import { useWorldPanels } from "./panels";
import { closeWorld, openWorldPanel, useRoute } from "./route";

export function WorldPage({ world }: { world: string }) {
  const { say } = useMessages();
  const panels = useWorldPanels();
  const { panel: wanted, at } = useRoute((state) => state);
  const top = panels.find(({ id }) => id === wanted) ?? panels[0];
  return (
    <>
      <header className="place-bar worlds-bar" data-pane="bar">
        <IconButton icon="back" label={say("worlds.back")} onPress={closeWorld} />
        <h1 className="cut"><Name text={world} /></h1>
        <nav className="worlds-panels" aria-label={say("worlds.panels")}>
          {panels.map(({ id, title, icon, Mark }) => (
            <Button key={id} className="worlds-panel" onPress={() => openWorldPanel(id)} {...(id === top?.id ? { "aria-current": "page" as const } : {})}>
              <Icon name={icon} size="small" />
              <span className="worlds-panel-word">{say(title)}</span>
              {Mark === undefined ? null : <Mark world={world} />}
            </Button>
          ))}
        </nav>
      </header>
      {top === undefined ? null : <top.Panel key={top.id} world={world} at={at} />}
    </>
  );
}

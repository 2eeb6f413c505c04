// An opened world: its bar with the way back, its name and its panels, and below it the panel on top.
import { Button as AriaButton } from "react-aria-components";
import { useQuery } from "../data/queries";
import { Button, EmptyState, Icon, IconButton, Name, PagePane, PaneRow } from "../kit";
import { useMessages } from "../messages";
import { useWorldPanels } from "./panels";
import { ReadinessMark } from "./parts/Readiness";
import { closeWorld, openWorldPanel, useRoute } from "./route";

export function WorldPage({ world }: { world: string }) {
  const { say } = useMessages();
  const { data, asking } = useQuery("world_list", {});
  const row = data?.find((one) => one.id === world);
  const all = useWorldPanels();
  const panels = all.filter(({ show }) => show === undefined || (row !== undefined && show(row)));
  const { panel: wanted, at } = useRoute((state) => state);
  // A panel that waits for the list to say whether it has something is not replaced by another meanwhile.
  const early = row === undefined && data === null && all.some(({ id, show }) => id === wanted && show !== undefined);
  const top = early ? undefined : panels.find(({ id }) => id === wanted) ?? panels[0];
  return (
    <>
      <header className="place-bar worlds-bar" data-pane="bar">
        <IconButton icon="back" label={say("worlds.back")} onPress={closeWorld} />
        <h1 className="cut"><Name text={row?.name ?? world} /></h1>
        {row === undefined ? null : <ReadinessMark readiness={row.readiness} problems={row.problems} />}
        <nav className="worlds-panels" aria-label={say("worlds.panels")}>
          {panels.map(({ id, title, icon, Mark }) => (
            <AriaButton key={id} className="worlds-panel" onPress={() => openWorldPanel(id)} {...(id === top?.id ? { "aria-current": "page" as const } : {})}>
              <Icon name={icon} size="small" />
              <span className="worlds-panel-word">{say(title)}</span>
              {Mark === undefined ? null : <Mark world={world} />}
            </AriaButton>
          ))}
        </nav>
      </header>
      {data !== null && !asking && row === undefined ? <PaneRow><PagePane label={say("worlds.title")}><EmptyState title={say("worlds.gone")} hint={say("worlds.goneHint")}><Button look="line" icon="back" onPress={closeWorld}>{say("worlds.noMore")}</Button></EmptyState></PagePane></PaneRow> : top === undefined ? null : <top.Panel key={top.id} world={world} at={at} />}
    </>
  );
}

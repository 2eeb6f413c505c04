// The workbench place: the open piece, by its kind.
import { capOf, commandOf } from "../commands";
import { EmptyState, PagePane, PaneRow } from "../kit";
import { useMessages } from "../messages";

export function Workbench() {
  const { say } = useMessages();
  const keys = commandOf("palette.open")?.keys?.[0];
  return (
    <PaneRow>
      <PagePane label={say("pane.page")}>
        <EmptyState title={say("workbench.nothingOpen")} hint={say("workbench.nothingOpenHint", { keys: keys === undefined ? "" : capOf(keys) })} />
      </PagePane>
    </PaneRow>
  );
}

// The list of worlds, each with what it is ready for.
import { EmptyState, PagePane, PaneRow } from "../../kit";
import { useMessages } from "../../messages";

export function ListPage() {
  const { say } = useMessages();
  return (
    <>
      <header className="place-bar worlds-bar" data-pane="bar"><h1>{say("worlds.title")}</h1></header>
      <PaneRow>
        <PagePane label={say("worlds.title")}><EmptyState title={say("worlds.what")} hint={say("worlds.whatHint")} /></PagePane>
      </PaneRow>
    </>
  );
}

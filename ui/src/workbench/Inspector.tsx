// The right pane of the workbench: the panels that have something to say about the open piece, one of them on top.
import { Suspense } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { capOf, commandOf } from "../commands";
import { type Document, useDocument } from "../documents";
import { Icon, IconButton, SidePane } from "../kit";
import { useMessages } from "../messages";
import { navigation, useNavigation } from "../navigation";
import { Fault } from "../shell/Fault";
import { type InspectorPanel, openPanel, useChosenPanel, usePanels } from "./inspector";
import "./inspector.css";

/** Up to this many panels are all named; of more, only the one on top. */
const NAMED = 2;

export function Inspector({ document }: { document: Document }) {
  const { say } = useMessages();
  const open = useNavigation((state) => state.inspector);
  const kind = useDocument(document, ({ entity }) => entity.kind);
  const panels = usePanels(document);
  const top = useChosenPanel(kind, panels);
  if (!open || top === undefined) return null;
  const close = <CloseButton />;
  return (
    <SidePane id="workbench-inspector" side="right" label={say("pane.inspector")}>
      {panels.length === 1 ? (
        <>
          <div className="inspector-bar"><h2 className="pane-title cut grow">{say(top.title)}</h2>{close}</div>
          <div className="inspector-panel" data-help={top.id}><Content document={document} panel={top} /></div>
        </>
      ) : (
        <Tabs className="inspector-whole" selectedKey={top.id} onSelectionChange={(id) => openPanel(kind, String(id))}>
          <div className="inspector-bar">
            <TabList className="inspector-tabs grow" aria-label={say("pane.inspector")}>
              {panels.map((panel) => {
                const named = panel === top || panels.length <= NAMED;
                return (
                  <Tab key={panel.id} id={panel.id} className="inspector-tab" aria-label={say(panel.title)}>
                    <span className="line cut" title={say(panel.title)}><Icon name={panel.icon} />{named ? <span className="cut">{say(panel.title)}</span> : null}</span>
                  </Tab>
                );
              })}
            </TabList>
            {close}
          </div>
          <TabPanel key={top.id} id={top.id} className="inspector-panel" data-help={top.id}><Content document={document} panel={top} /></TabPanel>
        </Tabs>
      )}
    </SidePane>
  );
}

function CloseButton() {
  const { say } = useMessages();
  const keys = commandOf("pane.inspector")?.keys?.[0];
  return <IconButton icon="close" size="small" label={say("pane.closeInspector")} cap={keys === undefined ? undefined : capOf(keys)} onPress={() => navigation.set({ inspector: false })} />;
}

function Content({ document, panel: { id, Panel } }: { document: Document; panel: InspectorPanel }) {
  return <Fault key={`${id} ${document.address}`}><Suspense fallback={null}><Panel document={document} /></Suspense></Fault>;
}

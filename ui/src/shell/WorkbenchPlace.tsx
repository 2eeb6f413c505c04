// The workbench with its strip of tabs.
import { useNavigation } from "../navigation";
import { Workbench } from "../workbench/Workbench";
import { TabStrip } from "./TabStrip";

export function WorkbenchPlace() {
  const some = useNavigation((state) => state.tabs.length > 0);
  return (
    <>
      {some ? <TabStrip /> : null}
      <div id="workbench-page" className="stack grow" role={some ? "tabpanel" : undefined} style={{ minHeight: 0 }}><Workbench /></div>
    </>
  );
}

// What of a piece is written for the chosen app alone. Each field leads back to where it is written.
import type { Address, FormatId } from "../bindings";
import { useQuery } from "../data/queries";
import { readPath } from "../documents";
import { Authored, Button } from "../kit";
import { useMessages } from "../messages";
import { openTab } from "../navigation";
import { labelOf } from "../workbench/find/labels";
import { unitsOf } from "../workbench/scope/merge";

const SHOWN = 90;

export function ProfileEdits({ address, format, title, onClose }: { address: Address; format: FormatId; title: string; onClose: () => void }) {
  const { say } = useMessages();
  const entity = useQuery("entity_open", { address }).data;
  const profile = entity?.profiles[format];
  if (entity === null || profile === undefined) return null;
  const paths = unitsOf(profile);
  function jump(path: string): void {
    onClose();
    openTab(address, undefined, `profiles[${JSON.stringify(format)}].${path}`);
  }
  return (
    <section aria-label={say("export.profile", { app: title })}>
      <h3>{say("export.profile", { app: title })}</h3>
      <ul className="export-profile">
        {paths.map((path) => {
          const value = readPath(profile, path);
          const field = labelOf(entity.kind, entity.body, path, say);
          return (
            <li key={path}>
              <Button look="quiet" size="small" aria-label={say("export.goTo", { field })} onPress={() => jump(path)}>{field}</Button>
              <span className="small secondary">{value === null ? say("export.leftOut") : <Authored text={typeof value === "string" ? value.slice(0, SHOWN) : JSON.stringify(value).slice(0, SHOWN)} cut />}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

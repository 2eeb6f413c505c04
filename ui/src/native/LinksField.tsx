// Ids by which an app knows books or sets of an account. Beside each stands the piece here that links by that id, when
// there is one.
import type { Json, Kind } from "../bindings";
import { useQuery } from "../data/queries";
import { Icon, Name } from "../kit";
import { useMessages } from "../messages";
import { openTab } from "../navigation";
import { ListField } from "./ListField";

export function LinksField({ label, kind, value, onChange }: { label: string; kind: Kind | null; value: Json[]; onChange: (value: Json[]) => void }) {
  const ids = value.map(String).filter((id) => id !== "");
  const rows = useQuery("library_rows", kind === null || ids.length === 0 ? null : { addresses: ids.map((id) => `${kind}/${id}`) }).data;
  const { say } = useMessages();
  return (
    <ListField
      label={label} value={value} onChange={onChange} mono
      after={(id) => {
        const found = rows?.find((row) => row.id === id);
        if (found !== undefined) return <button type="button" className="native-link" onClick={() => openTab(`${found.kind}/${found.id}`, { kind: found.kind, name: found.name })}><Icon name={found.kind} size="small" /><Name text={found.name} /></button>;
        return id === "" || kind === null ? null : <span className="small said-warning native-unlinked" title={say("native.noSuchPiece", { id })}><Icon name="warning" size="small" /><span className="aside-text">{say("native.noSuchPiece", { id })}</span></span>;
      }}
    />
  );
}

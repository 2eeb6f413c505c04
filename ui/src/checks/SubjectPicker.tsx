// What is checked: the pieces that are open, what is picked in the library, or all of it.
import { useQuery } from "../data/queries";
import { Button, Icon, Menu } from "../kit";
import { library } from "../library/state";
import { useMessages } from "../messages";
import { useNavigation } from "../navigation";
import { useStore } from "../data/store";
import { runChecks, useChecks } from "./run";

export function SubjectPicker() {
  const { say } = useMessages();
  const subject = useChecks((state) => state.subject);
  const tabs = useNavigation((state) => state.tabs);
  const labels = useNavigation((state) => state.labels);
  const picked = useStore(library, (state) => state.picked);
  const total = useQuery("library_summary", {}).data?.total ?? 0;
  const run = useChecks((state) => state.run);
  const [only] = subject?.addresses ?? [];
  const nameOf = (address: string): string => {
    const name = labels[address]?.name ?? run?.pieces.find((piece) => piece.address === address)?.name ?? address;
    return name.trim() === "" ? say("common.noName") : name;
  };
  const label = subject === null ? say("checks.choose") : subject.whole ? say("checks.wholeLibrary") : subject.addresses.length === 1 && only !== undefined ? nameOf(only) : say("checks.pieces", { count: subject.addresses.length });
  return (
    <Menu
      label={say("checks.subject")}
      button={<Button look="line" aria-label={say("checks.subjectNamed", { name: label })}><bdi className="cut checks-subject">{label}</bdi><Icon name="down" size="small" /></Button>}
      groups={[
        { id: "open", title: say("checks.openPieces"), items: tabs.map((address) => ({ id: address, label: nameOf(address), ...(labels[address] === undefined ? {} : { icon: labels[address].kind }) })) },
        { id: "picked", items: picked.size === 0 ? [] : [{ id: ":picked", label: say("checks.selection", { count: picked.size }), icon: "checks" as const }] },
        { id: "whole", items: [{ id: ":whole", label: say("checks.wholeOf", { count: total }), icon: "library" as const, off: total === 0 }] },
      ]}
      onAction={(id) => void runChecks(id === ":whole" ? { addresses: [], whole: true } : { addresses: id === ":picked" ? [...picked] : [id], whole: false })}
    />
  );
}

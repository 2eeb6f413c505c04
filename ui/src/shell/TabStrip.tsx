// The strip of open pieces. Arrow keys move between tabs, Delete or the middle button closes (a tab may hold no button,
// so the cross is for the pointer alone); a dot means that the
// newest text is not on the disk yet.
import { type KeyboardEvent, useEffect, useRef } from "react";
import { capOf, commandOf, runCommand } from "../commands";
import { isDirty, useDocument, useOpenDocument, type Document } from "../documents";
import { Icon, IconButton, Menu, Name } from "../kit";
import { Button } from "react-aria-components";
import { useMessages } from "../messages";
import { navigation, useNavigation } from "../navigation";
import type { Address } from "../bindings";
import { closeTabs } from "./tabs";
import "./TabStrip.css";

function UnsavedDot({ document }: { document: Document }) {
  const { say } = useMessages();
  const waiting = useDocument(document, (state) => isDirty(state) && state.save.state !== "draft");
  return waiting ? <span className="tab-dot" title={say("tabs.unsaved")}><span className="aside-text">{say("tabs.unsaved")}</span></span> : null;
}

function OpenTab({ address, on }: { address: Address; on: boolean }) {
  const { say } = useMessages();
  const label = useNavigation((state) => state.labels[address]);
  const document = useOpenDocument(address);
  const tab = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (on) tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [on]);
  const name = label?.name ?? address;
  return (
    <div
      ref={tab} role="tab" id={`tab-${address}`} aria-selected={on} aria-controls="workbench-page" aria-keyshortcuts="Delete" tabIndex={on ? 0 : -1} className="open-tab"
      onClick={() => navigation.set({ tab: address })}
      onAuxClick={(event) => event.button === 1 && void closeTabs([address])}
    >
      <Icon name={label?.kind ?? "character"} size="small" />
      <Name text={name} />
      {document === null ? null : <UnsavedDot document={document} />}
      <span
        className="open-tab-close" aria-hidden="true" title={say("common.closeNamed", { name })}
        onClick={(event) => { event.stopPropagation(); void closeTabs([address]); }}
      ><Icon name="close" size="small" /></span>
    </div>
  );
}

export function TabStrip() {
  const { say } = useMessages();
  const tabs = useNavigation((state) => state.tabs);
  const top = useNavigation((state) => state.tab);
  const labels = useNavigation((state) => state.labels);
  const strip = useRef<HTMLDivElement>(null);

  function pressed(event: KeyboardEvent): void {
    const at = top === null ? -1 : tabs.indexOf(top);
    if (event.key === "Delete" && top !== null) {
      event.preventDefault();
      void closeTabs([top]);
      return;
    }
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const address = next === undefined ? undefined : tabs[Math.min(tabs.length - 1, Math.max(0, next))];
    if (address === undefined) return;
    event.preventDefault();
    navigation.set({ tab: address });
    strip.current?.querySelector<HTMLElement>(`[id="${CSS.escape(`tab-${address}`)}"]`)?.focus();
  }
  const chord = commandOf("palette.open")?.keys?.[0];
  return (
    <section className="tab-strip" aria-label={say("tabs.label")} data-pane="tabs">
      <div ref={strip} className="tab-scroll" role="tablist" aria-label={say("tabs.label")} onKeyDown={pressed}>
        {tabs.map((address) => <OpenTab key={address} address={address} on={address === top} />)}
      </div>
      <IconButton icon="add" label={say("tabs.find")} cap={chord === undefined ? undefined : capOf(chord)} onPress={() => runCommand("palette.open")} />
      {tabs.length <= 8 ? null : (
        <Menu
          label={say("tabs.all")} placement="bottom end" ticked={top === null ? [] : [top]} onAction={(address) => navigation.set({ tab: address })}
          button={<Button className="button button-plain button-square" aria-label={say("tabs.all")}><Icon name="down" /></Button>}
          groups={[{ id: "tabs", items: tabs.map((id) => ({ id, label: labels[id]?.name ?? id, icon: labels[id]?.kind ?? "character" })) }]}
        />
      )}
    </section>
  );
}

// The settings: one page with headings and a search. Changes hold at once; one that could not be kept is said on top.
import { useEffect, useState } from "react";
import type { ApiError, Settings } from "../bindings";
import { capOf, commandOf } from "../commands";
import { useQuery } from "../data/queries";
import { asApiError } from "../host";
import { Banner, EmptyState, PagePane, PaneRow, Roving, SearchField, SidePane } from "../kit";
import { useMessages } from "../messages";
import { navigation, useNavigation } from "../navigation";
import { ChecksSection } from "./ChecksSection";
import { changeSettings } from "./current";
import { ExportSection, IntakeSection, LibrarySection, WritingSection } from "./FolderSections";
import { KeysSection } from "./KeysSection";
import { LanguageSection, LookSection } from "./LookSection";
import { Row, Section, Sought } from "./Row";
import "./Settings.css";

export type Change = (part: Partial<Settings>) => void;

export const SECTIONS = ["look", "language", "library", "intake", "exports", "writing", "checks", "keys", "about"] as const;

function AboutSection() {
  const { say } = useMessages();
  const info = useQuery("studio_info", {}).data;
  const section = say("settings.about");
  return (
    <Section id="about" title={section}>
      <Row section={section} name={say("settings.version")}><span className="figure">{info === null ? "" : `Ficha ${info.version}, ${info.platform}`}</span></Row>
      <Row section={section} name={say("settings.file")}><bdi className="mono cut setting-path">{info?.settingsFile ?? say("settings.noFile")}</bdi></Row>
    </Section>
  );
}

function Aside() {
  const { say } = useMessages();
  const kept = useQuery("studio_info", {}).data?.settingsKeptAside ?? null;
  return kept === null ? null : <Banner tone="warning" title={say("settings.aside")} hint={say("settings.asideHint", { file: kept })} />;
}

export function SettingsPage() {
  const { say } = useMessages();
  const list = useNavigation((state) => state.list);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<ApiError | null>(null);
  const change: Change = (part) => {
    changeSettings(part).then(() => setFault(null), (thrown: unknown) => setFault(asApiError(thrown)));
  };
  const keys = commandOf("palette.open")?.keys?.[0];
  const setting = useNavigation((state) => state.setting);
  useEffect(() => {
    if (setting === null) return;
    document.getElementById(`settings-${setting}`)?.scrollIntoView({ block: "start" });
    navigation.set({ setting: null });
  }, [setting]);
  return (
    <>
      <header className="place-bar" data-pane="bar">
        <h1>{say("settings.title")}</h1>
        <span className="grow" />
        <SearchField className="settings-search" label={say("settings.find")} placeholder={say("settings.find")} clearLabel={say("settings.clearFind")} value={text} onChange={setText} />
      </header>
      <PaneRow>
        {list ? (
          <SidePane id="settings-list" side="left" label={say("settings.sections")}>
            <Roving className="pane-scroll settings-nav" label={say("settings.sections")}>
              {SECTIONS.map((id) => (
                <button key={id} type="button" className="pane-item" onClick={() => document.getElementById(`settings-${id}`)?.scrollIntoView({ block: "start" })}>{say(`settings.${id}`)}</button>
              ))}
            </Roving>
          </SidePane>
        ) : null}
        <PagePane label={say("settings.title")}>
          <Aside />
          {fault === null ? null : <Banner tone="error" title={say("settings.failed")} hint={`${fault.message} ${fault.hint ?? ""}`} />}
          <div className="pane-scroll">
            <div className="settings-page">
              <Sought.Provider value={text.trim().toLocaleLowerCase()}>
                <LookSection change={change} />
                <LanguageSection change={change} />
                <LibrarySection />
                <IntakeSection change={change} />
                <ExportSection change={change} />
                <WritingSection change={change} />
                <ChecksSection />
                <KeysSection change={change} />
                <AboutSection />
              </Sought.Provider>
              <div className="settings-none"><EmptyState title={say("settings.none", { text })} hint={say("settings.noneHint", { keys: keys === undefined ? "" : capOf(keys) })} /></div>
            </div>
          </div>
        </PagePane>
      </PaneRow>
    </>
  );
}

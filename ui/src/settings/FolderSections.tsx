// The library's folder and its index; where exports go; which apps are shown; how tokens are counted.
import { useState } from "react";
import type { ApiError } from "../bindings";
import { announceJob, endJob, useJobs } from "../data/jobs";
import { forgetAnswers, useQuery } from "../data/queries";
import { asApiError, host, invoke, newJob } from "../host";
import { Button, Checkbox, Icon, Progress, Select, Switch, TextField, toast } from "../kit";
import { useMessages } from "../messages";
import { dropTabs, navigation } from "../navigation";
import { flushDrafts } from "../documents";
import { startTour } from "../tour/state";
import { DEFAULT_SETTINGS, startSettings, useSettings } from "./current";
import { Row, Section } from "./Row";
import type { Change } from "./SettingsPage";

/** A folder, picked where the host can show one, typed where it cannot. */
function FolderField({ label, value, act, onFolder }: { label: string; value: string; act: string; onFolder: (folder: string) => void }) {
  const { say } = useMessages();
  const [typed, type] = useState<string | null>(null);
  if (host().can.pickPaths) {
    return (
      <>
        <bdi className="mono cut setting-path" title={value}>{value}</bdi>
        <Button look="line" onPress={() => void host().pickFolder(label).then((folder) => folder !== null && onFolder(folder))}>{say("settings.change")}</Button>
      </>
    );
  }
  return (
    <>
      <TextField hideLabel mono label={label} value={typed ?? value} onChange={type} className="setting-path" spellCheck={false} />
      <Button look="line" isDisabled={typed === null || typed === value} onPress={() => typed !== null && onFolder(typed)}>{act}</Button>
    </>
  );
}

function Fault({ error }: { error: ApiError | null }) {
  if (error === null) return null;
  return <p className="said-error line small" role="alert"><Icon name="error" size="small" />{error.message} {error.hint}</p>;
}

/** A folder whose new files wait in the review by themselves. */
export function IntakeSection({ change }: { change: Change }) {
  const { say } = useMessages();
  const folder = useSettings((settings) => settings.watchFolder);
  const section = say("settings.intake");
  return (
    <Section id="intake" title={section}>
      <Row section={section} name={say("settings.watchFolder")} hint={say("settings.watchFolderHint")} onReset={folder === null ? null : () => change({ watchFolder: null })}>
        <FolderField key={folder} label={say("settings.watchFolder")} value={folder ?? ""} act={say("settings.watch")} onFolder={(next) => change({ watchFolder: next.trim() === "" ? null : next })} />
      </Row>
    </Section>
  );
}

export function LibrarySection() {
  const { say } = useMessages();
  const info = useQuery("studio_info", {}).data;
  const [moveFault, setMoveFault] = useState<ApiError | null>(null);
  const [indexFault, setIndexFault] = useState<ApiError | null>(null);
  const job = useJobs().find((one) => one.job.startsWith("rebuild"));
  const section = say("settings.library");

  async function move(folder: string): Promise<void> {
    setMoveFault(null);
    try {
      await flushDrafts();
      const next = await invoke("library_move", { folder });
      dropTabs(navigation.get().tabs);
      startSettings(next.settings);
      forgetAnswers();
    } catch (thrown) {
      setMoveFault(asApiError(thrown));
    }
  }
  async function rebuild(): Promise<void> {
    const name = newJob("rebuild");
    announceJob(name, say("settings.rebuilding"));
    setIndexFault(null);
    try {
      const summary = await invoke("library_rebuild", { job: name });
      forgetAnswers();
      toast({ text: say("settings.rebuilt", { count: summary.total }) });
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.code !== "cancelled") setIndexFault(error);
    } finally {
      endJob(name);
    }
  }
  return (
    <Section id="library" title={section}>
      <Row section={section} name={say("settings.folder")} hint={say("settings.folderHint")} below={<Fault error={moveFault} />}>
        <FolderField key={info?.libraryDir} label={say("settings.folder")} value={info?.libraryDir ?? ""} act={say("settings.moveHere")} onFolder={(folder) => void move(folder)} />
      </Row>
      <Row section={section} name={say("settings.index")} hint={say("settings.indexHint")} below={<Fault error={indexFault} />}>
        {job === undefined ? null : <Progress label={say("settings.rebuilding")} done={job.done} total={job.total} />}
        <Button look="line" isDisabled={job !== undefined} onPress={() => void rebuild()}>{say("settings.rebuild")}</Button>
      </Row>
    </Section>
  );
}

function Apps({ change }: { change: Change }) {
  const hidden = useSettings((settings) => settings.hiddenApps);
  const formats = useQuery("formats", {}).data ?? [];
  const apps = [...new Map(formats.filter(({ writes, kind }) => writes.length > 0 && kind === "character").map(({ platform, title }) => [platform, title]))];
  return (
    <div className="setting-apps">
      {apps.map(([platform, title]) => (
        <Checkbox
          key={platform} label={title} on={!hidden.includes(platform)}
          onChange={(on) => change({ hiddenApps: on ? hidden.filter((one) => one !== platform) : [...hidden, platform] })}
        />
      ))}
    </div>
  );
}

export function ExportSection({ change }: { change: Change }) {
  const { say } = useMessages();
  const folder = useSettings((settings) => settings.exportFolder);
  const usual = useQuery("studio_info", {}).data?.exportFolder ?? "";
  const hidden = useSettings((settings) => settings.hiddenApps);
  const section = say("settings.exports");
  return (
    <Section id="exports" title={section}>
      <Row section={section} name={say("settings.exportFolder")} hint={say("settings.exportFolderHint")} onReset={folder === null ? null : () => change({ exportFolder: null })}>
        <FolderField key={folder ?? usual} label={say("settings.exportFolder")} value={folder ?? usual} act={say("settings.moveHere")} onFolder={(next) => change({ exportFolder: next })} />
      </Row>
      <Row section={section} name={say("settings.apps")} hint={say("settings.appsHint")} onReset={hidden.length === 0 ? null : () => change({ hiddenApps: [] })} below={<Apps change={change} />}>
        {null}
      </Row>
    </Section>
  );
}

export function WritingSection({ change }: { change: Change }) {
  const { say } = useMessages();
  const tokenizer = useSettings((settings) => settings.tokenizer);
  const spelling = useSettings((settings) => settings.spelling);
  const section = say("settings.writing");
  return (
    <Section id="writing" title={section}>
      <Row section={section} name={say("settings.tokenizer")} hint={say("settings.tokenizerHint")} words="token" onReset={tokenizer === DEFAULT_SETTINGS.tokenizer ? null : () => change({ tokenizer: DEFAULT_SETTINGS.tokenizer })}>
        <Select
          hideLabel label={say("settings.tokenizer")} value={tokenizer} onChange={(next) => change({ tokenizer: next })}
          options={(["cl100k", "o200k"] as const).map((id) => ({ id, label: say(`settings.tokenizer.${id}`) }))}
        />
      </Row>
      <Row section={section} name={say("settings.spelling")} hint={say("settings.spellingHint")} words="spell" onReset={spelling ? null : () => change({ spelling: true })}>
        <Switch label={say("settings.spellingOn")} on={spelling} onChange={(next) => change({ spelling: next })} />
      </Row>
      <Row section={section} name={say("settings.tour")} hint={say("settings.tourHint")}><Button look="line" onPress={startTour}>{say("settings.tourStart")}</Button></Row>
    </Section>
  );
}

// Theme, text size, text font, language: seen at once as they are changed.
import { IconButton, Segmented, Select } from "../kit";
import { useMessages } from "../messages";
import { DEFAULT_SETTINGS, useSettings } from "./current";
import { Row, Section } from "./Row";
import type { Change } from "./SettingsPage";

const STEP = 10;
const LEAST = 90;
const MOST = 140;

export function LookSection({ change }: { change: Change }) {
  const { say } = useMessages();
  const theme = useSettings((settings) => settings.theme);
  const scale = useSettings((settings) => settings.textScale);
  const font = useSettings((settings) => settings.proseFont);
  const section = say("settings.look");
  return (
    <Section id="look" title={section}>
      <Row section={section} name={say("settings.theme")} onReset={theme === DEFAULT_SETTINGS.theme ? null : () => change({ theme: DEFAULT_SETTINGS.theme })}>
        <Segmented
          label={say("settings.theme")} value={theme} onChange={(next) => change({ theme: next })}
          options={(["system", "light", "dark", "contrast"] as const).map((id) => ({ id, label: say(`settings.theme.${id}`) }))}
        />
      </Row>
      <Row
        section={section} name={say("settings.textScale")} hint={say("settings.textScaleHint")}
        onReset={scale === DEFAULT_SETTINGS.textScale ? null : () => change({ textScale: DEFAULT_SETTINGS.textScale })}
      >
        <IconButton icon="minus" label={say("settings.smaller")} isDisabled={scale <= LEAST} onPress={() => change({ textScale: Math.max(LEAST, scale - STEP) })} />
        <output className="setting-figure">{say("settings.percent", { value: scale })}</output>
        <IconButton icon="add" label={say("settings.larger")} isDisabled={scale >= MOST} onPress={() => change({ textScale: Math.min(MOST, scale + STEP) })} />
      </Row>
      <Row
        section={section} name={say("settings.proseFont")} hint={say("settings.proseFontHint")}
        onReset={font === DEFAULT_SETTINGS.proseFont ? null : () => change({ proseFont: DEFAULT_SETTINGS.proseFont })}
        below={<p className="setting-sample">{say("settings.sample")}</p>}
      >
        <Segmented
          label={say("settings.proseFont")} value={font} onChange={(next) => change({ proseFont: next })}
          options={(["ui", "serif", "mono"] as const).map((id) => ({ id, label: say(`settings.proseFont.${id}`) }))}
        />
      </Row>
    </Section>
  );
}

export function LanguageSection({ change }: { change: Change }) {
  const { say } = useMessages();
  const language = useSettings((settings) => settings.language);
  const section = say("settings.language");
  return (
    <Section id="language" title={section}>
      <Row section={section} name={section} words="language 语言" onReset={language === "system" ? null : () => change({ language: "system" })}>
        <Select
          hideLabel label={section} value={language} onChange={(next) => change({ language: next })}
          options={(["system", "en", "zh"] as const).map((id) => ({ id, label: say(`settings.language.${id}`) }))}
        />
      </Row>
    </Section>
  );
}

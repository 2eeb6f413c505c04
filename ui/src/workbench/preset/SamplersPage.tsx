// The numbers a request is drawn with: what is set as sliders with the apps that obey, what is not set as one line each.
import { type Document, useValue } from "../../documents";
import { Button, Slider } from "../../kit";
import { useMessages } from "../../messages";
import { Auto, AutoGrid } from "../fields/Auto";
import { Carried, CarriedLine } from "../fields/Carried";
import { NumberLine } from "../fields/Line";
import { stepOf } from "../fields/names";
import { fieldName } from "../fields/schema";
import { FormPage, FormSection } from "../KindFrame";
import { isMap } from "../rows/acts";
import { LISTS, OTHERS, type Range, RANGES } from "./samplers";

export function SamplersPage({ document }: { document: Document }) {
  const { say, language } = useMessages();
  const value = useValue(document, "samplers");
  const set = isMap(value) ? value : {};
  const shown = RANGES.filter(({ key }) => set[key] !== undefined);
  const free = RANGES.filter(({ key }) => set[key] === undefined);
  return (
    <FormPage title={say("preset.page.samplers")} hint={say("preset.samplersHint")} wide>
      <section aria-label={say("preset.samplersSet")}>{shown.map((range) => <Sampler key={range.key} document={document} range={range} />)}</section>
      {free.length === 0 ? null : (
        <FormSection title={say("preset.samplersFree")}>
          <div className="sampler-free">
            {free.map((range) => <Button key={range.key} size="small" icon="add" onPress={() => document.edit({ label: stepOf(fieldName("preset", `samplers.${range.key}`, language)), changes: [{ path: `samplers.${range.key}`, value: neutral(range) }] })}>{fieldName("preset", `samplers.${range.key}`, language)}</Button>)}
          </div>
        </FormSection>
      )}
      <FormSection title={say("preset.samplersOther")}>
        <AutoGrid document={document} paths={OTHERS.map((key) => `samplers.${key}`)} />
        {LISTS.map((key) => <Carried key={key} document={document} path={`samplers.${key}`}><Auto document={document} path={`samplers.${key}`} /></Carried>)}
      </FormSection>
    </FormPage>
  );
}

/** A number to begin with that changes little. */
function neutral({ key, least, most }: Range): number {
  const known: Record<string, number> = { temperature: 1, topP: 1, typicalP: 1, tfs: 1, repetitionPenalty: 1, frequencyPenalty: 0, presencePenalty: 0, maxContext: 8192, maxTokens: 512, dryBase: 1.75, dryAllowedLength: 2, smoothingCurve: 1, dynatempExponent: 1 };
  return known[key] ?? Math.min(most, Math.max(least, 0));
}

function Sampler({ document, range }: { document: Document; range: Range }) {
  const { say, language, number } = useMessages();
  const path = `samplers.${range.key}`;
  const value = useValue(document, path);
  const label = fieldName("preset", path, language);
  if (typeof value !== "number") return <NumberLine document={document} path={path} label={label} />;
  const beyond = value < range.least || value > range.most;
  return (
    <div data-document data-path={path}>
      <Slider
        label={label} value={value} least={range.least} most={range.most} step={range.step} clearLabel={say("common.removeNamed", { name: label })}
        hint={beyond ? <span className="said-warning">{say("preset.beyond", { least: number(range.least), most: number(range.most) })}</span> : say("preset.range", { least: number(range.least), most: number(range.most) })}
        onChange={(next) => document.edit({ label: stepOf(label), changes: [{ path, value: next }], joins: path })}
        onClear={() => document.edit({ label: stepOf(label), changes: [{ path }] })}
        below={<CarriedLine document={document} path={path} />}
      />
    </div>
  );
}

// What axe finds on the page as it is drawn.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { until } from "./acts.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical faults of the page, a sentence each. */
export async function faultsOf(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, impact, nodes }) => nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${html.slice(0, 160)} ${failureSummary.split("\n").slice(1).join(" ").trim()}`));
  });
}

/** The three looks, as the system asks for them. */
export const THEMES = { light: { colorScheme: "light", contrast: "no-preference" }, dark: { colorScheme: "dark", contrast: "no-preference" }, contrast: { colorScheme: "dark", contrast: "more" } };

/** Nothing is still fading in: half-drawn text has no contrast. */
export function atRest(page) {
  return until(() => page.evaluate(() => document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect.getComputedTiming().endTime === Infinity)), "a page at rest");
}

// What axe finds on the page as it is drawn.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { until } from "./acts.mjs";
import { flow } from "./stage.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical faults of the page, a sentence each. */
async function faultsOf(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, impact, nodes }) => nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${html.slice(0, 160)} ${failureSummary.split("\n").slice(1).join(" ").trim()}`));
  });
}

/** The three looks, as the system asks for them. */
const THEMES = { light: { colorScheme: "light", contrast: "no-preference" }, dark: { colorScheme: "dark", contrast: "no-preference" }, contrast: { colorScheme: "dark", contrast: "more" } };

/** Nothing is still fading in: half-drawn text has no contrast. */
function atRest(page) {
  return until(() => page.evaluate(() => document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect.getComputedTiming().endTime === Infinity)), "a page at rest");
}

/**
 * A flow for each look. `walk` gets, beside what any flow gets, `look(where)`, which holds the page as it is drawn to axe,
 * and `screens()`, how many were looked at; what was found anywhere is told at the end. `more` finds faults of its own.
 */
export function flowInEachTheme(title, setting, walk, more = async () => []) {
  for (const [theme, media] of Object.entries(THEMES)) {
    flow(`${title}, ${theme}`, setting, async (at) => {
      const { page } = at;
      await page.emulateMedia(media);
      await until(() => page.evaluate((wanted) => document.documentElement.dataset.theme === wanted, theme), `the theme ${theme}`);
      const found = {};
      let screens = 0;
      const look = async (where) => {
        screens += 1;
        await atRest(page);
        const faults = [...await more(page), ...await faultsOf(page)];
        if (faults.length > 0) found[where] = faults;
      };
      await walk({ ...at, look, screens: () => screens });
      assert.deepEqual(found, {});
    });
  }
}

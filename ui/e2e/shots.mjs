// Draws the pictures of the README: `node e2e/shots.mjs [FOLDER]`, in `ui/`. Fills a library, goes through the places once in
// light and once in dark, and writes docs/screenshots/<place>-<theme>.png.
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dialog, draftKept, drop, go, outline, review, section, until } from "./support/acts.mjs";
import { launch, openPage } from "./support/browser.mjs";
import { ROOT, sample, startStudio } from "./support/studio.mjs";
import { inPicture, troupe } from "./support/troupe.mjs";
import { saltglass } from "./support/world.mjs";

const folder = process.argv[2] ?? join(ROOT, "docs/screenshots");
mkdirSync(folder, { recursive: true });

/** Everything drawn: pictures loaded, fonts there, nothing moving, no word of what just happened floating above. */
async function atRest(page) {
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  while (await dismiss.count() > 0) await dismiss.first().click({ force: true }).catch(() => undefined);
  await page.mouse.move(1300, 700);
  await page.evaluate(() => document.fonts.ready);
  await until(() => page.evaluate(() => [...document.images].every(({ complete }) => complete)
    && document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect.getComputedTiming().endTime === Infinity)), "a page at rest");
}

async function take(page, theme, place) {
  await atRest(page);
  writeFileSync(join(folder, `${place}-${theme}.png`), await page.screenshot());
  console.log(`${place}-${theme}.png`);
}

const OTTOLINE = JSON.parse(sample("sillytavern/v2.json").toString("utf8"));

/** The same card as its author might send it a week later. */
function later() {
  const data = { ...OTTOLINE.data, mes_example: OTTOLINE.data.mes_example.replace("Which clock", "Which of the four"), character_version: "1.5", system_prompt: "Write as Ottoline, two paragraphs at most." };
  return inPicture("ottoline-1.5.png", { ...OTTOLINE, data }, 222, 0.5, 1);
}

async function walk(page, theme) {
  const shot = (place) => take(page, theme, place);
  const cards = troupe();
  const fresh = cards.pop();
  const ottoline = page.getByRole("option", { name: /^Ottoline Marsh/ });

  await drop(page, [...cards, inPicture("ottoline-marsh.png", OTTOLINE, 222, 0.42, 1), { name: "fog-signals.ficha.json", bytes: sample("ficha/fog-signals-lorebook.ficha.json") }]);
  await page.getByRole("button", { name: "Keep 13" }).click();
  await page.getByText(/^Kept /).waitFor();
  await go(page, "Library");
  await ottoline.click();
  await page.getByText(/^Measured on the saved revision/).waitFor();
  await shot("library");

  // A newer file of a card that was edited here, a new one, two that are here already, and one that is no card.
  await ottoline.dblclick();
  await outline(page).waitFor();
  await page.getByRole("textbox", { name: "Personality" }).fill("patient, exact, superstitious about noon, and kinder than she lets on");
  await page.keyboard.press("Control+s");
  await page.getByText(/^Saved .* revision 2$/).waitFor();
  await drop(page, [later(), fresh, cards[0], cards[1], { name: "holiday.png", bytes: sample("bad/png/no-card.png") }]);
  await page.getByRole("button", { name: /^Keep \d/ }).waitFor();
  await review(page).getByRole("row", { name: /ottoline-1\.5/ }).click();
  await page.getByText("1.5").first().waitFor();
  await shot("import");
  await page.getByRole("button", { name: "Discard all" }).click();

  await go(page, "Workbench");
  await section(page, "Definition");
  await shot("character");

  await section(page, "Raw original");
  await page.getByText("Valid JSON").waitFor();
  const editor = page.getByRole("textbox", { name: /^Raw original/ });
  await editor.getByText("false", { exact: true }).first().dblclick();
  await page.keyboard.type("true");
  await page.getByRole("complementary", { name: "Your edits to the original" }).getByText("/data/extensions/fav").waitFor();
  await draftKept(page);
  await shot("raw");

  await page.getByRole("button", { name: "Export" }).click();
  const box = dialog(page, "Export");
  await box.getByRole("option", { name: /^Pygmalion/ }).click();
  await box.getByText(/^Pygmalion card would take/).waitFor();
  await until(async () => await box.getByRole("region", { name: "Report" }).getAttribute("aria-busy") === "false", "the report");
  await shot("export");
  await page.keyboard.press("Escape");
  await box.waitFor({ state: "detached" });

  await outline(page).getByRole("button", { name: /^Saltmere almanac/ }).click();
  await page.getByText("what the model is told").first().waitFor();
  await shot("lorebook");

  await go(page, "Checks");
  await page.getByText(/^Ran /).waitFor();
  await shot("checks");

  await go(page, "Worlds");
  await page.getByText("Saltglass Harbour").first().dblclick();
  await page.getByRole("navigation", { name: "Pages of this world" }).getByRole("button", { name: "Ties" }).click();
  await page.getByText("Brother Anselm").last().waitFor();
  await page.waitForTimeout(500);
  await shot("world");

  await go(page, "Settings");
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await shot("settings");
}

const browser = await launch();
try {
  for (const theme of ["light", "dark"]) {
    const studio = await startStudio({ home: join(tmpdir(), "Ficha") });
    try {
      await saltglass(studio);
      const page = await openPage(browser, studio, { colorScheme: theme });
      await walk(page, theme);
    } finally {
      await studio.close();
    }
  }
} finally {
  await browser.close();
}

// The main job from end to end: a card is dropped, reviewed, kept, edited, taken back and forth, found again after a
// reload, and written for two apps. What lies on the disk afterwards is read by readers of our own and by `ficha inspect`.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assertQuiet, chosenFile, dialog, draftKept, drop, open, review, saved, until, writeFile } from "./support/acts.mjs";
import { cardIn, pixelsOf } from "./support/cards.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { sample } from "./support/studio.mjs";

withBrowser();

const SCENARIO = "{{user}} brings a lamp that falters. 灯闪了两下。";

flow("a dropped card is reviewed, kept, edited and exported to two apps", {}, async ({ studio, page }) => {
  const given = sample("sillytavern/v2.png");
  await drop(page, [{ name: "ottoline é.png", bytes: given }]);

  // What it is, and why.
  const shown = chosenFile(page);
  await shown.getByRole("heading", { name: "Ottoline Marsh" }).waitFor();
  await shown.getByText("SillyTavern card, Character, in PNG.").waitFor();
  await shown.getByText(/Because .+\./).first().waitFor();
  await shown.getByText("Saltmere almanac, 3 entries").waitFor();
  await review(page).getByRole("row", { name: /Ottoline Marsh.*ottoline é\.png.*New/ }).waitFor();
  assert.deepEqual(studio.kept("character"), [], "nothing is kept before somebody says so");

  await page.getByRole("button", { name: "Keep 1" }).click();
  await page.getByRole("option", { name: /^Ottoline Marsh/ }).waitFor();
  assert.equal(studio.kept("character").length, 1);
  assert.equal(studio.kept("lorebook").length, 1);

  // Edit, undo, redo: one step, over the whole piece, and the keys mean the piece and not the field.
  await open(page, "Ottoline Marsh");
  const scenario = page.getByRole("textbox", { name: "Scenario" });
  const before = await scenario.inputValue();
  await scenario.fill(SCENARIO);
  await page.getByRole("textbox", { name: "Description" }).focus();
  await page.keyboard.press("Control+z");
  await until(async () => await scenario.inputValue() === before, "the undo");
  await page.keyboard.press("Control+Shift+z");
  await until(async () => await scenario.inputValue() === SCENARIO, "the redo");
  await draftKept(page);
  assert.equal((await studio.ask("entity_open", { address: "character/ottoline-marsh" })).revision, 1, "a draft is no revision");

  // A draft outlives the page.
  await page.reload();
  await open(page, "Ottoline Marsh");
  await page.getByText(/^A draft from .* was found and is shown\./).waitFor();
  assert.equal(await scenario.inputValue(), SCENARIO);
  await page.getByRole("textbox", { name: "Scenario" }).focus();
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  await page.reload();
  await open(page, "Ottoline Marsh");
  await saved(page, 2);
  assert.equal(await scenario.inputValue(), SCENARIO);

  // Pygmalion, JSON: the report is read before anything is written.
  const pygmalion = join(studio.exports, "ottoline.json");
  const report = await writeFile(page, { app: /^Pygmalion/, container: "JSON", path: pygmalion, before: () => assert.equal(existsSync(pygmalion), false) });
  assert.match(report, /Pygmalion card would take \d+ of \d+ fields as they are\. \d+ changes?, \d+ (?:is|are) lost/);
  const flat = JSON.parse(readFileSync(pygmalion, "utf8"));
  assert.equal(flat.char_name, "Ottoline Marsh");
  assert.equal(flat.world_scenario, SCENARIO);

  // SillyTavern, PNG: the edit is in, everything else is as it came.
  const tavern = join(studio.exports, "ottoline.png");
  const whole = await writeFile(page, { app: /^SillyTavern/, container: "PNG", path: tavern });
  assert.match(whole, /^Everything crosses to SillyTavern card\./);
  const written = readFileSync(tavern);
  const expected = cardIn(given);
  expected.data.scenario = SCENARIO;
  assert.deepEqual(cardIn(written), expected);
  assert.deepEqual(pixelsOf(written), pixelsOf(given));

  for (const [path, format] of [[pygmalion, "pygmalion"], [tavern, "sillytavern"]]) {
    const told = studio.json("inspect", path, "--entities");
    assert.equal(told.format, format);
    assert.equal(told.wrappers[0].body.persona.scenario, SCENARIO);
  }
  assertQuiet(page);
});

flow("an unedited card leaves byte for byte, and a file that is there is replaced only when that is said", { add: ["sillytavern/v2.png"] }, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  const path = join(studio.exports, "same.png");
  const report = await writeFile(page, { app: /^SillyTavern/, container: "PNG", path });
  assert.match(report, /byte for byte/);
  assert.deepEqual(readFileSync(path), sample("sillytavern/v2.png"));

  await page.getByRole("textbox", { name: "Scenario" }).fill("Shorter.");
  await writeFile(page, { app: /^SillyTavern/, container: "PNG", path, closes: false });
  assert.deepEqual(readFileSync(path), sample("sillytavern/v2.png"), "nothing is replaced unasked");
  await dialog(page, "Export").getByRole("button", { name: "Replace it" }).click();
  await dialog(page, "Export").waitFor({ state: "detached" });
  assert.equal(cardIn(readFileSync(path)).data.scenario, "Shorter.");
  assertQuiet(page, [409]);
});

flow("a damaged file is refused by name, the good one beside it is kept, and a second drop is known", {}, async ({ studio, page }) => {
  const card = sample("sillytavern/v2.png");
  await drop(page, [{ name: "cut.png", bytes: card.subarray(0, 60) }, { name: "whole.png", bytes: card }]);
  await review(page).getByRole("row", { name: /cut\.png/ }).click();
  await chosenFile(page).getByText("This file was refused").waitFor();
  await page.getByRole("button", { name: "Keep 1" }).click();
  await page.getByText("Kept 2 pieces.").waitFor();

  await drop(page, [{ name: "again.png", bytes: card }]);
  await review(page).getByRole("row", { name: /again\.png/ }).getByText("Already here").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await review(page).getByRole("row", { name: /again\.png/ }).waitFor({ state: "detached" });
  await page.getByText("Nothing here can be kept.").waitFor();
  assert.equal(studio.kept("character").length, 1);
  assertQuiet(page);
});

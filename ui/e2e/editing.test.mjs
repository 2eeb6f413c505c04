// The workbench beyond plain fields: the picture, the order of greetings, the raw original, the history.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { assertQuiet, draftKept, open, outline, saved, section, until, writeFile } from "./support/acts.mjs";
import { cardIn, picture, pixelsOf } from "./support/cards.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { sample } from "./support/studio.mjs";

withBrowser();

const CARD = { add: ["sillytavern/v2.png"] };
const ADDRESS = "character/ottoline-marsh";

flow("another portrait is taken, and it is the one that is written", CARD, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  await section(page, "Pictures");
  const old = (await studio.ask("entity_open", { address: ADDRESS })).portrait;
  const fresh = picture([200, 40, 90], 64);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("region", { name: "Portrait" }).getByRole("button", { name: "Choose a picture" }).click();
  await (await chooser).setFiles({ name: "fresh.png", mimeType: "image/png", buffer: fresh });
  await draftKept(page);
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  assert.notEqual((await studio.ask("entity_open", { address: ADDRESS })).portrait, old);

  const path = join(studio.exports, "fresh.png");
  await writeFile(page, { app: /^SillyTavern/, container: "PNG", path });
  const written = readFileSync(path);
  assert.deepEqual(inflateSync(pixelsOf(written)).subarray(1, 4), Buffer.from([200, 40, 90]), "the first pixel");
  assert.deepEqual(cardIn(written), cardIn(sample("sillytavern/v2.png")), "only the picture changed");
  assertQuiet(page);
});

flow("greetings change places by keyboard, as one step each", CARD, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  await section(page, "Greetings");
  const list = page.getByRole("region", { name: "Alternate greetings" });
  const order = async () => (await list.getByRole("listitem").allInnerTexts()).map((text) => (/A bell rings/.test(text) ? "bell" : "late"));
  assert.deepEqual(await order(), ["late", "bell"]);
  await list.getByRole("button", { name: /A bell rings/ }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await until(async () => (await order())[0] === "bell", "the new order");
  await page.keyboard.press("Control+z");
  await until(async () => (await order())[0] === "late", "the old order");
  await page.keyboard.press("Control+y");
  await until(async () => (await order())[0] === "bell", "the new order again");
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  const path = join(studio.exports, "greetings.json");
  await writeFile(page, { app: /^SillyTavern/, container: "JSON", path });
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")).data.alternate_greetings, [...cardIn(sample("sillytavern/v2.png")).data.alternate_greetings].reverse());
  assertQuiet(page);
});

flow("broken JSON in the raw original is told and never saved; an edit that is whole is kept beside the source", CARD, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  await section(page, "Raw original");
  const editor = page.getByRole("textbox", { name: /^Raw original/ });
  const status = page.getByText("Valid JSON");
  await status.waitFor();
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("!");
  await page.getByRole("alert").getByText(/The last valid text is in use\./).waitFor();
  await page.keyboard.press("Control+s");
  const unharmed = async () => {
    const { revision, nativeEdits, draft } = await studio.ask("entity_open", { address: ADDRESS });
    return { revision, nativeEdits, draft };
  };
  assert.deepEqual(await unharmed(), { revision: 1, nativeEdits: {}, draft: null });
  await page.keyboard.press("Backspace");
  await status.waitFor();

  await editor.getByText("false", { exact: true }).first().dblclick();
  await page.keyboard.type("true");
  const edits = page.getByRole("complementary", { name: "Your edits to the original" });
  await edits.getByText("/data/extensions/fav").waitFor();
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  assert.deepEqual((await unharmed()).nativeEdits, { sillytavern: [{ op: "replace", path: "/data/extensions/fav", value: true }] });

  const path = join(studio.exports, "raw.png");
  await writeFile(page, { app: /^SillyTavern/, container: "PNG", path });
  const expected = cardIn(sample("sillytavern/v2.png"));
  expected.data.extensions.fav = true;
  assert.deepEqual(cardIn(readFileSync(path)), expected);

  await edits.getByRole("button", { name: "Reset /data/extensions/fav" }).click();
  await edits.getByText("None. The original is as it came.").waitFor();
  await page.keyboard.press("Control+s");
  await until(async () => Object.keys((await unharmed()).nativeEdits).length === 0, "the edit taken back");
  assertQuiet(page);
});

flow("an earlier revision comes back, whole and field by field", CARD, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  const field = (name) => page.getByRole("textbox", { name });
  const before = { personality: await field("Personality").inputValue(), scenario: await field("Scenario").inputValue() };
  await field("Personality").fill("brief");
  await field("Scenario").fill("elsewhere");
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  await section(page, "History");
  const revisions = page.getByRole("listbox", { name: "Revisions" });
  await revisions.getByRole("option").nth(1).click();
  await page.getByRole("button", { name: /Compared with/ }).click();
  await page.getByRole("option", { name: "Revision 2" }).click();
  await page.getByText("2 fields differ").waitFor();
  await page.getByRole("button", { name: "Restore Personality" }).click();
  await saved(page, 3);
  let { body } = await studio.ask("entity_open", { address: ADDRESS });
  assert.equal(body.persona.personality, before.personality);
  assert.equal(body.persona.scenario, "elsewhere");

  // The list comes anew with the third revision; a row pressed before that would be another one by the time.
  await revisions.getByRole("option").nth(2).waitFor();
  await revisions.getByRole("option").last().click();
  await page.getByRole("button", { name: "Restore this revision" }).click();
  await saved(page, 4);
  ({ body } = await studio.ask("entity_open", { address: ADDRESS }));
  assert.equal(body.persona.scenario, before.scenario);
  assert.equal((await studio.ask("entity_history", { address: ADDRESS })).length, 4, "coming back is a revision too");
  await section(page, "Definition");
  assert.equal(await field("Scenario").inputValue(), before.scenario);
  await outline(page).getByRole("button", { name: /^History 4/ }).waitFor();
  assertQuiet(page);
});

flow("a book that came with the card is a piece of its own, and its edit travels inside the card", CARD, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  await outline(page).getByRole("button", { name: /^Saltmere almanac/ }).click();
  await page.getByRole("tab", { name: /Saltmere almanac/, selected: true }).waitFor();
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.waitFor();
  assert.match(await text.inputValue(), /bell tower has 61 steps/);
  await text.fill("The bell tower has 62 steps.");
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  await page.getByRole("tab", { name: /Ottoline Marsh/ }).click();
  const path = join(studio.exports, "book.png");
  await writeFile(page, { app: /^SillyTavern/, container: "PNG", path });
  const expected = cardIn(sample("sillytavern/v2.png"));
  expected.data.character_book.entries[0].content = "The bell tower has 62 steps.";
  assert.deepEqual(cardIn(readFileSync(path)), expected);
  assertQuiet(page);
});

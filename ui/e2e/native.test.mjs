// What only one app has: edited in its panel, kept beside the original, written back to that app alone; another app added
// by hand; the raw original with its tree, its links to the form, and a text that is no JSON.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assertQuiet, draftKept, open, saved, section, until, writeFile } from "./support/acts.mjs";
import { flowInEachTheme } from "./support/axe.mjs";
import { flow, withBrowser } from "./support/stage.mjs";

withBrowser();

const LUMIVERSE = { add: ["lumiverse/card.json"] };
const ADDRESS = "character/mirren-vale";
const inspector = (page) => page.getByRole("complementary", { name: "Inspector" });
const panel = async (page, app) => {
  await inspector(page).getByRole("tab", { name: "Native fields" }).click();
  await inspector(page).getByText(app, { exact: true }).first().waitFor();
};

flow("fields of one app change the original where they stand, show what it had, and are reset one by one", LUMIVERSE, async ({ studio, page }) => {
  await open(page, "Mirren Vale");
  await panel(page, "Lumiverse card");
  const name = inspector(page).getByRole("textbox", { name: "Name in prompts" });
  assert.equal(await name.inputValue(), "Mirren");
  await name.fill("Keeper Vale");
  await inspector(page).getByText("Source:").waitFor();
  await inspector(page).getByRole("textbox", { name: "Usual expression" }).fill("by lamplight");
  await draftKept(page);
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  const kept = (await studio.ask("entity_open", { address: ADDRESS })).nativeEdits.lumiverse;
  assert.deepEqual(kept.find(({ path }) => path.endsWith("alternate_character_name")), { op: "replace", path: "/data/extensions/alternate_character_name", value: "Keeper Vale" });

  await inspector(page).getByRole("button", { name: "Reset Usual expression" }).click();
  const path = join(studio.exports, "mirren.json");
  await writeFile(page, { app: /^Lumiverse/, container: "JSON", path });
  const before = JSON.parse(readFileSync(join(import.meta.dirname, "../../samples/lumiverse/card.json"), "utf8"));
  before.data.extensions.alternate_character_name = "Keeper Vale";
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), before, "only the one key changed");
  // Apps that only write pictures refuse a card without one.
  assertQuiet(page, [422]);
});

flow("another app is written for by hand: into its file, left behind by others, removed with undo", LUMIVERSE, async ({ studio, page }) => {
  await open(page, "Mirren Vale");
  await panel(page, "Lumiverse card");
  await inspector(page).getByRole("button", { name: "Write fields for another app" }).click();
  await page.getByRole("menuitem", { name: /^Marinara/ }).first().click();
  await inspector(page).getByText(/^Written here for Marinara/).waitFor();
  await inspector(page).getByRole("textbox", { name: "Colour of speech", exact: true }).fill("#335577");
  await inspector(page).getByRole("button", { name: /^Remove the fields written for/ }).click();
  await inspector(page).getByText(/^Written here for Marinara/).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await draftKept(page);
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  await page.reload();
  await page.getByRole("navigation", { name: "Outline" }).getByText("added").waitFor();

  const path = join(studio.exports, "marinara.json");
  await writeFile(page, { app: /^Marinara/, container: "JSON", path });
  assert.match(readFileSync(path, "utf8"), /"dialogueColor": ?"#335577"/);
  const report = await studio.ask("export_measure", { address: ADDRESS, format: "sillytavern", job: "m", options: { container: "json", variant: null, rewrite: false, carryOriginals: false, withoutSecrets: false, persona: null, withoutBook: false, form: null } });
  assert.ok(report.leftBehind.some(({ pointer }) => pointer === "/data/extensions/dialogueColor"), "SillyTavern leaves it behind");
  assertQuiet(page, [422]);
});

flow("a key of the raw original leads to its field and back, and what is no JSON stays in the text", LUMIVERSE, async ({ studio, page }) => {
  await open(page, "Mirren Vale");
  await section(page, "Raw original");
  const tree = page.getByRole("tree");
  await tree.getByRole("treeitem", { name: /^scenario/ }).click();
  const edits = page.getByRole("complementary", { name: "Your edits to the original" });
  await edits.getByText("The form edits this: persona.scenario.").waitFor();
  await edits.getByRole("button", { name: "Go to its field" }).click();
  await until(() => page.evaluate(() => document.activeElement?.closest("[data-path]")?.dataset.path === "persona.scenario"), "the field with the focus");
  await page.keyboard.press("Control+Alt+r");
  await page.getByRole("complementary", { name: "Your edits to the original" }).getByText("/data/scenario").waitFor();

  const editor = page.getByRole("textbox", { name: /^Raw original/ });
  await editor.click();
  await page.keyboard.press("Control+End");
  // Behind the last brace stands a line break.
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.getByRole("alert").getByText(/The last valid text is in use\.$/).waitFor();
  const { draft, nativeEdits } = await studio.ask("entity_open", { address: ADDRESS });
  assert.equal(draft, null);
  assert.deepEqual(nativeEdits, {});
  await page.keyboard.press("Control+z");
  await page.getByText("Valid JSON").waitFor();
  assertQuiet(page);
});

flowInEachTheme("native fields and the raw original have no serious fault of accessibility", LUMIVERSE, async ({ page, look }) => {
  await open(page, "Mirren Vale");
  await panel(page, "Lumiverse card");
  await inspector(page).getByRole("textbox", { name: "Name in prompts" }).fill("Keeper Vale");
  await look("native fields");
  await section(page, "Raw original");
  await page.getByRole("treeitem", { name: /^scenario/ }).click();
  await look("raw original");
});

// A character as its author works on it: other forms of it, what one app alone gets, its persona as a table, its
// pictures, and a preview of what it says.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { assertQuiet, dialog, draftKept, drop, go, open, outline, review, saved, section, until, writeFile } from "./support/acts.mjs";
import { cardPng, picture } from "./support/cards.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { sample } from "./support/studio.mjs";

withBrowser();

const OTTOLINE = { add: ["sillytavern/v2.png"] };
const MIRREN = { add: ["lumiverse/card.json"] };
const strip = (page) => page.getByRole("tablist", { name: "Variants" });
const field = (page, name) => page.getByRole("textbox", { name, exact: true });

flow("variants of a Lumiverse card are edited on the same form and leave as the alternates the app reads", MIRREN, async ({ studio, page }) => {
  await open(page, "Mirren Vale");
  const { body } = await studio.ask("entity_open", { address: "character/mirren-vale" });
  const tabs = strip(page).getByRole("tab");
  assert.equal(await tabs.count(), body.variants.length + 1);
  await strip(page).getByRole("tab", { name: /^Winter/ }).first().click();
  assert.equal(await field(page, "Description").inputValue(), "{{char}} wears oilskins.");
  assert.equal(await field(page, "Scenario").inputValue(), body.persona.scenario, "the base shows through");
  await page.getByText("from base").first().waitFor();

  await field(page, "Scenario").fill("The quay is under ice.");
  await page.getByRole("button", { name: "Use base for scenario" }).waitFor();
  await strip(page).getByRole("tab", { name: "Base" }).click();
  assert.equal(await field(page, "Scenario").inputValue(), body.persona.scenario, "the base is as it was");
  await page.keyboard.press("Control+z");
  await strip(page).getByRole("tab", { name: /^Winter/ }).first().click();
  assert.equal(await field(page, "Scenario").inputValue(), body.persona.scenario);
  await page.keyboard.press("Control+y");
  await until(async () => await field(page, "Scenario").inputValue() === "The quay is under ice.", "the edit again");

  // A third form, made here.
  await page.getByRole("button", { name: "Add a variant" }).click();
  await dialog(page, "Add a variant").getByRole("textbox", { name: "Name of the variant" }).fill("Spring");
  await page.keyboard.press("Enter");
  await strip(page).getByRole("tab", { name: /^Spring/, selected: true }).waitFor();
  await field(page, "Personality").fill("Talks to gulls.");
  await page.keyboard.press("Control+s");
  await saved(page, 2);

  const path = join(studio.exports, "mirren.json");
  await writeFile(page, { app: /^Lumiverse/, container: "JSON", path });
  const { alternate_fields: fields } = JSON.parse(readFileSync(path, "utf8")).data.extensions;
  const source = JSON.parse(sample("lumiverse/card.json").toString("utf8")).data.extensions.alternate_fields;
  assert.deepEqual(fields.description, source.description, "what was not touched is as it came");
  assert.deepEqual(fields.scenario.find(({ label }) => label === "Winter")?.content, "The quay is under ice.");
  assert.deepEqual(fields.personality.find(({ label }) => label === "Spring")?.content, "Talks to gulls.");
  assert.deepEqual(fields.greeting_style, source.greeting_style, "keys nobody maps stay");

  // Read back by the program, it is the same set of forms.
  await studio.ask("intake_add", { paths: [path], job: "again" });
  const [row] = await studio.ask("intake_list", {});
  await studio.ask("intake_decide", { ids: [row.id], decision: "keep" });
  const { kept } = await studio.ask("intake_keep", { ids: [row.id], job: "again" });
  const again = await studio.ask("entity_open", { address: kept.find((address) => address.startsWith("character/")) });
  const told = ({ label, overrides }) => [label, overrides.identity?.description, overrides.persona?.personality, overrides.persona?.scenario];
  const mine = await studio.ask("entity_open", { address: "character/mirren-vale" });
  assert.deepEqual(again.body.variants.map(told), mine.body.variants.map(told));
  assertQuiet(page, [422]);
});

flow("a variant is compared, promoted, moved, removed and written as a card of its own", MIRREN, async ({ studio, page }) => {
  await open(page, "Mirren Vale");
  await strip(page).getByRole("tab", { name: /^Summer/ }).click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const box = dialog(page, /beside the base/);
  await box.getByText("Noon on the quay.").waitFor();
  await box.locator("li").filter({ hasText: "Noon on the quay." }).getByRole("button", { name: "Promote" }).click();
  await until(async () => await box.getByText("Noon on the quay.").count() === 0, "the row gone");
  await page.keyboard.press("Escape");
  await strip(page).getByRole("tab", { name: "Base" }).click();
  assert.equal(await field(page, "Scenario").inputValue(), "Noon on the quay.");

  const names = async () => (await strip(page).getByRole("tab").allInnerTexts()).map((text) => text.split("\n")[0]);
  const before = await names();
  await strip(page).getByRole("tab", { name: /^Summer/ }).click();
  await strip(page).getByRole("tab", { name: /^Summer/ }).press("Alt+ArrowLeft");
  await until(async () => (await names()).indexOf("Summer") === before.indexOf("Summer") - 1, "the new order");
  await strip(page).getByRole("tab", { name: /^Summer/ }).press("Delete");
  await until(async () => !(await names()).includes("Summer"), "the variant gone");
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await until(async () => (await names()).includes("Summer"), "the variant back");

  await page.getByRole("button", { name: "Acts for variants" }).click();
  await page.getByRole("menuitem", { name: "Export as separate cards" }).click();
  const files = dialog(page, "Base and variants as separate cards");
  await files.getByRole("button", { name: /App$/ }).click();
  await page.getByRole("option", { name: /^SillyTavern card/ }).click();
  await files.getByRole("textbox", { name: "Folder" }).fill(studio.exports);
  await until(async () => /Write [34] files/.test(await files.getByRole("button", { name: /^Write/ }).innerText()), "everything measured");
  await files.getByRole("button", { name: /^Write/ }).click();
  await files.getByText(/\(Summer\)/).first().waitFor();
  await until(async () => readdirSync(studio.exports).length >= 3, "the files");
  assert.ok(readdirSync(studio.exports).some((name) => /\(Summer\)/.test(name)));
  assertQuiet(page, [422]);
});

flow("what is written for one app reaches that app alone, and is listed before it is written", OTTOLINE, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  await page.getByRole("button", { name: /Writing for/ }).click();
  await page.getByRole("option", { name: /^RisuAI/ }).click();
  await section(page, "Greetings");
  await field(page, "First message").fill("For Risu alone.");
  await draftKept(page);
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  const opened = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  assert.equal(opened.profiles.risu.greetings.firstMessage, "For Risu alone.");
  assert.notEqual(opened.body.greetings.firstMessage, "For Risu alone.");

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const box = dialog(page, "Export");
  await box.getByRole("option", { name: /^RisuAI/ }).click();
  await box.getByRole("region", { name: /^Written for RisuAI/ }).getByText("For Risu alone.").waitFor();
  await box.getByRole("button", { name: "Go to First message" }).click();
  await box.waitFor({ state: "detached" });
  await until(() => page.evaluate(() => document.activeElement?.value === "For Risu alone."), "the field in focus");

  const risu = join(studio.exports, "risu.json");
  await writeFile(page, { app: /^RisuAI/, container: "JSON", path: risu });
  assert.equal(JSON.parse(readFileSync(risu, "utf8")).data.first_mes, "For Risu alone.");
  const tavern = join(studio.exports, "tavern.json");
  await writeFile(page, { app: /^SillyTavern/, container: "JSON", path: tavern });
  assert.equal(JSON.parse(readFileSync(tavern, "utf8")).data.first_mes, opened.body.greetings.firstMessage);
  assertQuiet(page, [422]);
});

flow("a persona is a table and a text, and the description follows it", OTTOLINE, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  await field(page, "Description").fill('[character("Ottoline") {\nspecies("human")\nmind("dry" + "exact")\n}]');
  await page.getByRole("button", { name: "Read a table from the description" }).click();
  const table = page.getByRole("region", { name: "Structured persona" });
  await table.getByText("exact").waitFor();
  await table.getByRole("textbox", { name: "Add to mind" }).fill("patient");
  await page.keyboard.press("Enter");
  await table.getByRole("radio", { name: "Text" }).click();
  const text = table.getByRole("textbox", { name: "Structured persona" });
  await until(async () => /"exact" \+ "patient"/.test(await text.inputValue()), "the text of the table");
  await text.fill((await text.inputValue()).replace('"dry" + ', ""));
  await text.blur();
  await table.getByRole("radio", { name: "Table" }).click();
  await until(async () => await table.getByText("dry", { exact: true }).count() === 0, "the value gone");
  await table.getByRole("button", { name: "Write the table into it" }).click();
  await table.getByText(/follows it/).waitFor();
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  const { body } = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  assert.deepEqual(body.persona.structured, { kind: "wpp", attributes: { species: ["human"], mind: ["exact", "patient"] } });
  assert.equal(body.identity.description, '[character("Ottoline Marsh") {\nspecies("human")\nmind("exact" + "patient")\n}]');
  assertQuiet(page);
});

flow("pictures are added by file and by drop, named, used, cut and taken away", OTTOLINE, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  await section(page, "Pictures");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add pictures" }).click();
  await (await chooser).setFiles([{ name: "calm.png", mimeType: "image/png", buffer: picture([20, 90, 160], 64) }, { name: "wry.png", mimeType: "image/png", buffer: picture([160, 90, 20], 64) }]);
  const tiles = page.getByRole("list", { name: "Pictures" }).getByRole("listitem");
  await until(async () => await tiles.count() === 2, "two tiles");
  await drop(page, [{ name: "angry.png", bytes: picture([160, 20, 20], 64) }]);
  await until(async () => await tiles.count() === 3, "the dropped one");
  assert.deepEqual(await tiles.getByRole("textbox").evaluateAll((all) => all.map(({ value }) => value)), ["calm", "wry", "angry"]);
  await tiles.nth(2).getByRole("button", { name: /Role: angry/ }).click();
  await page.getByRole("option", { name: "Other" }).click();
  await tiles.nth(2).getByText("no text asks for it").waitFor();
  await tiles.nth(2).getByRole("textbox").press("Alt+ArrowLeft");
  await until(async () => (await tiles.getByRole("textbox").evaluateAll((all) => all.map(({ value }) => value))).join() === "calm,angry,wry", "the new order");
  await tiles.nth(0).getByRole("button", { name: "Acts for calm" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await until(async () => await tiles.count() === 2, "one gone");
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await until(async () => await tiles.count() === 3, "and back");

  const old = (await studio.ask("entity_open", { address: "character/ottoline-marsh" })).portrait;
  await page.getByRole("button", { name: "Crop" }).click();
  const box = dialog(page, "Crop the portrait");
  await box.getByRole("radio", { name: "1:1" }).click();
  await box.getByRole("slider", { name: "Zoom" }).fill("2");
  await until(async () => /pixels/.test(await box.innerText()), "the part");
  await box.getByRole("button", { name: "Crop", exact: true }).click();
  await box.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo: edit portrait" }).waitFor();
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  const { portrait, body } = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  assert.notEqual(portrait, old);
  assert.deepEqual(body.media.assets.map(({ label, role, mime }) => [label, role, mime]), [["calm", "emotion", "image/png"], ["angry", "other", "image/png"], ["wry", "emotion", "image/png"]]);
  assertQuiet(page);
});

flow("five thousand greetings scroll, move and are written in as one would a few", {}, async ({ page }) => {
  const greetings = Array.from({ length: 5_000 }, (_, at) => `Greeting ${at + 1}: the tide is ${at % 7} feet up.`);
  const card = { spec: "chara_card_v2", spec_version: "2.0", data: { name: "Tide Clerk", description: "Counts.", personality: "", scenario: "", first_mes: "One.", mes_example: "", creator_notes: "", system_prompt: "", post_history_instructions: "", alternate_greetings: greetings, tags: [], creator: "", character_version: "", extensions: {} } };
  await drop(page, [{ name: "tide.png", bytes: cardPng(card) }]);
  await review(page).getByRole("row", { name: /Tide Clerk/ }).waitFor();
  await page.getByRole("button", { name: "Keep 1" }).click();
  await open(page, "Tide Clerk");
  await section(page, "Greetings");
  const list = page.getByRole("region", { name: "Alternate greetings" });
  await list.getByRole("button", { name: /Greeting 1:/ }).waitFor();
  assert.ok(await list.getByRole("listitem").count() < 80, "only rows in view are drawn");
  await list.getByRole("button", { name: /Greeting 1:/ }).focus();
  await page.keyboard.press("End");
  await list.getByRole("button", { name: /Greeting 5000:/ }).waitFor();
  await page.keyboard.press("Alt+ArrowUp");
  await until(async () => /4,?999/.test(await page.evaluate(() => document.activeElement?.textContent ?? "")) && /Greeting 5000/.test(await page.evaluate(() => document.activeElement?.textContent ?? "")), "moved one up");
  await page.keyboard.press("Enter");
  await field(page, "Greeting").pressSequentially(" Now.");
  await draftKept(page);
  assertQuiet(page);
});

flow("the keyboard alone reaches every form of a character", MIRREN, async ({ page }) => {
  await open(page, "Mirren Vale");
  await strip(page).getByRole("tab", { name: "Base" }).focus();
  await page.keyboard.press("ArrowRight");
  await until(async () => await strip(page).getByRole("tab").nth(1).getAttribute("aria-selected") === "true", "the first variant");
  await page.keyboard.press("F2");
  await dialog(page, "Rename").getByRole("textbox").fill("Deep winter");
  await page.keyboard.press("Enter");
  await strip(page).getByRole("tab", { name: /^Deep winter/ }).waitFor();
  await page.keyboard.press("Control+Shift+p");
  await page.getByRole("complementary", { name: "Inspector" }).locator("iframe").waitFor();
  await page.keyboard.press("Control+Shift+p");
  await until(async () => await page.locator("iframe").count() === 0, "the preview closed");
  await go(page, "Library");
  await go(page, "Workbench");
  await outline(page).waitFor();
  // The library measures every app for the picked piece, and some cannot hold it.
  assertQuiet(page, [422]);
});

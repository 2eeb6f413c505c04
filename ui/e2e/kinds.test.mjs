// Regex sets, personas, presets, packs and quick replies: what an author does with each, and what comes out of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assertQuiet, dialog, draftKept, go, outline, saved, section, until, writeFile } from "./support/acts.mjs";
import { flowInEachTheme } from "./support/axe.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { sample } from "./support/studio.mjs";

withBrowser();

const KINDS = { regex: "Regex set", persona: "Persona", preset: "Preset", pack: "Pack", quickreply: "Quick replies" };

/** The tile of a piece in the library; pieces of two kinds may have one name. */
const tileOf = (page, { name, kind }) => page.getByRole("listbox", { name: "Pieces" }).getByRole("option").filter({ hasText: name }).filter({ hasText: `, ${KINDS[kind]}` }).first();

/** Opens the one piece of a kind that the library has. */
async function openOnly(studio, page, kind) {
  const { entities } = await studio.ask("library_query", { query: { text: "", kinds: [kind], tags: [], creator: null, sort: "name", descending: false, offset: 0, limit: 10 } });
  assert.equal(entities.length, 1, `one ${kind}`);
  await go(page, "Library");
  await tileOf(page, entities[0]).dblclick();
  await outline(page).waitFor();
  return `${kind}/${entities[0].id}`;
}

const names = (list) => list.getByRole("option").allInnerTexts();

flow("rules are ordered, tried on a sample and switched off; a pattern without end is called too slow", { add: ["sillytavern/regex-list.json"] }, async ({ studio, page }) => {
  const address = await openOnly(studio, page, "regex");
  const rules = page.getByRole("listbox", { name: "Rules" });
  await rules.getByRole("option").first().waitFor();
  const before = await names(rules);
  assert.ok(before.length >= 2);
  await rules.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Alt+ArrowDown");
  await until(async () => (await names(rules))[1] === before[0], "the moved rule");
  await page.keyboard.press("Control+z");
  await until(async () => (await names(rules))[0] === before[0], "the rule where it was");

  // With the pointer: the first rule below the last one.
  const box = await rules.getByRole("option").first().boundingBox();
  const last = await rules.getByRole("option").last().boundingBox();
  await page.mouse.move(box.x + 120, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 124, box.y + box.height / 2 + 8, { steps: 3 });
  await page.mouse.move(last.x + 120, last.y + last.height - 2, { steps: 6 });
  await page.mouse.up();
  await until(async () => (await names(rules)).at(-1) === before[0], "the dragged rule");
  await page.keyboard.press("Control+z");
  await until(async () => (await names(rules))[0] === before[0], "the rule where it was");

  await page.getByRole("button", { name: "New rule" }).click();
  const bench = page.getByRole("complementary", { name: "Inspector" });
  await page.getByRole("textbox", { name: /^Looks for/ }).fill("^(?:(?=a)a|a)*c$");
  await bench.getByRole("textbox", { name: /^Sample/ }).fill("a".repeat(60));
  await bench.getByText("too slow").waitFor();
  await page.getByRole("textbox", { name: /^Looks for/ }).fill("lamp");
  await page.getByRole("textbox", { name: /^Puts there/ }).fill("light");
  await bench.getByRole("textbox", { name: /^Sample/ }).fill("The lamp is out.");
  const result = bench.getByRole("region", { name: "Result" });
  await result.locator(".bench-text ins", { hasText: "light" }).waitFor();
  assert.equal(await result.locator(".bench-text del").first().innerText(), "lamp");

  await rules.focus();
  await page.keyboard.press("e");
  await bench.getByText("off", { exact: true }).first().waitFor();
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  const { body } = await studio.ask("entity_open", { address });
  assert.equal(body.rules.length, before.length + 1);
  assert.equal(body.rules.find(({ find }) => find === "lamp").enabled, false);
  assertQuiet(page);
});

flow("a rule is moved into a card, both are saved, and one undo puts both back", { add: ["sillytavern/regex-list.json", "sillytavern/v2.png"] }, async ({ studio, page }) => {
  const address = await openOnly(studio, page, "regex");
  const count = (await studio.ask("entity_open", { address })).body.rules.length;
  await page.getByRole("button", { name: /^Acts for/ }).click();
  await page.getByRole("menuitem", { name: "Copy or move to another piece" }).click();
  const box = dialog(page, "Copy or move to another piece");
  await box.getByRole("button", { name: /Ottoline Marsh/ }).click();
  await box.getByRole("radio", { name: "Move" }).click();
  await box.getByRole("button", { name: "Move 1 rule" }).click();
  await page.getByText("Moved 1 rule to Ottoline Marsh.").waitFor();
  assert.equal((await studio.ask("entity_open", { address })).body.rules.length, count - 1);
  const card = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  assert.equal(card.body.behaviorRefs.length, 1);
  const set = await studio.ask("entity_open", { address: `regex/${card.body.behaviorRefs[0].id}` });
  assert.equal(set.body.rules.length, 1);
  assert.equal(set.name, "Rules of Ottoline Marsh");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await until(async () => (await studio.ask("entity_open", { address })).body.rules.length === count, "the rule back in its set");
  await until(async () => (await studio.ask("entity_open", { address: "character/ottoline-marsh" })).body.behaviorRefs === undefined, "a card without the set");
  assertQuiet(page);
});

flow("a persona in sections says what the model is told while one writes", { add: ["rolecall/persona.json"] }, async ({ studio, page }) => {
  const address = await openOnly(studio, page, "persona");
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("");
  const write = page.getByRole("button", { name: "Write it in sections" });
  if (await write.count() > 0) await write.click();
  const sections = page.getByRole("region", { name: "Sections" });
  const add = sections.getByRole("textbox", { name: "Quirks" });
  await add.fill("Counts the steps, {{user}} says.");
  await inspector.getByText(/Quirks: Counts the steps, .+ says\./).waitFor();
  assert.equal(await inspector.getByText("{{user}}").count(), 0);
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  assert.equal((await studio.ask("entity_open", { address })).body.sections.quirks, "Counts the steps, {{user}} says.");
  assertQuiet(page);
});

flow("blocks of a preset are moved and switched, and the order that is sent follows with a character in it", { add: ["sillytavern/preset.json", "sillytavern/v2.png"] }, async ({ studio, page }) => {
  await openOnly(studio, page, "preset");
  const blocks = page.getByRole("listbox", { name: "Blocks" });
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByText("Sent in this order").waitFor();
  await inspector.getByRole("button", { name: "Choose a character" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Ottoline Marsh/ }).click();
  // The card brings a system prompt of its own.
  await inspector.getByText("The card’s own text stands here.").first().waitFor();
  await blocks.getByRole("option", { name: /Auxiliary Prompt/ }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Keep {{char}} dry.");
  const block = inspector.getByText("Keep Ottoline Marsh dry.");
  await block.waitFor();
  const order = await names(blocks);
  await blocks.focus();
  await page.keyboard.press("Alt+ArrowUp");
  await until(async () => (await names(blocks)).join("\n") !== order.join("\n"), "the moved block");
  await page.keyboard.press("e");
  await block.waitFor({ state: "detached" });

  await section(page, "Sampling");
  const temperature = page.getByRole("slider", { name: "Temperature" });
  await temperature.focus();
  await page.keyboard.press("ArrowRight");
  await until(async () => await page.getByRole("spinbutton", { name: "Temperature" }).inputValue() === "0.91", "the number beside the slider");
  const path = join(studio.exports, "preset.json");
  await draftKept(page);
  await writeFile(page, { app: /^SillyTavern chat completion/, container: "JSON", path });
  const written = JSON.parse(readFileSync(path, "utf8"));
  const was = JSON.parse(sample("sillytavern/preset.json").toString("utf8"));
  assert.equal(written.temperature, 0.91);
  const live = (file) => file.prompt_order.find(({ character_id }) => character_id === 100001)?.order ?? file.prompt_order[0].order;
  assert.equal(live(written).find(({ identifier }) => identifier === "nsfw").enabled, false);
  assert.notDeepEqual(live(written).map(({ identifier }) => identifier), live(was).map(({ identifier }) => identifier));
  assertQuiet(page);
});

flow("a template shows one turn with its marks", { add: ["sillytavern/instruct.json"] }, async ({ studio, page }) => {
  await openOnly(studio, page, "preset");
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByRole("textbox", { name: "The person says" }).fill("Is anybody there?");
  await inspector.getByText("Is anybody there?", { exact: false }).first().waitFor();
  const instruct = JSON.parse(sample("sillytavern/instruct.json").toString("utf8"));
  const marks = (await inspector.locator("pre .turn-mark").allInnerTexts()).map((mark) => mark.trim());
  assert.deepEqual(marks, [instruct.first_input_sequence, instruct.input_suffix, instruct.last_output_sequence].map((mark) => mark.trim()));
  assertQuiet(page);
});

flow("pictures of a pack change places and labels, and the file follows", { add: ["sillytavern/pack.zip"] }, async ({ studio, page }) => {
  const address = await openOnly(studio, page, "pack");
  const grid = page.getByRole("listbox", { name: "Pictures" });
  await grid.getByRole("option").first().waitFor();
  const before = (await studio.ask("entity_open", { address })).body.pack.items.map(({ label }) => label);
  assert.ok(before.length >= 2);
  await grid.getByRole("option").first().click();
  await page.keyboard.press("Alt+ArrowRight");
  const form = page.getByRole("region", { name: "The chosen picture" });
  await until(async () => await form.getByRole("textbox", { name: /^Label/ }).inputValue() === before[0], "the moved picture");
  await form.getByRole("textbox", { name: /^Label/ }).fill("sheltering");
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  const after = (await studio.ask("entity_open", { address })).body.pack.items.map(({ label }) => label);
  assert.deepEqual(after.slice(0, 2), [before[1], "sheltering"]);
  assertQuiet(page);
});

flow("quick replies are edited as text; removing has an undo", { add: ["sillytavern/quickreply.json"] }, async ({ studio, page }) => {
  const address = await openOnly(studio, page, "quickreply");
  const buttons = page.getByRole("listbox", { name: "Buttons" });
  await buttons.getByRole("option").first().waitFor();
  const before = await names(buttons);
  await buttons.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  await until(async () => (await names(buttons)).length === before.length - 1, "one button less");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await until(async () => (await names(buttons)).length === before.length, "the button back");
  await buttons.getByRole("option").first().click();
  await page.getByRole("textbox", { name: /^Sends/ }).fill("/echo <b>never run</b>");
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  assert.equal((await studio.ask("entity_open", { address })).body.replies[0].message, "/echo <b>never run</b>");
  assertQuiet(page);
});

flowInEachTheme("no editor of these kinds has a serious fault of accessibility", { add: ["sillytavern/regex-list.json", "marinara/persona.json", "lumiverse/preset.json", "sillytavern/instruct.json", "sillytavern/pack.zip", "sillytavern/quickreply.json"] }, async ({ studio, page, look, screens }) => {
  const { entities } = await studio.ask("library_query", { query: { text: "", kinds: ["regex", "persona", "preset", "pack", "quickreply"], tags: [], creator: null, sort: "name", descending: false, offset: 0, limit: 20 } });
  for (const { name, kind, id } of entities) {
    await go(page, "Library");
    await tileOf(page, { name, kind }).dblclick();
    await outline(page).waitFor();
    await page.locator(".inspector-panel").first().waitFor();
    await look(`${kind}/${id}`);
    const pages = (await outline(page).getByRole("button").allInnerTexts()).map((text) => text.split("\n")[0]).filter((text) => !/^(?:Raw original|History|New group)/.test(text));
    for (const text of pages) {
      await section(page, text);
      await look(`${kind}/${id}, ${text}`);
    }
    if (kind === "regex") {
      await page.getByRole("button", { name: "Bring rules here" }).first().click();
      await dialog(page, "Bring rules here").getByRole("button", { name: /Keeper/ }).first().waitFor();
      await look("bring rules");
      await page.keyboard.press("Escape");
      await page.getByRole("listbox", { name: "Rules" }).getByRole("option").first().click();
      await page.getByRole("button", { name: /^What it rewrites/ }).click();
      await page.getByRole("dialog", { name: "What it rewrites" }).waitFor();
      await look("a phrase");
      await page.keyboard.press("Escape");
    }
  }
  assert.ok(screens() >= 25, `${screens()} screens`);
});

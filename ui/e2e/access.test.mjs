// Every screen by axe in three themes, and the whole way from a file to an export without a pointer.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assertQuiet, dialog, draftKept, drop, go, outline, review, section, until } from "./support/acts.mjs";
import { flowInEachTheme } from "./support/axe.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { sample } from "./support/studio.mjs";

withBrowser();

flowInEachTheme("no screen has a serious fault of accessibility", {}, async ({ page, look, screens }) => {
  await page.getByText("Drop cards here, or anywhere in this window.").waitFor();
  await look("empty library");
  const card = sample("sillytavern/v2.png");
  await drop(page, [{ name: "cut.png", bytes: card.subarray(0, 60) }, { name: "ottoline.png", bytes: card }, { name: "classic.json", bytes: sample("pygmalion/classic.json") }]);
  await review(page).getByRole("row", { name: /cut\.png/ }).click();
  await page.getByText("This file was refused").waitFor();
  await look("import review, refused");
  await review(page).getByRole("row", { name: /ottoline\.png/ }).click();
  await page.getByText("Notes while reading").waitFor();
  await look("import review");
  await page.getByRole("button", { name: /^Keep \d/ }).click();
  await page.getByText(/^Kept /).waitFor();
  await page.getByRole("button", { name: "Discard all" }).click();
  await go(page, "Library");
  const tile = page.getByRole("option", { name: /^Ottoline Marsh.*Saltmere parish/ });
  await tile.click();
  await page.getByText(/^Measured on the saved revision/).waitFor();
  await look("library, tiles");
  await page.getByRole("radio", { name: "List" }).click();
  await page.getByRole("grid", { name: "Pieces" }).getByRole("row", { name: /Ottoline/ }).first().waitFor();
  await look("library, list");
  await page.getByRole("radio", { name: "Tiles" }).click();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("o");
  await page.getByRole("dialog").getByRole("option").first().waitFor();
  await look("palette");
  await page.keyboard.press("Escape");

  await tile.dblclick();
  await outline(page).waitFor();
  for (const name of ["Identity", "Definition", "Prompts", "Greetings", "Examples", "Pictures", "Credits and notes", "Tags and look"]) {
    await section(page, name);
    await page.getByRole("heading", { name, level: 2 }).waitFor();
    await look(name);
  }
  await section(page, "Definition");
  await page.getByRole("textbox", { name: "Scenario" }).fill("Another scenario.");
  await page.keyboard.press("Control+s");
  await section(page, "Raw original");
  await page.getByText("Valid JSON").waitFor();
  await look("raw original");
  await section(page, "History");
  await page.getByText("1 field differs").waitFor();
  await look("history");
  await page.getByRole("button", { name: "Export" }).click();
  const box = dialog(page, "Export");
  await box.getByRole("option", { name: /^Pygmalion/ }).click();
  await until(async () => await box.getByRole("region", { name: "Report" }).getAttribute("aria-busy") === "false", "the report");
  await box.getByText(/^Pygmalion card would take/).waitFor();
  await look("export");
  await page.keyboard.press("Escape");
  await box.waitFor({ state: "detached" });
  await outline(page).getByRole("button", { name: /^Saltmere almanac/ }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  await look("lorebook");
  await page.getByRole("button", { name: /more settings$/ }).click();
  await page.getByRole("button", { name: /^Key / }).first().click();
  await page.getByRole("dialog").waitFor();
  await look("lorebook, a key");
  await page.keyboard.press("Escape");
  await page.getByRole("listbox", { name: "Entries" }).focus();
  await page.keyboard.press("Control+a");
  await page.getByRole("heading", { name: /^\d+ entries$/ }).waitFor();
  await look("lorebook, many");
  await page.getByRole("tab", { name: "Wake graph" }).click();
  await page.getByText(/^\d+ entries, \d+ wakes$|^No entry’s text/).first().waitFor();
  await look("wake graph");
  await page.getByRole("button", { name: "Book settings" }).click();
  await page.getByRole("region", { name: "Characters that use it" }).waitFor();
  await look("book settings");
  await go(page, "Settings");
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await look("settings");
  await go(page, "Library");
  await page.getByRole("listbox", { name: "Pieces" }).focus();
  await page.keyboard.press("Control+a");
  const picked = page.getByRole("toolbar", { name: "3 picked" });
  await picked.waitFor();
  await look("library, picked");
  await picked.getByRole("button", { name: "Export" }).click();
  await dialog(page, "Export").getByRole("button", { name: "Write 3 files" }).waitFor();
  await look("export of many");
  await page.keyboard.press("Escape");
  await dialog(page, "Export").waitFor({ state: "detached" });
  await picked.getByRole("button", { name: "Move to trash" }).click();
  await page.getByText("Moved 3 pieces to the trash.").waitFor();
  await page.getByRole("button", { name: /^Trash 3/ }).click();
  await page.getByRole("list", { name: "Trash" }).waitFor();
  await look("trash, with a word of what happened");
  assert.equal(screens(), 26);
});

flowInEachTheme("the checks have no serious fault of accessibility", {}, async ({ page, look }) => {
  const card = JSON.parse(sample("sillytavern/v2.json").toString("utf8"));
  const [greeting] = card.data.alternate_greetings;
  const messy = { ...card, data: { ...card.data, description: "{{cahr}} donâ€™t know.", alternate_greetings: [greeting, greeting] } };
  await drop(page, [{ name: "messy.json", bytes: Buffer.from(JSON.stringify(messy)) }]);
  await page.getByRole("button", { name: /^Keep \d/ }).click();
  await page.getByText(/^Kept /).waitFor();
  await go(page, "Checks");
  await page.getByText("Nothing is chosen.").waitFor();
  await look("checks, nothing chosen");
  await page.getByRole("button", { name: /^What is checked/ }).click();
  await page.getByRole("menuitem", { name: /library/ }).click();
  await page.locator("[role=row][data-finding]").first().click();
  await page.getByRole("complementary", { name: "Finding" }).waitFor();
  await look("checks, a finding");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("checkbox", { name: /^Hushed/ }).waitFor({ state: "attached" });
  await look("checks, filter");
  await page.keyboard.press("Escape");
  await go(page, "Library");
  await page.getByRole("option", { name: /^Ottoline Marsh/ }).dblclick();
  await page.getByRole("toolbar", { name: "Piece" }).getByRole("button", { name: /^\d+ findings?$/ }).click();
  await page.getByRole("list", { name: "Findings" }).waitFor();
  await look("findings beside a card");
});

flowInEachTheme("the forms of a character have no serious fault of accessibility", { add: ["lumiverse/card.json"] }, async ({ page, look }) => {
  await page.getByRole("option", { name: /^Mirren Vale/ }).dblclick();
  await outline(page).waitFor();
  await page.getByRole("tab", { name: /^Winter 3/ }).click();
  await page.getByRole("button", { name: "Add structured persona" }).click();
  await page.getByRole("button", { name: "Add an attribute" }).click();
  await page.getByRole("button", { name: "Add voice" }).click();
  await page.getByRole("button", { name: "Add picture prompt" }).click();
  await look("a variant");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await dialog(page, /beside the base/).waitFor();
  await look("a variant beside the base");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Description" }).focus();
  await page.keyboard.press("Control+Shift+p");
  await page.locator("iframe").waitFor();
  await look("preview");
  await page.keyboard.press("Control+Shift+p");
  for (const name of ["Prompts", "Greetings", "Pictures", "Credits and notes", "Tags and look", "Behaviour"]) {
    await section(page, name);
    const more = page.getByRole("group", { name: "More fields" }).first().getByRole("button");
    while (await more.count() > 0) await more.first().click();
    await look(`${name}, with every field`);
  }
  await section(page, "Pictures");
  await page.getByRole("button", { name: "Draw a plain one" }).click();
  await page.getByRole("button", { name: "Crop" }).click();
  await dialog(page, "Crop the portrait").getByText(/pixels/).waitFor();
  await look("crop");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Writing for/ }).click();
  await page.getByRole("option", { name: /^RisuAI/ }).click();
  await section(page, "Definition");
  await page.getByRole("textbox", { name: "Scenario" }).fill("For one app.");
  await page.getByRole("button", { name: "Use base for scenario" }).waitFor();
  await look("written for one app");
});

flow("a key that is pressed as soon as the window shows is heard", {}, async ({ page }) => {
  // In the very turn in which the rail is drawn, before the page is painted: no machine is too slow for that.
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector("nav") === null) return;
      watcher.disconnect();
      const key = new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true, cancelable: true });
      document.body.dispatchEvent(key);
      globalThis.heard = key.defaultPrevented;
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await page.getByRole("combobox").waitFor();
  assert.equal(await page.evaluate(() => globalThis.heard), true);
  assertQuiet(page);
});

/** Presses Tab until the focus is where it should be; the way may be long, but it must lead there. */
async function tabTo(page, target, what, key = "Tab", most = 80) {
  for (let pressed = 0; pressed <= most; pressed += 1) {
    if (await target.count() > 0 && await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160));
  throw new Error(`${most} times ${key} never led to ${what}; the focus is on ${at}`);
}

flow("from a file to an export by keyboard alone", {}, async ({ studio, page }) => {
  await page.evaluate(() => { for (const kind of ["mousedown", "pointerdown", "click"]) window.addEventListener(kind, (event) => { if (event.detail > 0) globalThis.pointed = kind; }, true); });
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Control+o");
  await (await chooser).setFiles([{ name: "ottoline.png", mimeType: "image/png", buffer: sample("sillytavern/v2.png") }, { name: "classic.json", mimeType: "application/json", buffer: sample("pygmalion/classic.json") }]);

  // The review: to the list, to the second row, skip it, keep the rest.
  await review(page).getByRole("row").nth(1).waitFor();
  await tabTo(page, review(page), "the list of staged files");
  await page.keyboard.press("End");
  await until(async () => await review(page).getByRole("row", { name: /classic\.json/ }).getAttribute("aria-selected") === "true", "the second row");
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Keep 1" }).waitFor();
  await page.keyboard.press("Control+Enter");

  // The library: to the pieces, to the card, open.
  const pieces = page.getByRole("listbox", { name: "Pieces" });
  const card = pieces.getByRole("option", { name: /^Ottoline Marsh/ });
  await card.waitFor();
  await tabTo(page, pieces, "the pieces");
  await page.keyboard.press("Home");
  for (let step = 0; step < 4; step += 1) {
    const id = await pieces.getAttribute("aria-activedescendant");
    if (id !== null && await card.getAttribute("id") === id) break;
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Enter");

  // The workbench: to the outline, to a section, to a field, write.
  await outline(page).waitFor();
  await tabTo(page, outline(page).getByRole("button", { name: /^Definition/ }), "the section");
  await page.keyboard.press("Enter");
  const scenario = page.getByRole("textbox", { name: "Scenario" });
  await tabTo(page, scenario, "the field");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Written without a mouse.");
  await draftKept(page);
  await page.keyboard.press("Control+e");

  // The export: to the apps, to Pygmalion, to the path, write.
  const box = dialog(page, "Export");
  const apps = box.getByRole("listbox", { name: "Apps" });
  const target = apps.getByRole("option", { name: /^Pygmalion/ });
  await target.waitFor();
  // The apps change places while they are measured.
  await until(async () => await apps.getByRole("img").count() + await apps.locator(".said-error").count() === await apps.getByRole("option").count(), "the measured apps");
  await tabTo(page, apps, "the list of apps");
  for (let step = 0; step < 40 && await target.getAttribute("aria-selected") !== "true"; step += 1) await page.keyboard.press("ArrowDown");
  await box.getByText(/^Pygmalion card would take/).waitFor();
  const kinds = box.getByRole("radiogroup", { name: "Kind of file" });
  const json = kinds.getByRole("radio", { name: "JSON" });
  await tabTo(page, kinds.locator("[role=radio]:focus"), "the kinds of file");
  while (!await json.evaluate((element) => element === document.activeElement)) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await until(async () => await json.getAttribute("aria-checked") === "true" && await box.getByRole("region", { name: "Report" }).getAttribute("aria-busy") === "false", "the report for JSON");
  await tabTo(page, box.getByRole("button", { name: "Change", exact: true }), "the change of the path");
  await page.keyboard.press("Enter");
  const path = join(studio.exports, "by-keyboard.json");
  await tabTo(page, box.getByRole("textbox", { name: "Path of the file" }), "the path");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(path);
  await tabTo(page, box.getByRole("button", { name: "Write file" }), "the button that writes");
  await page.keyboard.press("Enter");
  await box.waitFor({ state: "detached" });
  assert.ok(existsSync(path));
  assert.equal(JSON.parse(readFileSync(path, "utf8")).world_scenario, "Written without a mouse.");
  assert.equal(await page.evaluate(() => globalThis.pointed), undefined, "a pointer was used");
  assertQuiet(page);
});

// Find and replace in one piece and in many, tags and shelves, two pieces compared, tabs that come back, help, the tour,
// the palette's parts, copies. Everything is held to axe in three themes and at the smallest window with the largest text.
import assert from "node:assert/strict";
import { assertQuiet, draftKept, go, outline, section, until } from "./support/acts.mjs";
import { flowInEachTheme } from "./support/axe.mjs";
import { flow, withBrowser } from "./support/stage.mjs";

withBrowser();

const ADD = ["sillytavern/v2.png", "pygmalion/classic.json"];

/** Nothing may be cut off at the end of the window. */
async function widerThanTheWindow(page) {
  return await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth) ? ["wider than the window"] : [];
}
const openOttoline = async (page) => {
  await page.getByRole("option", { name: /^Ottoline Marsh.*Saltmere parish/ }).dblclick();
  await outline(page).waitFor();
};
const pieces = (page) => page.getByRole("listbox", { name: "Pieces" });
const pickAll = async (page) => {
  await pieces(page).getByRole("option").first().waitFor();
  await pieces(page).focus();
  await page.keyboard.press("Control+a");
  const bar = page.getByRole("toolbar", { name: /picked$/ });
  await bar.waitFor();
  return bar;
};

flow("words are replaced in the open piece, one place and then all, each as one step", { add: ADD }, async ({ studio, page }) => {
  await openOttoline(page);
  await page.getByRole("textbox", { name: "Personality" }).fill("Brine, brine and more brine; nothing briny.");
  await page.keyboard.press("Control+f");
  const bar = page.getByRole("region", { name: "Find in this piece" });
  await bar.getByRole("textbox", { name: "Find", exact: true }).fill("brine");
  await bar.getByText("3 places", { exact: true }).waitFor();
  await bar.getByRole("button", { name: "Case matters" }).click();
  await bar.getByText("2 places", { exact: true }).waitFor();
  await bar.getByRole("button", { name: "Case matters" }).click();
  await bar.getByRole("button", { name: "Pattern", exact: true }).click();
  await bar.getByRole("textbox", { name: "Find", exact: true }).fill("(brin)(e|y)");
  await bar.getByText("4 places", { exact: true }).waitFor();
  await bar.getByRole("textbox", { name: "Replace with" }).fill("$2-$1");
  await bar.getByRole("button", { name: "Replace", exact: true }).click();
  await bar.getByText("1 of 4 places").waitFor();
  await bar.getByRole("button", { name: "Replace", exact: true }).click();
  const personality = page.getByRole("textbox", { name: "Personality" });
  await until(async () => (await personality.inputValue()).startsWith("e-Brin, brine"), "the first place replaced");
  await bar.getByText(/3 places$/).waitFor();
  await bar.getByRole("button", { name: "Replace all" }).click();
  await until(async () => await personality.inputValue() === "e-Brin, e-brin and more e-brin; nothing y-brin.", "all places replaced");
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await until(async () => await personality.inputValue() === "e-Brin, brine and more brine; nothing briny.", "the step taken back");
  // A pattern that is none is said, and nothing is replaced by it.
  await bar.getByRole("textbox", { name: "Find", exact: true }).fill("(");
  await bar.getByText(/no pattern/).waitFor();
  assert.equal(await bar.getByRole("button", { name: "Replace all" }).isDisabled(), true);
  await page.keyboard.press("Escape");
  await draftKept(page);
  const { draft } = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  assert.deepEqual(draft.steps.slice(0, draft.position).map(({ label }) => label), ["edit personality", "replace once"]);
  assertQuiet(page);
});

flow("words are replaced in many pieces, with a choice, a report and one way back", { add: ["sillytavern/v2.png"] }, async ({ studio, page }) => {
  const before = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  await pickAll(page);
  await page.keyboard.press("Control+Shift+F");
  const box = page.getByRole("region", { name: /^Find and replace in \d+ pieces/ });
  await box.getByRole("textbox", { name: "Find", exact: true }).fill("Ottoline");
  await box.getByRole("textbox", { name: "Replace with" }).fill("Otti");
  const run = box.getByRole("button", { name: /^Replace \d+ places$/ });
  await run.waitFor();
  const all = Number(/\d+/.exec(await run.textContent())[0]);
  assert.ok(all > 2, `${all} places`);
  // The name stays: its field is taken out of the run.
  const rows = box.getByRole("listbox", { name: "Places found" });
  const name = rows.getByRole("option", { name: /^Name ?, Ottoline Marsh/ });
  await name.waitFor();
  await rows.focus();
  for (let at = 0; at < 40 && (await name.getAttribute("class")).includes("replace-current") === false; at += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await box.getByRole("button", { name: `Replace ${all - 1} places` }).click();
  await box.getByText(/one revision each\.$/).waitFor();
  const after = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  assert.equal(after.revision, before.revision + 1);
  assert.equal(after.body.identity.name, "Ottoline Marsh");
  assert.ok(!JSON.stringify(after.body).replace('"Ottoline Marsh"', "").includes("Ottoline"));
  await box.getByRole("button", { name: "Undo the whole run" }).click();
  await box.getByText(/as (?:it was|they were)\.$/).waitFor();
  const back = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  assert.deepEqual(back.body, before.body);
  assertQuiet(page);
});

flow("tags are given to many, a shelf is filled, a search is kept, and all of it can be undone", { add: ADD }, async ({ studio, page }) => {
  const bar = await pickAll(page);
  await bar.getByRole("button", { name: "Tags" }).click();
  await page.getByRole("textbox", { name: "Tags to add" }).fill("winter, fog");
  await page.getByRole("button", { name: "Change the tags" }).click();
  await page.getByText(/pieces were changed\.$/).waitFor();
  const tags = async () => (await studio.ask("entity_open", { address: "character/ottoline-marsh" })).body.discovery.tags;
  assert.ok((await tags()).includes("winter"));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await until(async () => !(await tags()).includes("winter"), "the tags as they were");

  await bar.getByRole("button", { name: "Shelve" }).click();
  await page.getByRole("menuitem", { name: "New shelf" }).click();
  await page.getByRole("textbox", { name: "Name of the shelf" }).fill("Winter evenings");
  await page.getByRole("button", { name: "Make the shelf" }).click();
  const list = page.getByRole("complementary", { name: "List" });
  await list.getByRole("button", { name: /^Winter evenings \d/ }).click();
  await until(async () => await pieces(page).getByRole("option").count() >= 2, "the pieces of the shelf");
  await list.getByRole("button", { name: /^Everything/ }).click();
  await page.getByRole("textbox", { name: "Find in the library" }).fill("ottoline");
  await until(async () => (await list.getByRole("button", { name: /^Everything/ }).getAttribute("aria-current")) !== null, "the search");
  await list.getByRole("button", { name: "New shelf" }).click();
  await page.getByRole("menuitem", { name: "Keep this search as a shelf" }).click();
  await page.getByRole("button", { name: "Make the shelf" }).click();
  await list.getByRole("button", { name: "ottoline", exact: true }).waitFor();
  await list.getByRole("button", { name: "What to do with Winter evenings" }).click();
  await page.getByRole("menuitem", { name: "Take the shelf away" }).click();
  await page.getByText(/Its pieces stay\.$/).waitFor();
  assert.equal((await studio.ask("shelves", {})).length, 1);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await until(async () => (await studio.ask("shelves", {})).some(({ name, count }) => name === "Winter evenings" && count >= 2), "the shelf again");
  assertQuiet(page);
});

flow("tabs come back with the page they were at, and a closed one opens again", { add: ADD }, async ({ page }) => {
  await openOttoline(page);
  await section(page, "Greetings");
  await page.getByRole("heading", { name: "Greetings", level: 2 }).waitFor();
  await page.waitForTimeout(600);
  await page.reload();
  await page.getByRole("tab", { name: /Ottoline Marsh/ }).waitFor();
  await page.getByRole("heading", { name: "Greetings", level: 2 }).waitFor();
  await page.getByRole("tab", { name: /Ottoline Marsh/ }).click({ button: "middle" });
  await page.getByRole("tab", { name: /Ottoline Marsh/ }).waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("closed tab");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: /Ottoline Marsh/ }).waitFor();
  await page.getByRole("heading", { name: "Greetings", level: 2 }).waitFor();
  // The palette knows the parts of what is open, and the settings.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("prompts");
  await page.getByRole("dialog").getByRole("group", { name: "In this piece" }).getByRole("option", { name: /^Prompts/ }).click();
  await page.getByRole("heading", { name: "Prompts", level: 2 }).waitFor();
  assertQuiet(page);
});

flow("help opens at the panel with the focus, a piece is copied, and the tour is walked", { add: ["sillytavern/v2.png"] }, async ({ page }) => {
  await page.keyboard.press("F1");
  const pane = page.getByRole("complementary", { name: "Help" });
  await pane.getByRole("heading", { name: "Library" }).waitFor();
  await page.keyboard.press("Escape");
  await pane.waitFor({ state: "detached" });
  await openOttoline(page);
  await page.keyboard.press("Control+f");
  await page.keyboard.press("F1");
  await pane.getByRole("heading", { name: "Find and replace here" }).waitFor();
  await pane.getByRole("button", { name: "All topics" }).click();
  await pane.getByRole("textbox", { name: "Find in the help" }).fill("revision");
  await pane.getByRole("button", { name: "History" }).click();
  await pane.getByRole("heading", { name: "History" }).waitFor();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(">copy as markdown");
  await page.keyboard.press("Enter");
  await page.getByText(/^Copied: Markdown/).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^# Ottoline Marsh\n/);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(">short tour");
  await page.keyboard.press("Enter");
  const tour = page.getByRole("complementary", { name: "Tour" });
  await tour.getByText("1 of 4").waitFor();
  await page.getByRole("button", { name: /^Keep \d/ }).waitFor();
  await tour.getByRole("button", { name: "Next" }).click();
  await tour.getByText("2 of 4").waitFor();
  await openOttoline(page);
  await tour.getByText("3 of 4").waitFor();
  await page.getByRole("toolbar").getByRole("button", { name: "Export" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await tour.getByText("4 of 4").waitFor();
  await tour.getByRole("button", { name: "Done" }).click();
  await tour.waitFor({ state: "detached" });
  assertQuiet(page);
});

flow("the usual file of a piece is the file it came from", { add: ["sillytavern/v2.png"] }, async ({ studio, page }) => {
  await page.getByRole("option", { name: /^Ottoline Marsh/ }).click();
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(">download");
  await page.keyboard.press("Enter");
  const download = await downloading;
  assert.equal(download.suggestedFilename(), "Ottoline Marsh.png");
  const { readFileSync: read } = await import("node:fs");
  const { sample } = await import("./support/studio.mjs");
  assert.deepEqual(read(await download.path()), sample("sillytavern/v2.png"));
  assert.equal((await fetch(`${studio.origin}/out/character/ottoline-marsh`)).status, 401, "not without the token");
});

flowInEachTheme("no screen of these has a serious fault of accessibility", { add: ADD, size: { width: 1024, height: 640 } }, async ({ studio, page, look }) => {
  await studio.ask("shelf_make", { name: "Winter", search: null });
  const settings = await studio.ask("settings_get", {});
  for (const scale of [100, 140]) {
    await studio.ask("settings_set", { settings: { ...settings, textScale: scale } });
    await page.reload();
    await go(page, "Library");
    const bar = await pickAll(page);
    await bar.getByRole("button", { name: "Tags" }).click();
    await page.getByRole("textbox", { name: "Tags to add" }).waitFor();
    await look(`tags ${scale}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Shift+F");
    const box = page.getByRole("region", { name: /^Find and replace in \d+ pieces/ });
    await box.getByRole("textbox", { name: "Find", exact: true }).fill("the");
    await box.getByRole("button", { name: /^Replace \d+ places$/ }).waitFor();
    await look(`replace ${scale}`);
    await page.keyboard.press("F1");
    await page.getByRole("complementary", { name: "Help" }).waitFor();
    await look(`help ${scale}`);
    await page.keyboard.press("Escape");
    await box.getByRole("button", { name: "Back to the pieces" }).click();
    await openOttoline(page);
    await page.keyboard.press("Control+f");
    await page.getByRole("region", { name: "Find in this piece" }).getByRole("textbox", { name: "Find", exact: true }).fill("the");
    await page.getByText(/places$/).first().waitFor();
    await look(`find ${scale}`);
    await page.keyboard.press("Escape");
  }
}, widerThanTheWindow);

// An opened world in a browser: a person edited, two tied, a way added, a player made, and all of it there after a reload.
import assert from "node:assert/strict";
import { assertQuiet, go, until } from "./support/acts.mjs";
import { flowInEachTheme } from "./support/axe.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { saltglass } from "./support/world.mjs";

withBrowser();

const tree = (page) => page.getByRole("grid", { name: "Documents of this world" });
const pages = (page) => page.getByRole("navigation", { name: "Pages of this world" });
async function openIt(page) {
  await go(page, "Worlds");
  await page.getByText("Saltglass Harbour").first().dblclick();
  await tree(page).waitFor();
}

flow("from a world that needs a player to a ready one, with a tie and a way", {}, async ({ studio, page }) => {
  const world = await saltglass(studio);
  await openIt(page);
  await tree(page).getByRole("row", { name: /Vesna Marrow/ }).click();
  await page.getByRole("textbox", { name: "Summary" }).fill("Keeper of the light, and of its book.");
  await until(async () => (await studio.ask("world_document", { world, document: "characters/vesna-marrow" })).summary === "Keeper of the light, and of its book.", "the summary on disk");

  await pages(page).getByRole("button", { name: /^Ties/ }).click();
  await page.getByRole("toolbar", { name: "Ties" }).getByRole("button", { name: "Tie", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "To" }).fill("林静");
  await page.getByRole("option", { name: /林静/ }).first().click();
  await dialog.getByRole("textbox", { name: "What it is" }).fill("owes the toll");
  await dialog.getByRole("button", { name: "Tie them" }).click();
  await until(async () => (await studio.ask("world_open", { world })).lists["relationships.json"].relationships.some(({ kind }) => kind === "owes the toll"), "the tie on disk");

  await pages(page).getByRole("button", { name: /^Map/ }).click();
  await page.getByRole("toolbar", { name: "Map" }).getByRole("button", { name: "Way", exact: true }).click();
  await dialog.getByRole("combobox", { name: "From" }).fill("Drowned");
  await page.getByRole("option", { name: "Drowned Mill" }).click();
  await dialog.getByRole("combobox", { name: "To" }).fill("The Light");
  await page.getByRole("option", { name: "The Light", exact: true }).click();
  await dialog.getByRole("textbox", { name: "What the way is called" }).fill("the mill race");
  await dialog.getByRole("button", { name: "Add the way" }).click();
  await until(async () => (await studio.ask("world_document", { world, document: "places/drowned-mill" })).ways?.[0]?.name === "the mill race", "the way on disk");

  await page.getByRole("button", { name: "Add a player" }).click();
  await page.getByText("Ready: a story can begin here.").waitFor();
  await page.reload();
  await go(page, "Worlds");
  await page.getByText("Ready: a story can begin here.").waitFor();
  assert.equal((await studio.ask("world_open", { world })).readiness, "ready");
  assertQuiet(page);
});

flowInEachTheme("an opened world is clean", { add: ["sillytavern/lorebook.json", "sillytavern/preset.json"] }, async ({ studio, page, look }) => {
  const world = await saltglass(studio);
  const only = async (kind) => `${kind}/${(await studio.ask("library_query", { query: { kinds: [kind] } })).entities[0].id}`;
  await studio.ask("lorebook_import", { from: await only("lorebook") });
  await studio.ask("preset_open", { world, from: await only("preset") });
  await go(page, "Worlds");
  await page.getByRole("button", { name: "1 world book" }).click();
  await page.getByRole("list", { name: "World books" }).waitFor();
  await look("world books");
  await page.getByRole("button", { name: "Show the worlds" }).click();
  await openIt(page);
  await look("overview");
  await page.getByRole("button", { name: "Take a preset over" }).click();
  await page.getByRole("checkbox", { name: "Main Prompt" }).waitFor();
  await look("preset");
  await page.keyboard.press("Escape");
  await tree(page).getByRole("row", { name: /Vesna Marrow/ }).click();
  await page.getByRole("textbox", { name: "Summary" }).waitFor();
  await look("person");
  for (const [name, there] of [["Ties", "group"], ["Map", "group"]]) {
    await pages(page).getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await page.getByRole(there, { name, exact: true }).waitFor();
    await look(name);
  }
  await pages(page).getByRole("button", { name: /^Triggers/ }).click();
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await look("triggers");
});

flow("a lorebook becomes a world book that a world uses, and a preset its style, with a way back", { add: ["sillytavern/lorebook.json", "sillytavern/preset.json"] }, async ({ studio, page }) => {
  const world = await saltglass(studio);
  const { entities: [book] } = await studio.ask("library_query", { query: { kinds: ["lorebook"] } });
  await go(page, "Library");
  await page.getByRole("option", { name: book.name }).click({ modifiers: ["ControlOrMeta"] });
  await page.getByRole("toolbar", { name: /picked/ }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Make a world book of each" }).click();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("list", { name: "World books" }).getByRole("button", { name: /^Worlds that use/ }).click();
  await page.getByRole("dialog", { name: /^Worlds that use/ }).getByText("Saltglass Harbour").click();
  await until(async () => (await studio.ask("world_books", {}))[0].usedBy.includes(world), "the world uses the book");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show the worlds" }).click();
  await page.getByText("Saltglass Harbour").first().dblclick();
  await tree(page).waitFor();
  await page.getByRole("button", { name: "Take a preset over" }).click();
  const dialog = page.getByRole("dialog", { name: "Take a preset over" });
  await dialog.getByRole("group", { name: "Found pieces" }).getByRole("button").first().click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await dialog.waitFor({ state: "detached" });
  const style = async () => (await studio.ask("world_open", { world })).prompts.filter(({ slot, text }) => slot === "style" && text !== "").length;
  assert.equal(await style(), 2);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await until(async () => await style() === 0, "the style as it was");
  assert.deepEqual((await studio.ask("world_open", { world })).info.lorebooks?.length, 1);
  assertQuiet(page);
});

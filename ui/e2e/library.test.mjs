// The library and the settings: search in any script, the trash, the language, the theme.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assertQuiet, dialog, drop, go, until } from "./support/acts.mjs";
import { cardPng } from "./support/cards.mjs";
import { flow, withBrowser } from "./support/stage.mjs";

withBrowser();

const KEEPER = {
  spec: "chara_card_v2", spec_version: "2.0",
  data: { name: "守灯人林舟", description: "他在雾港的灯塔里数潮水。", first_mes: "灯闪了两下才稳住。", tags: ["灯塔", "海"], creator: "渡口", alternate_greetings: [], extensions: {} },
};

flow("Chinese is found by parts of words, in names, tags and text", { add: ["sillytavern/v2.png", "pygmalion/classic.json"] }, async ({ page }) => {
  await drop(page, [{ name: "守灯人.png", bytes: cardPng(KEEPER) }]);
  await page.getByRole("button", { name: "Keep 1" }).click();
  const pieces = page.getByRole("listbox", { name: "Pieces" });
  const found = async () => (await pieces.getByRole("option").all()).length;
  await until(async () => await found() >= 3, "the whole library");
  const field = page.getByRole("textbox", { name: "Find in the library" });
  for (const words of ["守灯", "灯塔", "数潮水", "林舟", "渡口"]) {
    await field.fill(words);
    await until(async () => await found() === 1, `one hit for ${words}`);
    await pieces.getByRole("option", { name: /^守灯人林舟/ }).waitFor();
  }
  await field.fill("沙漠");
  await page.getByText("Nothing matches “沙漠”.").waitFor();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await until(async () => await found() >= 3, "the whole library again");
  await page.getByRole("group", { name: "Tags" }).getByRole("button", { name: /灯塔/ }).click();
  await until(async () => await found() === 1, "one piece with the tag");
  assertQuiet(page);
});

flow("a removed piece lies in the trash and comes back with its history", { add: ["sillytavern/v2.png"] }, async ({ studio, page }) => {
  const tile = page.getByRole("option", { name: /^Ottoline Marsh/ });
  const before = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  await tile.click();
  await page.getByRole("listbox", { name: "Pieces" }).focus();
  await page.keyboard.press("Delete");
  await page.getByText("Moved 1 piece to the trash.").waitFor();
  await tile.waitFor({ state: "detached" });
  assert.deepEqual(studio.kept("character"), []);
  await page.getByRole("complementary", { name: "List" }).getByRole("button", { name: /^Trash/ }).click();
  const row = page.getByRole("list", { name: "Trash" }).getByRole("listitem").filter({ hasText: "Ottoline Marsh" });
  await row.getByRole("button", { name: "Restore" }).click();
  await page.getByText("The trash is empty.").waitFor();
  const after = await studio.ask("entity_open", { address: "character/ottoline-marsh" });
  assert.deepEqual(after.body, before.body);
  assert.equal(after.revision, before.revision);
  await page.getByRole("button", { name: /^Everything/ }).click();
  await tile.waitFor();
  // The inspector asks once more for the piece it showed.
  assertQuiet(page, [404]);
});

flow("many pieces go to one app and one folder, and none takes the place of another", { add: ["sillytavern/v2.png", "pygmalion/classic.json"] }, async ({ studio, page }) => {
  await page.getByRole("button", { name: /^Characters 2/ }).click();
  await until(async () => await page.getByRole("option").count() === 2, "the two characters");
  await page.getByRole("listbox", { name: "Pieces" }).focus();
  await page.keyboard.press("Control+a");
  await page.getByRole("toolbar", { name: "2 picked" }).getByRole("button", { name: "Export" }).click();
  const box = dialog(page, "Export");
  await box.getByRole("button", { name: /App$/ }).click();
  await page.getByRole("option", { name: /^Pygmalion/ }).click();
  await box.getByRole("textbox", { name: "Folder" }).fill(studio.exports);
  await box.getByRole("button", { name: "Write 2 files" }).click();
  // Beside them lies the result of the run.
  const files = () => readdirSync(studio.exports).filter((name) => !name.startsWith("ficha-batch"));
  await until(() => files().length === 2, "two files");
  await page.getByText("2 files written.").first().waitFor();
  for (const file of files()) assert.equal(studio.json("inspect", join(studio.exports, file)).format, "pygmalion");
  assertQuiet(page);
});

flow("the language and the theme change at once and stay", {}, async ({ studio, page }) => {
  const look = () => page.evaluate(() => ({ lang: document.documentElement.lang, theme: document.documentElement.dataset.theme, ground: getComputedStyle(document.body).backgroundColor }));
  const file = join(studio.home, "config/settings.json");
  const kept = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});
  await go(page, "Settings");
  const light = await look();
  assert.equal(light.theme, "light");
  await page.getByRole("radio", { name: "Dark" }).click();
  await until(async () => (await look()).theme === "dark", "the dark theme");
  assert.notEqual((await look()).ground, light.ground);
  await until(() => kept().theme === "dark", "the setting on the disk");

  await page.getByRole("group", { name: "Language" }).getByRole("button", { name: /Language/ }).click();
  await page.getByRole("option", { name: "简体中文" }).click();
  await page.getByRole("heading", { name: "设置", level: 1 }).waitFor();
  await until(() => kept().language === "zh", "the language on the disk");
  assert.equal((await look()).lang, "zh-Hans");

  await page.reload();
  // First paint: the look is there before the program answers.
  assert.equal((await look()).theme, "dark");
  await page.getByRole("navigation").first().getByRole("button", { name: "资料库" }).waitFor();
  await page.getByText("把角色卡拖到这里，或窗口的任意位置。").waitFor();
  await drop(page, [{ name: "守灯人.png", bytes: cardPng(KEEPER) }]);
  await page.getByRole("button", { name: "保留 1 项" }).click();
  await page.getByRole("option", { name: /守灯人林舟/ }).waitFor();
  assertQuiet(page);
});

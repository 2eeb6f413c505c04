// Checks in a browser: found on the page, mended in one step, gone to, silenced; marks where one writes.
import assert from "node:assert/strict";
import { assertQuiet, draftKept, drop, go, open, outline, saved, section, until } from "./support/acts.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { sample } from "./support/studio.mjs";

withBrowser();

const CARD = "character/ottoline-marsh";

/** A card of the samples with faults an evening leaves behind. */
function messy() {
  const card = JSON.parse(sample("sillytavern/v2.json").toString("utf8"));
  const [first] = card.data.alternate_greetings;
  return Buffer.from(JSON.stringify({
    ...card,
    data: {
      ...card.data, description: `${card.data.description} {{cahr}} donâ€™t like rain.`, alternate_greetings: [...card.data.alternate_greetings, first],
      character_book: {
        ...card.data.character_book,
        entries: [...card.data.character_book.entries, { keys: ["fog", "Fog", "/ortolan(/i"], content: "Fog takes the bell.", extensions: {}, enabled: true, insertion_order: 9, use_regex: false, name: "The Ortolan" }],
      },
    },
  }));
}

const rows = (page) => page.getByRole("grid", { name: "Findings" });
const detail = (page) => page.getByRole("complementary", { name: "Finding" });
const found = (page, code) => page.locator(`[role=row][data-finding="${code}"]`);

async function keep(page) {
  await drop(page, [{ name: "ottoline.json", bytes: messy() }]);
  await page.getByRole("button", { name: /^Keep \d/ }).click();
  await page.getByText(/^Kept /).waitFor();
}

flow("faults are found, mended in one step, and known as gone at the next run", {}, async ({ studio, page }) => {
  await keep(page);
  await open(page, "Ottoline Marsh");
  await go(page, "Checks");
  await rows(page).waitFor();
  await found(page, "macro-misspelt").click();
  await detail(page).getByText("cahr", { exact: false }).first().waitFor();
  const body = async (address) => (await studio.ask("entity_open", { address })).body;
  assert.match((await body(CARD)).identity.description, /\{\{cahr\}\}/);

  // One by one, from the detail.
  await detail(page).getByRole("button", { name: "Apply" }).click();
  await found(page, "macro-misspelt").waitFor({ state: "detached" });
  assert.match((await body(CARD)).identity.description, /\{\{char\}\} donâ€™t/);

  // All that have one answer at once: the greeting, the letters, the key.
  await page.getByRole("button", { name: /^Fix \d+ that have one answer/ }).click();
  await page.getByText(/^Mended \d+ findings\./).waitFor();
  assert.match((await body(CARD)).identity.description, /\{\{char\}\} don’t like rain\.$/);
  assert.equal((await body(CARD)).greetings.alternateGreetings.length, 2);

  await page.getByRole("button", { name: "Run again" }).click();
  await page.getByText(/new since the last run, [1-9]\d* gone/).waitFor();

  // Each is a step that is taken back where the piece is written.
  await go(page, "Workbench");
  await page.getByRole("button", { name: /^Undo: mend \d+ findings/ }).click();
  await page.getByRole("button", { name: /^Undo: mend: Macro is misspelt/ }).click();
  await page.keyboard.press("Control+s");
  await saved(page, 4);
  assert.match((await body(CARD)).identity.description, /\{\{cahr\}\} donâ€™t/);
  assertQuiet(page);
});

flow("marks stand where one writes, F8 walks them, and what is typed is found again", {}, async ({ page }) => {
  await keep(page);
  await open(page, "Ottoline Marsh");
  await page.getByRole("toolbar", { name: "Piece" }).getByRole("button", { name: /^\d+ findings?$/ }).waitFor();
  await section(page, "Definition");
  const field = page.getByRole("textbox", { name: "Description" });
  await page.getByRole("button", { name: /findings? in this field$/ }).first().waitFor();
  await outline(page).getByRole("button", { name: /^Definition .*2 findings/ }).waitFor();

  await page.keyboard.press("F8");
  const selected = () => page.evaluate(() => {
    const at = document.activeElement;
    return at instanceof HTMLTextAreaElement ? at.value.slice(at.selectionStart, at.selectionEnd) : "";
  });
  const walked = new Set();
  await until(async () => {
    const words = await selected();
    if (words !== "") walked.add(words);
    if (walked.has("{{cahr}}")) return true;
    await page.keyboard.press("F8");
    return false;
  }, "the macro selected in its field");

  await field.fill("{{char}} keeps the light.");
  await draftKept(page);
  await page.getByRole("button", { name: /findings? in this field$/ }).first().waitFor({ state: "detached" });
  assertQuiet(page);
});

flow("a silenced finding stays silent until the settings let it speak", {}, async ({ studio, page }) => {
  await keep(page);
  await open(page, "Ottoline Marsh");
  await go(page, "Checks");
  await found(page, "greeting-twin").click();
  await detail(page).getByRole("button", { name: "Hush" }).click();
  await found(page, "greeting-twin").waitFor({ state: "detached" });
  assert.equal((await studio.ask("checks_hushed", {})).length, 1);
  await page.getByRole("button", { name: "Run again" }).click();
  await until(async () => await found(page, "macro-misspelt").count() === 1, "the new run");
  assert.equal(await found(page, "greeting-twin").count(), 0);

  await go(page, "Settings");
  await page.getByRole("button", { name: "Let it speak: Two greetings are the same" }).click();
  await until(async () => (await studio.ask("checks_hushed", {})).length === 0, "nothing silenced");
  assertQuiet(page);
});

flow("with an app chosen, what it would not get is said; by keyboard a finding leads to its field", {}, async ({ page }) => {
  await keep(page);
  await open(page, "Ottoline Marsh");
  await go(page, "Checks");
  await page.getByText("1 check did not run.").waitFor();
  await page.getByRole("button", { name: /^Meant for: any app/ }).click();
  await page.getByRole("checkbox", { name: /^Pygmalion/ }).click({ force: true });
  await page.keyboard.press("Escape");
  await found(page, "target-ignores").first().waitFor({ timeout: 60_000 });

  await rows(page).focus();
  await page.keyboard.press("Home");
  await until(async () => {
    await page.keyboard.press("ArrowDown");
    return (await page.locator("[role=row][aria-selected=true]").getAttribute("data-finding")) === "macro-misspelt";
  }, "the macro under the cursor");
  await page.keyboard.press("Enter");
  await until(() => page.evaluate(() => document.activeElement?.getAttribute("data-path") === "identity.description"), "the field");
  assertQuiet(page);
});

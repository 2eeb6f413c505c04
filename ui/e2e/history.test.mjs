// What came before and what came from elsewhere: revisions, names, drafts of a run that ended badly, another program that
// writes the same piece, an update from a newer file. Nothing is ever written over without a choice.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertQuiet, dialog, draftKept, open, outline, saved, section, until } from "./support/acts.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { sample } from "./support/studio.mjs";

withBrowser();

const CARD = { add: ["sillytavern/v2.png"] };
const ADDRESS = "character/ottoline-marsh";
const field = (page, name) => page.getByRole("textbox", { name });
const row = (box, name) => box.getByRole("listitem").filter({ hasText: name });
const banner = (page) => page.getByText(/^Changed elsewhere/);

flow("an edit from the command line meets unsaved typing: field by field, as one revision", CARD, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  const before = await field(page, "Personality").inputValue();
  await field(page, "Scenario").fill("Mine alone.");
  await field(page, "Personality").fill(`${before} Mine.`);
  await draftKept(page);
  studio.run("library", "edit", ADDRESS, "--set", "identity.nickname=Ott", "--set", `persona.personality=Theirs. ${before}`);
  await banner(page).waitFor();
  assert.equal((await studio.ask("entity_open", { address: ADDRESS })).revision, 2, "nothing was saved over it");
  await page.keyboard.press("Control+s");
  assert.equal((await studio.ask("entity_open", { address: ADDRESS })).revision, 2, "not by a key either");

  await page.getByRole("button", { name: "Compare and bring together" }).click();
  const box = dialog(page, /^Bring together/);
  await box.getByText("1 field needs a choice.").waitFor();
  const save = box.getByRole("button", { name: "Save as one revision" });
  assert.equal(await save.isDisabled(), true);
  await row(box, "Personality").getByRole("radio", { name: "Both" }).click();
  await row(box, "Personality").getByRole("region", { name: "Both in one" }).waitFor();
  await save.click();
  await box.waitFor({ state: "detached" });
  const { body, revision, draft } = await studio.ask("entity_open", { address: ADDRESS });
  assert.deepEqual({ revision, draft }, { revision: 3, draft: null });
  assert.equal(body.persona.personality, `Theirs. ${before} Mine.`);
  assert.deepEqual([body.persona.scenario, body.identity.nickname], ["Mine alone.", "Ott"]);
  assert.equal((await studio.ask("entity_history", { address: ADDRESS }))[0].why, "merged");
  assert.equal(await field(page, "Scenario").inputValue(), "Mine alone.");
  assertQuiet(page);
});

flow("another program writes the file twice; both states stay in the history", CARD, async ({ studio, page }) => {
  const file = join(studio.home, "library/entities", `${ADDRESS}.json`);
  const write = (text) => {
    const wrapper = JSON.parse(readFileSync(file, "utf8"));
    wrapper.body.persona.scenario = text;
    writeFileSync(file, `${JSON.stringify(wrapper, null, 2)}\n`);
  };
  await open(page, "Ottoline Marsh");
  write("From outside, once.");
  await until(async () => await field(page, "Scenario").inputValue() === "From outside, once.", "the piece as it is on disk");
  await field(page, "Personality").fill("Typed here.");
  await draftKept(page);
  write("From outside, twice.");
  await banner(page).waitFor();
  await page.getByRole("button", { name: "Compare and bring together" }).click();
  const box = dialog(page, /^Bring together/);
  await box.getByText(/Another program changed the file/).waitFor();
  await box.getByRole("button", { name: "Save as one revision" }).click();
  await box.waitFor({ state: "detached" });
  const { body } = await studio.ask("entity_open", { address: ADDRESS });
  assert.deepEqual([body.persona.scenario, body.persona.personality], ["From outside, twice.", "Typed here."]);
  const rows = await studio.ask("entity_history", { address: ADDRESS });
  assert.deepEqual(rows.map(({ why }) => why), ["merged", "found", "found", "kept"]);
  assertQuiet(page);
});

flow("two windows: the second to save is asked, and loses nothing", CARD, async ({ studio, page, newPage }) => {
  await open(page, "Ottoline Marsh");
  const other = await newPage();
  await open(other, "Ottoline Marsh");
  await field(other, "Scenario").fill("The other window's.");
  await draftKept(other);
  await field(page, "Scenario").fill("This window's.");
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  await banner(other).waitFor();
  await other.getByRole("button", { name: "Compare and bring together" }).click();
  const box = dialog(other, /^Bring together/);
  await row(box, "Scenario").getByRole("radio", { name: "The other" }).click();
  await box.getByRole("button", { name: "Save as one revision" }).click();
  await box.waitFor({ state: "detached" });
  assert.equal((await studio.ask("entity_open", { address: ADDRESS })).body.persona.scenario, "This window's.");
  assert.equal(await field(other, "Scenario").inputValue(), "This window's.");
  assertQuiet(page);
});

flow("a window that went without saving: its draft is shown, compared, and taken in part", CARD, async ({ studio, page, newPage }) => {
  await open(page, "Ottoline Marsh");
  const before = await field(page, "Scenario").inputValue();
  await field(page, "Scenario").fill("Half a thought.");
  await field(page, "Personality").fill("Kept of the draft.");
  await draftKept(page);
  await page.end();
  const again = await newPage();
  await open(again, "Ottoline Marsh");
  await again.getByText(/^A draft from/).waitFor();
  assert.equal(await field(again, "Scenario").inputValue(), "Half a thought.");
  await again.getByRole("button", { name: "Compare with the saved state" }).click();
  const box = dialog(again, /^Draft and saved state/);
  await row(box, "Scenario").getByRole("radio", { name: "Saved" }).click();
  await box.getByRole("button", { name: "Save as one revision" }).click();
  await box.waitFor({ state: "detached" });
  const { body, draft } = await studio.ask("entity_open", { address: ADDRESS });
  assert.deepEqual([body.persona.scenario, body.persona.personality, draft], [before, "Kept of the draft.", null]);
  assertQuiet(again);
});

flow("an open piece is updated from a newer file, and goes back in one press", CARD, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  await field(page, "Scenario").fill("My own scene.");
  await page.keyboard.press("Control+s");
  await saved(page, 2);
  const card = JSON.parse(sample("sillytavern/v2.json"));
  card.data.scenario = "The author's new scene.";
  card.data.personality = "New words.";
  card.data.extensions.talkativeness = "0.9";
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Update from a file");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("dialog").getByRole("option", { name: /Update from a file/ }).click();
  await (await chooser).setFiles({ name: "newer.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(card)) });
  const box = dialog(page, /^Update Ottoline Marsh/);
  await box.getByText("1 field needs a choice.").waitFor();
  await row(box, "Scenario").getByRole("radio", { name: "The file" }).click();
  await box.getByRole("button", { name: "Update", exact: true }).click();
  await box.waitFor({ state: "detached" });
  await saved(page, 3);
  let piece = await studio.ask("entity_open", { address: ADDRESS });
  assert.deepEqual([piece.body.persona.scenario, piece.body.persona.personality, piece.source.fileName], ["The author's new scene.", "New words.", "newer.json"]);
  assert.notEqual(piece.portrait, null, "a text takes no picture away");
  assert.deepEqual(await studio.ask("intake_list", {}), []);
  await page.getByRole("button", { name: "Go back" }).click();
  await saved(page, 4);
  piece = await studio.ask("entity_open", { address: ADDRESS });
  assert.deepEqual([piece.body.persona.scenario, piece.source.fileName], ["My own scene.", "v2.png"]);
  assertQuiet(page);
});

flow("a state is named by a key and found again; pictures and single-app keys are compared and come back", CARD, async ({ studio, page }) => {
  await open(page, "Ottoline Marsh");
  await page.keyboard.press("Control+Shift+S");
  await page.getByRole("textbox", { name: "Name of the revision" }).fill("Before the storm");
  await page.keyboard.press("Enter");
  await saved(page, 2);
  const { blob } = await studio.ask("portrait_plain", { address: ADDRESS });
  await studio.ask("entity_save", {
    address: ADDRESS, baseRevision: 2, why: "save", native: [{ format: "sillytavern", ops: [{ op: "replace", path: "/data/extensions/fav", value: true }] }],
    changes: [{ path: "media.portrait", value: { role: "portrait", ref: `sha256:${blob}`, mime: "image/png" } }],
  });
  await saved(page, 3);
  await section(page, "History");
  const revisions = page.getByRole("listbox", { name: "Revisions" });
  await revisions.getByText("Before the storm").click();
  const fields = page.getByRole("list", { name: "Fields that differ" });
  await fields.getByRole("img", { name: "Picture" }).first().waitFor();
  assert.equal(await fields.getByRole("img", { name: "Picture" }).count(), 2, "before and after");
  const native = fields.getByRole("listitem").filter({ hasText: "/data/extensions/fav" });
  await native.getByRole("button", { name: /^Restore/ }).click();
  await saved(page, 4);
  const { nativeEdits, body } = await studio.ask("entity_open", { address: ADDRESS });
  assert.deepEqual([nativeEdits, body.media.portrait.ref], [{}, `sha256:${blob}`]);

  await revisions.getByRole("option").last().click();
  await revisions.getByText("Before the storm").click({ modifiers: ["Shift"] });
  await page.getByText("These two revisions say the same.").waitFor();
  assertQuiet(page);
});

flow("five thousand revisions are listed as they come into view", CARD, async ({ studio, page }) => {
  const folder = join(studio.home, "library/revisions", ADDRESS);
  const first = readFileSync(join(folder, "000001.json"), "utf8");
  assert.ok(existsSync(folder) && readdirSync(folder).length === 1);
  for (let number = 2; number <= 5_000; number += 1) writeFileSync(join(folder, `${String(number).padStart(6, "0")}.json`), first);
  await open(page, "Ottoline Marsh");
  const started = Date.now();
  await section(page, "History");
  const revisions = page.getByRole("listbox", { name: "Revisions" });
  await revisions.getByText("5,000").waitFor();
  const listed = Date.now() - started;
  assert.ok(await revisions.getByRole("option").count() < 60, "only what is in view is drawn");
  await revisions.focus();
  await page.keyboard.press("End");
  await revisions.getByRole("option", { selected: true }).getByText("1", { exact: true }).waitFor();
  console.log(`history of 5,000 revisions: listed after ${listed} ms`);
  assert.ok(listed < 5_000, `${listed} ms`);
  await outline(page).getByRole("button", { name: /^History/ }).waitFor();
  assertQuiet(page);
});

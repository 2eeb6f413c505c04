// Many pieces at once, out of the library and into it: one report, names that do not collide, a stop and a way on, a file
// that tells what became of each, and nothing half-written whatever happens.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { assertQuiet, dialog, drop, go, review, until } from "./support/acts.mjs";
import { cardIn, cardPng } from "./support/cards.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { PROGRAM } from "./support/studio.mjs";

withBrowser();

/** An invented card; every fifth bears the same name. */
function card(at) {
  const name = at % 5 === 0 ? "Keeper" : `Keeper ${at}`;
  return { spec: "chara_card_v2", spec_version: "2.0", data: { name, description: `Keeps lamp ${at}.`, personality: "patient", scenario: `Night ${at}.`, first_mes: `Lamp ${at} burns.`, mes_example: "", creator_notes: "", system_prompt: "", post_history_instructions: "", alternate_greetings: [], tags: ["lamp"], creator: "the harbour", character_version: "1", extensions: { fav: false, talkativeness: "0.5" } } };
}

function cards(folder, count) {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at += 1) writeFileSync(join(folder, `${String(at).padStart(4, "0")}.png`), cardPng(card(at)));
  return folder;
}

const outputs = (folder) => readdirSync(folder).filter((name) => !name.startsWith("ficha-batch"));

/** Every output is whole, and nothing hidden was left. */
function assertWhole(folder) {
  for (const name of outputs(folder)) {
    assert.ok(!name.startsWith("."), `${name} was left behind`);
    const bytes = readFileSync(join(folder, name));
    if (name.endsWith(".png")) assert.ok(cardIn(bytes) !== undefined, name);
    else JSON.parse(bytes.toString("utf8"));
  }
}

async function openBatch(page, app) {
  await go(page, "Library");
  await page.getByRole("option").first().click();
  await page.keyboard.press("Control+a");
  await page.getByRole("toolbar", { name: /\d/ }).getByRole("button", { name: "Export" }).click();
  const box = dialog(page, "Export");
  await box.getByRole("button", { name: /\bApp$/ }).click();
  await page.getByRole("option", { name: app }).click();
  return box;
}

flow("many pieces to one app: one report, a stop, a way on after a restart, a file that tells of each", {}, async ({ studio, page }) => {
  const COUNT = 240;
  studio.run("library", "add", cards(join(studio.home, "cards"), COUNT));
  await page.reload();
  const out = join(studio.exports, "all");
  mkdirSync(out);
  writeFileSync(join(out, "Keeper.png"), "a file of somebody else");
  let box = await openBatch(page, /^SillyTavern card/);
  await box.getByRole("textbox", { name: "Folder" }).fill(out);
  await box.getByText("name is taken").first().waitFor();
  const write = box.getByRole("button", { name: `Write ${COUNT} files` });
  await until(async () => !await write.isDisabled(), "names for all");
  await until(async () => await box.getByText(/^Measured /).count() === 0, "all measured");
  await box.getByRole("img", { name: /carried, 0 changed, 0 lost/ }).first().waitFor();
  await write.click();
  await until(async () => outputs(out).length > 4, "the first files");
  await box.getByRole("button", { name: "Stop" }).click();
  await box.getByText(/not reached/).waitFor();
  const then = outputs(out).length - 1;
  assert.ok(then < COUNT, `${then} were written before the stop`);

  await page.reload();
  await page.getByText(/^An export was not finished/).waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  box = dialog(page, "Export");
  const on = box.getByRole("button", { name: /^Write \d+ files?$/ });
  await until(async () => await on.innerText() === `Write ${COUNT - then} files` && !await on.isDisabled(), "what is left");
  await on.click();
  await box.getByText(new RegExp(`^${COUNT - then} files written, ${then} were there from before\\.`)).waitFor({ timeout: 60_000 });
  assert.equal(outputs(out).length, COUNT + 1);
  assert.equal(readFileSync(join(out, "Keeper.png"), "utf8"), "a file of somebody else");
  const names = new Set(outputs(out).filter((name) => name !== "Keeper.png").map((name) => cardIn(readFileSync(join(out, name))).data.description));
  assert.equal(names.size, COUNT, "every card is there once");
  const [latest] = readdirSync(out).filter((name) => name.startsWith("ficha-batch-result")).sort().reverse();
  const told = JSON.parse(readFileSync(join(out, latest), "utf8"));
  assert.deepEqual([told.pieces.length, told.notReached.length, told.pieces.filter(({ earlier }) => earlier).length], [COUNT, 0, then]);
  await box.getByRole("button", { name: "Close" }).first().click();
  await until(async () => await page.getByText(/^An export was not finished/).count() === 0, "nothing left to finish");
  assertQuiet(page);
});

flow("a folder that cannot be is named before anything is written; a pattern names the files", {}, async ({ studio, page }) => {
  studio.run("library", "add", cards(join(studio.home, "cards"), 6));
  await page.reload();
  writeFileSync(join(studio.exports, "a-file"), "");
  const box = await openBatch(page, /^SillyTavern card/);
  await box.getByRole("textbox", { name: "Folder" }).fill(join(studio.exports, "a-file", "below"));
  await box.getByText(/cannot be written\.$/).waitFor();
  assert.equal(await box.getByRole("button", { name: /^Write/ }).isDisabled(), true);
  await box.getByRole("textbox", { name: "Folder" }).fill(studio.exports);
  await box.getByRole("textbox", { name: "File names" }).fill("{number} {name} by {creator}");
  await box.getByText("001 Keeper").first().waitFor();
  await box.getByRole("button", { name: "Write 6 files" }).click();
  await box.getByText(/^6 files written\./).waitFor();
  assert.ok(outputs(studio.exports).some((name) => /^001 Keeper.* by the harbour\.png$/.test(name)), outputs(studio.exports).join());
  assertQuiet(page);
});

flow("a folder of files comes in: a stop keeps what was read, the same folder goes on, copies are folded, one act sets the rows in view", {}, async ({ studio, page }) => {
  const COUNT = 60;
  const folder = cards(join(studio.home, "cards"), COUNT);
  studio.run("library", "add", ...Array.from({ length: 12 }, (_, at) => join(folder, `${String(at).padStart(4, "0")}.png`)));
  const files = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  await drop(page, files);
  const rows = review(page);
  await until(async () => (await studio.ask("intake_list", {})).length >= 15, "some rows");
  await page.getByRole("button", { name: "Stop" }).first().click();
  const read = await until(async () => {
    const before = (await studio.ask("intake_list", {})).length;
    await page.waitForTimeout(400);
    return (await studio.ask("intake_list", {})).length === before ? before : 0;
  }, "a stop");
  await drop(page, files);
  await until(async () => (await studio.ask("intake_list", {})).length === COUNT, "the rest");
  assert.ok(read <= COUNT);
  await page.getByText("12 files are already here").waitFor();
  await until(async () => Number(await rows.getAttribute("aria-rowcount")) === COUNT - 12, "copies folded");
  await page.getByRole("group", { name: "Show" }).getByRole("button", { name: /^New/ }).click();
  await page.getByRole("button", { name: "Set all" }).click();
  await page.getByRole("menuitem", { name: "Skip" }).click();
  await until(async () => (await studio.ask("intake_list", {})).filter(({ state, decision }) => state === "new" && decision === "skip").length > 0, "the rows in view set");
  assertQuiet(page);
});

test("killed between two files: the same call goes on, nothing is doubled, lost or half-written", { timeout: 120_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), "ficha-killed-"));
  try {
    const COUNT = 120;
    const from = cards(join(home, "cards"), COUNT);
    const out = join(home, "out");
    const run = () => spawn(PROGRAM, ["batch", from, "--to", "pygmalion", "-o", out], { env: { ...process.env, HOME: home }, stdio: "ignore" });
    for (const after of [3, 20, 50]) {
      const child = run();
      const ended = new Promise((done) => child.once("exit", done));
      await until(() => child.exitCode !== null || (existsSync(out) && outputs(out).length >= after), `${after} files`);
      child.kill("SIGKILL");
      await ended;
    }
    const last = run();
    assert.equal(await new Promise((done) => last.once("exit", done)), 0, "the last call writes the rest");
    assert.equal(outputs(out).length, COUNT);
    assertWhole(out);
    const told = JSON.parse(readFileSync(join(out, readdirSync(out).find((name) => name.startsWith("ficha-batch-result"))), "utf8"));
    assert.equal(told.files.length, COUNT);
    assert.ok(told.files.every(({ error }) => error === null));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test("a folder without the right to write is an error that names it", { skip: process.getuid?.() === 0 && "root may write anywhere" }, async () => {
  const home = mkdtempSync(join(tmpdir(), "ficha-locked-"));
  const out = join(home, "out");
  mkdirSync(out);
  chmodSync(out, 0o500);
  const child = spawn(PROGRAM, ["--json", "batch", cards(join(home, "cards"), 1), "--to", "pygmalion", "-o", out], { stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  child.stdout.on("data", (bytes) => { said += bytes; });
  await new Promise((done) => child.once("exit", done));
  chmodSync(out, 0o700);
  rmSync(home, { recursive: true, force: true });
  assert.match(JSON.parse(said).error.message, /out/);
});

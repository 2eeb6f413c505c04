// A file that a limit refuses, let in by the person: for one that is here already and for one too large to be sent
// unasked. Then by keyboard alone, and what the question says.
import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { assertQuiet, chosenFile, review, until } from "./support/acts.mjs";
import { packed, zip } from "./support/cards.mjs";
import { flow, withBrowser } from "./support/stage.mjs";

withBrowser();

const MIB = 1024 * 1024;
const CARD = { spec: "chara_card_v3", spec_version: "3.0", data: { name: "Ottoline of the Long Corridor", description: "She keeps the corridor.", personality: "", scenario: "", first_mes: "Mind the step.", mes_example: "", extensions: {}, assets: [] } };
const card = { name: "card.json", bytes: Buffer.from(JSON.stringify(CARD)) };

/** An archive whose card lies before one entry that unpacks to more than any may. */
const wide = zip([packed(card), packed({ name: "assets/long.bin", bytes: Buffer.alloc(70 * MIB) })]);

async function choose(page, given) {
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Control+o");
  await (await chooser).setFiles(given);
}

const question = (page) => page.getByRole("alertdialog", { name: "Raise a limit for this file?" });

flow("a limit is raised for one file by keyboard, and the file is kept", {}, async ({ studio, page }) => {
  await choose(page, [{ name: "corridor.charx", mimeType: "application/zip", buffer: wide }]);
  const row = review(page).getByRole("row", { name: /corridor\.charx/ });
  await row.waitFor();
  await chosenFile(page).getByText("This file was refused").waitFor();
  await review(page).focus();
  await page.keyboard.press("r");
  const asked = question(page);
  await asked.getByText("The limit on one entry of an archive, unpacked is 67 MB; this file needs 73 MB.").waitFor();
  // The answer that changes nothing has the focus; it closes the question and gives the focus back.
  await until(() => asked.getByRole("button", { name: "Cancel" }).evaluate((element) => element === document.activeElement), "the focus on Cancel");
  await page.keyboard.press("Enter");
  await asked.waitFor({ state: "detached" });
  await until(() => review(page).evaluate((element) => element === document.activeElement || element.contains(document.activeElement)), "the focus on the list again");
  await page.keyboard.press("r");
  await asked.waitFor();
  await page.keyboard.press("Tab");
  await until(() => asked.getByRole("button", { name: "Raise it to 73 MB" }).evaluate((element) => element === document.activeElement), "the focus on the other answer");
  await page.keyboard.press("Enter");
  await review(page).getByRole("row", { name: /Ottoline of the Long Corridor/ }).waitFor();
  await page.keyboard.press("Control+Enter");
  await until(() => studio.kept("character").length === 1, "the kept piece");
  // The command line opens what came of it under the same limit, without being told.
  const out = join(studio.exports, "again.charx");
  assert.equal(studio.json("library", "export", "character/ottoline-of-the-long-corridor", "--to", "sillytavern", "-o", out).identical, true);
  assertQuiet(page);
});

flow("a file too large to be sent unasked is sent when its limit is raised", {}, async ({ studio, page }) => {
  const path = join(studio.home, "corridor.charx");
  // 101 entries of a mebibyte, stored, so that the file itself is over the limit of one.
  const filler = Buffer.alloc(MIB, 7);
  const file = createWriteStream(path);
  file.write(zip([card, ...Array.from({ length: 101 }, (_, at) => ({ name: `assets/${at}.bin`, bytes: filler }))]));
  await new Promise((done) => file.end(done));
  await choose(page, [path]);
  await chosenFile(page).getByRole("button", { name: "Raise the limit for this file…" }).click();
  const asked = question(page);
  await asked.getByText(/^The limit on the size of a file is 101 MB; this file needs 106 MB\.$/).waitFor();
  assert.deepEqual((await studio.ask("intake_list", {})).map(({ state, error }) => [state, error.limit.name]), [["refused", "file-bytes"]]);
  await asked.getByRole("button", { name: "Raise it to 106 MB" }).click();
  await review(page).getByRole("row", { name: /Ottoline of the Long Corridor/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Keep 1" }).click();
  await until(() => studio.kept("character").length === 1, "the kept piece");
  assertQuiet(page);
});

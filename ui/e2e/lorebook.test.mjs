// A lorebook in the window: entries as sentences, many at once, folders, the bench, the graph, books of books, and how long
// a large book takes beside a small one.
import assert from "node:assert/strict";
import { assertQuiet, draftKept, go, open, saved, until } from "./support/acts.mjs";
import { FOLDERS, harbour, keepBooks, LOG, many, odd, withFolders } from "./support/harbour.mjs";
import { flow, withBrowser } from "./support/stage.mjs";

withBrowser();

const row = (page, name) => page.getByRole("option", { name: new RegExp(name) });
const panel = (page, name) => page.getByRole("tab", { name, exact: true });
const line = (page) => page.getByRole("textbox", { name: "Try a line" });

async function openBook(studio, page, files = [harbour()], name = "Harbour of Saint Brannoc") {
  await keepBooks(studio, files);
  const { entities } = await studio.ask("library_query", { query: { kinds: ["lorebook"] } });
  const address = `lorebook/${entities.find((one) => one.name === name).id}`;
  if (name.startsWith("Harbour")) await withFolders(studio, address);
  await page.reload();
  await open(page, name);
  return address;
}

async function paste(page, text) {
  await line(page).focus();
  await page.evaluate((log) => {
    const data = new DataTransfer();
    data.setData("text/plain", log);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

flow("an entry is written as sentences and tried out on a chat", {}, async ({ studio, page }) => {
  const address = await openBook(studio, page);
  await row(page, "^woken by keys Fog signal").click();
  await page.getByRole("button", { name: "Looks back: in the last 4 messages" }).click();
  await page.getByRole("spinbutton", { name: /Looks back/ }).fill("2");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Looks back: in the last 2 messages" }).waitFor();
  for (const key of ["siren", "/horn(?=s)/"]) {
    await page.getByRole("textbox", { name: "Add to Keys" }).fill(key);
    await page.keyboard.press("Enter");
  }
  await page.getByRole("button", { name: "Key siren" }).waitFor();
  await page.getByRole("button", { name: /^Chance: 80%/ }).click();
  await page.getByRole("spinbutton", { name: /Chance/ }).fill("100");
  await page.keyboard.press("Enter");
  await draftKept(page);

  await panel(page, "Bench").click();
  await paste(page, LOG);
  const woke = page.getByRole("region", { name: "Woke", exact: true });
  await woke.getByRole("button", { name: "The drowned bell" }).waitFor();
  assert.match(await woke.innerText(), /Fog signal/);
  assert.match(await woke.innerText(), /woken by Fog signal, step 2/);
  assert.deepEqual(await page.locator(".trial-mark").allInnerTexts(), ["bell"], "the words that called are marked");
  await line(page).fill("A letter came with the tide.");
  await woke.getByRole("button", { name: "Tide tables" }).waitFor();
  await page.getByRole("region", { name: "Nearly" }).getByRole("button", { name: "The letter" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "The letter", "a name leads to its entry");

  await page.keyboard.press("Control+s");
  await saved(page, 3);
  const { body } = await studio.ask("entity_open", { address });
  assert.deepEqual(body.entries[1].triggers.slice(-2).map(({ keyword, isRegex }) => [keyword, isRegex === true]), [["siren", false], ["horn(?=s)", true]]);
  assert.equal(body.entries[1].scanDepth, 2);
  assertQuiet(page);
});

flow("time goes on message by message, and chance is the seed's", {}, async ({ studio, page }) => {
  await openBook(studio, page);
  await panel(page, "Bench").click();
  await paste(page, "keeper: foghorn\nuser: one\nuser: two\nuser: three\nuser: four\nuser: five");
  const nearly = page.getByRole("region", { name: "Nearly" });
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("spinbutton", { name: "Seed" }).fill("1");
  await page.keyboard.press("Escape");
  const seen = [];
  for (let back = 6; back >= 1; back -= 1) {
    await until(async () => (await page.locator(".trial").getAttribute("aria-busy")) === "false", "an answer");
    seen.push(`${await page.getByRole("region", { name: "Woke", exact: true }).innerText()} | ${await nearly.innerText()}`);
    if (back > 1) {
      await page.getByRole("button", { name: "One message back" }).click();
      await page.waitForTimeout(350);
    }
  }
  const all = seen.join("\n");
  assert.match(all, /(?:staying|stays|resting|not reached)/, all);
  // A question that a newer one overtakes is stopped, and says so.
  assertQuiet(page, [409]);
});

flow("several entries are set at once, moved by keys and into folders, and each is one step", {}, async ({ studio, page }) => {
  const address = await openBook(studio, page);
  await row(page, "Tide tables").click();
  await row(page, "The drowned bell").click({ modifiers: ["Control"] });
  await row(page, "Board of Lights").click({ modifiers: ["Control"] });
  await page.getByRole("heading", { name: "3 entries" }).waitFor();
  await page.getByRole("button", { name: "Stays: this message only" }).click();
  await page.getByRole("spinbutton", { name: /Stays/ }).fill("4");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Acts for 3 entries" }).click();
  await page.getByRole("menuitem", { name: "People" }).click();
  await draftKept(page);
  await row(page, "Lamp oil").click();
  await page.getByRole("listbox", { name: "Entries" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Control+s");
  await saved(page, 3);
  const { body } = await studio.ask("entity_open", { address });
  const of = (title) => body.entries.find((entry) => entry.title === title);
  assert.deepEqual(["Tide tables", "The drowned bell", "Board of Lights"].map((title) => [of(title).sticky, of(title).categoryId]), Array(3).fill([4, FOLDERS[2].id]));
  const order = body.entries.map(({ title }) => title);
  assert.ok(order.indexOf("Lamp oil") < order.indexOf("The wreck of the Ortolan"), order.join());
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  await saved(page, 4);
  const after = (await studio.ask("entity_open", { address })).body;
  assert.equal(after.entries.find(({ title }) => title === "Tide tables").sticky ?? 0, 0);
  assert.deepEqual(after.entries.map(({ title }) => title).slice(0, 3), ["The light at Saint Brannoc", "Fog signal", "Tide tables"]);
  assertQuiet(page);
});

flow("rows are dragged, and copied into another book", {}, async ({ studio, page }) => {
  const address = await openBook(studio, page, [harbour(), many(5, "Five")]);
  const [from, to] = await Promise.all([row(page, "Tide tables").boundingBox(), row(page, "Ferry timetable").boundingBox()]);
  await page.mouse.move(from.x + 60, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 40, { steps: 4 });
  await page.mouse.move(to.x + 60, to.y + to.height - 4, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.press("Control+s");
  await saved(page, 3);
  const { body } = await studio.ask("entity_open", { address });
  assert.equal(body.entries.find(({ title }) => title === "Tide tables").categoryId, "land", "it lies in the folder it was dropped in");
  await row(page, "Tide tables").click();
  await row(page, "The drowned bell").click({ modifiers: ["Control"] });
  await page.getByRole("listbox", { name: "Entries" }).focus();
  await page.keyboard.press("Control+c");
  await page.getByText("2 entries copied.").waitFor();
  await open(page, "Five");
  await page.getByRole("listbox", { name: "Entries" }).focus();
  await page.keyboard.press("Control+v");
  await page.getByText("2 entries pasted.").waitFor();
  await row(page, "The drowned bell").waitFor();
  assertQuiet(page);
});

flow("the graph is a picture, a table, and a way through the book by keys", {}, async ({ studio, page }) => {
  await openBook(studio, page);
  await panel(page, "Wake graph").click();
  const node = (name) => page.getByRole("button", { name: new RegExp(`^${name}, \\d+ tokens`) });
  await node("The drowned bell").waitFor();
  assert.match(await node("The drowned bell").getAttribute("aria-label"), /in a ring/);
  assert.doesNotMatch(await node("Ilse Hagendorn").getAttribute("aria-label"), /in a ring/);
  await node("Ilse Hagendorn").focus();
  await page.keyboard.press("ArrowRight");
  await until(() => page.evaluate(() => /^The drowned bell/.test(document.activeElement.getAttribute("aria-label") ?? "")), "the one it wakes");
  await page.keyboard.press("Enter");
  assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "The drowned bell");
  await page.getByRole("radio", { name: "Table" }).click();
  assert.ok(await page.getByRole("grid", { name: "Table" }).getByRole("row").count() > 3);
  assertQuiet(page);
});

flow("books are merged, split and attached, and each can be taken back", { add: ["sillytavern/v2.png"] }, async ({ studio, page }) => {
  const address = await openBook(studio, page, [harbour(), many(5, "Five")]);
  const books = async () => (await studio.ask("library_query", { query: { kinds: ["lorebook"] } })).entities.map(({ name }) => name).sort();
  const before = await books();
  await page.getByRole("button", { name: "Book settings" }).click();
  await page.getByRole("button", { name: "Merge with other books" }).click();
  const merge = page.getByRole("dialog", { name: "Merge with other books" });
  await merge.getByRole("textbox", { name: "Name of the new book" }).fill("Both");
  await merge.getByText("Five", { exact: true }).click();
  await merge.getByRole("button", { name: "Merge 2 books" }).click();
  await page.getByText("Both has 17 entries.").waitFor();
  assert.deepEqual(await books(), [...before, "Both"].sort());
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await until(async () => (await books()).length === before.length, "the new book in the trash");

  await open(page, "Harbour of Saint Brannoc");
  await page.getByRole("button", { name: "Book settings" }).click();
  await page.getByRole("button", { name: "Split into books" }).click();
  const split = page.getByRole("dialog", { name: "Split into books" });
  await split.getByRole("radio", { name: "Each folder" }).click();
  await split.getByRole("button", { name: "Make 3 books" }).click();
  await until(async () => (await books()).includes("The mainland"), "a book for each folder");

  await open(page, "Harbour of Saint Brannoc");
  await page.getByRole("button", { name: "Book settings" }).click();
  await page.getByRole("button", { name: "Attach to a character" }).click();
  await page.getByRole("dialog", { name: "Attach to a character" }).getByRole("button", { name: "Ottoline Marsh" }).click();
  await page.getByText("Attached to Ottoline Marsh.").waitFor();
  await page.getByRole("region", { name: "Characters that use it" }).getByRole("button", { name: "Ottoline Marsh", exact: true }).waitFor();
  await until(async () => (await studio.ask("entity_users", { address })).some(({ name }) => name === "Ottoline Marsh"), "the card among the users");
  await page.getByRole("button", { name: "Detach from Ottoline Marsh" }).click();
  await page.getByText("No character uses this book.").waitFor();
  assertQuiet(page);
});

flow("rows of wrong types and patterns without end hurt nothing", {}, async ({ studio, page }) => {
  await openBook(studio, page, [odd()], "Odd");
  await row(page, "slow").click();
  await page.getByRole("button", { name: /^Key \/\(\?:/ }).getByText("too slow").waitFor();
  await panel(page, "Bench").click();
  await line(page).fill(`sea ${"a".repeat(60)} مرحبا`);
  await page.getByRole("region", { name: "Keys that do not work" }).getByText("too slow").waitFor();
  await page.getByRole("region", { name: "Woke", exact: true }).getByRole("listitem").first().waitFor();
  assertQuiet(page);
});

flow("two thousand entries open and are filtered as fast as twenty, within a factor of two", {}, async ({ studio, page }) => {
  await openBook(studio, page, [many(20, "Small"), many(2000, "Large")], "Small");
  const { entities } = await studio.ask("library_query", { query: { kinds: ["lorebook"] } });
  const times = {};
  for (const [name, count] of [["Small", 20], ["Large", 2000]]) {
    const address = `lorebook/${entities.find((one) => one.name === name).id}`;
    const turns = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await go(page, "Library");
      const closing = page.getByRole("button", { name: `Close ${name}` });
      if (await closing.count() > 0) await closing.click();
      const tile = page.getByRole("option", { name: new RegExp(`^${name}`) });
      await tile.waitFor();
      // What the engine takes to read the book is its own figure, and many times larger in a debug build: the window's
      // part is what is held here.
      const before = Date.now();
      await studio.ask("entity_open", { address });
      const reading = Date.now() - before;
      const from = Date.now();
      await tile.dblclick();
      await row(page, "^woken by keys Entry 0").waitFor({ timeout: 60_000 });
      const open = Math.max(0, Date.now() - from - reading);
      await page.waitForTimeout(1_000);
      const field = page.getByRole("textbox", { name: "Find in names, keys, text" });
      const start = Date.now();
      await field.fill(`entry ${count - 1}`);
      await page.getByText(`1 of ${count.toLocaleString("en-GB")}`, { exact: true }).waitFor();
      turns.push({ open, filter: Date.now() - start, reading });
      await field.fill("");
    }
    times[name] = Object.fromEntries(["open", "filter", "reading"].map((what) => [what, Math.min(...turns.map((turn) => turn[what]))]));
  }
  console.log(JSON.stringify(times));
  // A floor keeps the rounding of a fast machine, and the turns of a busy one, out of the ratio.
  for (const [what, floor] of [["open", 600], ["filter", 150]]) assert.ok(times.Large[what] <= 2 * Math.max(times.Small[what], floor), `${what}: ${JSON.stringify(times)}`);
  assertQuiet(page, [409]);
});

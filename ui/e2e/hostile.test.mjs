// A card with addresses, scripts, styles and event handlers in every text: it is shown, kept, edited and exported, and
// nothing of it is fetched or run. The addresses lead to a listener of our own, so that a request of the page, of the
// browser or of the program would be heard.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { assertQuiet, chosenFile, dialog, draftKept, drop, outline, review, saved, section, until } from "./support/acts.mjs";
import { cardPng } from "./support/cards.mjs";
import { flow, withBrowser } from "./support/stage.mjs";
import { sample, startStudio } from "./support/studio.mjs";

withBrowser();

async function listen() {
  const heard = [];
  const server = createServer((request, response) => {
    heard.push(request.url);
    response.end("globalThis.ran = 'fetched'");
  });
  server.on("connection", () => heard.push("a connection"));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { heard, origin: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((done) => server.close(done)) };
}

/** What of the page would be of the card's making: elements that fetch or run, and handlers written as attributes. */
function foreign() {
  const marks = "script, style, iframe, object, embed, video, audio, link, meta, base, svg[onload], img, form, a[href^='javascript:']";
  const own = (element) => {
    const address = element.getAttribute("src") ?? element.getAttribute("href") ?? "";
    if (element.matches("img")) return /^\/media\/[0-9a-f]{64}(\?side=\d+)?$/.test(address);
    if (element.matches("script, link")) return address.startsWith("./") || address.startsWith(location.origin);
    // CodeMirror and the widgets bring styles; a style of the card would name its address.
    if (element.matches("style")) return !/127\.0\.0\.1|elsewhere/.test(element.textContent);
    return element.matches("meta");
  };
  const found = [...document.querySelectorAll(marks)].filter((element) => !own(element)).map((element) => element.outerHTML.slice(0, 200));
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) if (name.startsWith("on")) found.push(`${element.tagName} ${name}=${value}`);
    if (/url\(/.test(element.getAttribute("style") ?? "")) found.push(element.getAttribute("style"));
  }
  if (globalThis.ran !== undefined) found.push(`it ran: ${globalThis.ran}`);
  if ({}.ran !== undefined) found.push("the prototype of every object was changed");
  return found;
}

for (const kind of ["json", "png"]) {
  flow(`nothing of a card full of bait is fetched or run (${kind})`, {}, async ({ studio, page }) => {
    const trap = await listen();
    const opened = [];
    page.on("dialog", (asked) => { opened.push(asked.message()); void asked.dismiss(); });
    page.on("popup", (other) => opened.push(other.url()));
    page.on("download", (file) => opened.push(file.url()));
    const looked = [];
    const look = async (where) => {
      looked.push(where);
      assert.deepEqual(await page.evaluate(foreign), [], where);
    };
    try {
      const text = sample("sillytavern/v3-full-of-bait.json").toString("utf8").replaceAll("https://elsewhere.invalid", trap.origin);
      const bytes = kind === "json" ? Buffer.from(text) : cardPng(JSON.parse(text));
      await drop(page, [{ name: `<img src=x onerror=globalThis.ran=9>.${kind}`, bytes }]);
      await review(page).getByRole("row", { name: /Vesper/ }).waitFor();
      const detail = chosenFile(page);
      await detail.getByText(/scripts, inert/).first().waitFor();
      await detail.getByText(/addresses elsewhere, not fetched/).first().waitFor();
      for (const fold of await detail.locator("summary").all()) await fold.click();
      await look("import review");
      await page.getByRole("button", { name: "Keep 1" }).click();

      const tile = page.getByRole("option", { name: /^Vesper/ });
      await tile.click();
      await page.getByRole("complementary", { name: "Inspector" }).getByText("What each app would take").waitFor();
      await look("library, tiles");
      await page.getByRole("textbox", { name: "Find in the library" }).fill("onerror");
      await tile.waitFor();
      await look("library, search");
      await page.getByRole("radio", { name: "List" }).click();
      await page.getByRole("row", { name: /Vesper/ }).first().waitFor();
      await look("library, list");
      await page.getByRole("radio", { name: "Tiles" }).click();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("Vesper");
      await page.getByRole("dialog").getByRole("option", { name: /Vesper/ }).first().waitFor();
      await look("palette");
      await page.keyboard.press("Escape");

      await tile.dblclick();
      await outline(page).waitFor();
      for (const name of ["Identity", "Definition", "Prompts", "Greetings", "Examples", "Pictures", "Credits and notes", "Tags and look"]) {
        await section(page, name);
        await page.getByRole("heading", { name, level: 2 }).waitFor();
        await look(name);
      }
      await section(page, "Raw original");
      await page.getByText("Valid JSON").waitFor();
      await look("raw original");
      await section(page, "Definition");
      await page.getByRole("textbox", { name: "Scenario" }).fill(`<img src="${trap.origin}/typed.png" onerror="globalThis.ran='typed'">`);
      await draftKept(page);
      await page.keyboard.press("Control+s");
      await saved(page, 2);
      await section(page, "History");
      await page.getByText(/fields? differs?/).waitFor();
      await look("history");
      await page.getByRole("button", { name: "Export" }).click();
      const box = dialog(page, "Export");
      for (const app of [/^SillyTavern/, /^Pygmalion/]) {
        const target = box.getByRole("option", { name: app });
        await target.click();
        const report = box.getByRole("region", { name: "Report" });
        await until(async () => await target.getAttribute("aria-selected") === "true" && await report.getAttribute("aria-busy") === "false", "the report");
        const folded = report.getByRole("button", { expanded: false });
        while (await folded.count() > 0) await folded.first().click();
        await look(`export to ${app.source}`);
      }
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "detached" });
      await outline(page).getByRole("button", { name: /<img/ }).first().click();
      await page.getByRole("tab", { selected: true }).getByText("book").waitFor();
      await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
      await look("lorebook");

      assert.equal(looked.length, 18);
      assert.deepEqual(opened, [], "windows, questions and downloads");
      // An app that cannot hold the piece says so when it is measured.
      assertQuiet(page, [422]);
      assert.deepEqual(trap.heard, [], "requests that arrived elsewhere");
    } finally {
      await trap.close();
    }
  });
}

test("the pages are served under a policy that would stop what slips through", async () => {
  const studio = await startStudio();
  try {
    const policy = (await fetch(studio.address)).headers.get("content-security-policy");
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'(?:;|$)/);
    assert.match(policy, /connect-src 'self'(?:;|$)/);
    assert.doesNotMatch(policy, /unsafe-eval|\*|https?:/);
    assert.equal((await fetch(`${studio.origin}/api/library_summary`, { method: "POST", body: "{}" })).status, 401);
  } finally {
    await studio.close();
  }
});

// A card with addresses, scripts, styles and event handlers in every text: it is shown, kept, edited and exported, and
// nothing of it is fetched or run. The addresses lead to a listener of our own, so that a request of the page, of the
// browser or of the program would be heard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
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
    // The preview has no address, may do nothing, and brings a policy of its own.
    if (element.matches("iframe")) return element.matches('.preview-frame[sandbox=""]') && !element.hasAttribute("src") && /default-src 'none'/.test(element.srcdoc);
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

const PAYLOADS = JSON.parse(readFileSync(join(import.meta.dirname, "support/payloads.json"), "utf8"));

flow("sixty payloads in every field of a card fetch and run nothing, in the form or in the preview", {}, async ({ page }) => {
  assert.ok(PAYLOADS.length >= 60);
  const trap = await listen();
  const opened = [];
  page.on("dialog", (asked) => { opened.push(asked.message()); void asked.dismiss(); });
  page.on("popup", (other) => opened.push(other.url()));
  page.on("download", (file) => opened.push(file.url()));
  page.on("framenavigated", (frame) => { if (frame !== page.mainFrame() && !/^about:/.test(frame.url())) opened.push(frame.url()); });
  try {
    const own = PAYLOADS.map((payload) => payload.replaceAll("https://elsewhere.invalid", trap.origin));
    const all = own.map((payload, at) => `${at + 1}. ${payload}`).join("\n\n");
    const card = {
      spec: "chara_card_v3", spec_version: "3.0",
      data: {
        name: `Vesper ${own[3]}`, nickname: own[5], description: all, personality: own.slice(0, 20).join("\n"), scenario: own.slice(20, 40).join("\n"), first_mes: all, mes_example: own.slice(40).join("\n"), creator: own[1], creator_notes: all,
        creator_notes_multilingual: { de: all }, system_prompt: own[12], post_history_instructions: own[16], character_version: own[2], tags: own.slice(0, 12), source: own.slice(12, 20), alternate_greetings: own, group_only_greetings: own.slice(0, 8),
        assets: own.slice(0, 12).map((payload, at) => ({ type: "emotion", uri: `${trap.origin}/asset-${at}.png`, name: payload, ext: "png" })),
        extensions: { depth_prompt: { prompt: all, depth: 4, role: "system" }, talkativeness: own[0], world: own[4], alternate_fields: { description: own.slice(0, 3).map((content, at) => ({ id: `v${at}`, label: content, content })) } },
      },
    };
    await drop(page, [{ name: "payloads.json", bytes: Buffer.from(JSON.stringify(card)) }]);
    await review(page).getByRole("row", { name: /Vesper/ }).waitFor();
    await page.getByRole("button", { name: "Keep 1" }).click();
    await page.getByRole("option", { name: /^Vesper/ }).dblclick();
    await outline(page).waitFor();
    const look = async (where) => assert.deepEqual(await page.evaluate(foreign), [], where);
    const frame = page.getByRole("complementary", { name: "Inspector" }).locator("iframe");
    const previewed = async (name) => {
      await page.getByRole("textbox", { name, exact: true }).first().focus();
      if (await frame.count() === 0) await page.keyboard.press("Control+Shift+p");
      await page.locator(`iframe[title="Preview of ${name}"]`).waitFor();
      assert.equal(await frame.getAttribute("sandbox"), "");
      const inside = await (await frame.elementHandle()).contentFrame();
      await inside.locator("body").waitFor();
      await until(async () => (await inside.locator("body").innerText()).length > 0, `the preview of ${name}`);
      const text = await frame.getAttribute("srcdoc");
      assert.doesNotMatch(text.slice(text.indexOf("<body")), new RegExp(`<(?:script|img|a |iframe|style|link|svg|form|object|embed|meta|base)|\\son\\w+=[^&]*>`), name);
    };
    for (const [name, fields] of [["Identity", ["Nickname"]], ["Definition", ["Description", "Personality", "Scenario"]], ["Prompts", ["System prompt", "Depth text 1"]], ["Greetings", ["First message"]], ["Examples", ["Example messages"]], ["Pictures", []], ["Credits and notes", ["Creator’s notes"]], ["Tags and look", []], ["Behaviour", []]]) {
      await section(page, name);
      await page.getByRole("heading", { name, level: 2 }).waitFor();
      for (const one of fields) await previewed(one);
      await look(name);
    }
    // Each alone, so that no earlier one hides what a later one does.
    await section(page, "Definition");
    const area = page.getByRole("textbox", { name: "Scenario", exact: true });
    for (const [at, payload] of own.entries()) {
      await area.fill(`${at} ${payload}`);
      await until(async () => new RegExp(`<body[^>]*>(?:<[a-z]+>)*${at}\\b`).test(await frame.getAttribute("srcdoc") ?? ""), `payload ${at}`);
    }
    await look("every payload alone");
    await page.getByText(/held back/).waitFor();
    assert.deepEqual(opened, [], "windows, questions, downloads and frames that went elsewhere");
    assertQuiet(page, [422]);
    assert.deepEqual(trap.heard, [], "requests that arrived elsewhere");
  } finally {
    await trap.close();
  }
});

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

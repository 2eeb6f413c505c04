// The figures of the window: `node bench/window.mjs [ROUNDS] [PIECES]`, in `ui/`, after `npm run build`. Prints ratios
// measured in this run; nothing fails by them. Uses the browser of the tests and the program `FICHA_CLI` names.
import { loadavg } from "node:os";
import { join } from "node:path";
import { launch, openPage } from "../e2e/support/browser.mjs";
import { startStudio } from "../e2e/support/studio.mjs";
import { book, fill, put } from "./fill.mjs";

const ROUNDS = Number(process.argv[2] ?? 3);
const PIECES = Number(process.argv[3] ?? 10_000);
const OPENED = 100;
const LONG = 50;

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const rank = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? NaN;
const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

function row(what, figures, goal) {
  console.log(`| ${what} | ${figures} | ${goal} |`);
}

/** Waits in the page, frame by frame, until a condition holds; the milliseconds since `from`, or since the page began. */
const frames = (page, condition, from = 0) => page.evaluate(([text, start]) => new Promise((done, failed) => {
  const holds = new Function(`return (${text})`);
  const end = performance.now() + 60_000;
  const look = () => {
    if (holds()) done(performance.now() - start);
    else if (performance.now() > end) failed(new Error(`never: ${text}`));
    else requestAnimationFrame(look);
  };
  look();
}), [condition, from]);

async function indexed(studio, count) {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const { total, rebuilding } = await studio.ask("library_summary", {});
    if (total >= count && rebuilding === null) return;
    await new Promise((next) => setTimeout(next, 200));
  }
  throw new Error("the index was never whole");
}

/** From the request to a search field that takes a key and, where there are pieces, tiles. */
async function usable(browser, studio, some) {
  const page = await openPage(browser, studio);
  try {
    return await frames(page, `document.querySelector(".library-search input") !== null && document.querySelector("${some ? "#library-pieces [role=option] .tile-name" : ".empty-state"}") !== null`);
  } finally {
    await page.end();
  }
}

/**
 * What blocked the page while something went on: the tasks of its main thread, each by the clock and by the processor
 * time the thread had. On a machine that does other things too only the second says something about the page.
 */
async function blocked(page, work) {
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel"], screenshots: false });
  await work();
  await page.waitForTimeout(300);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const mains = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid, dur }) => /RunTask$/.test(name) && dur !== undefined && mains.has(`${pid} ${tid}`));
  return { clock: tasks.map(({ dur }) => dur / 1000), processor: tasks.map(({ tdur, dur }) => (tdur ?? dur) / 1000) };
}
function told({ clock, processor }) {
  const over = (list) => `${list.filter((time) => time > LONG).length} over ${LONG} ms, the longest ${ms(Math.max(0, ...list))}`;
  return `processor: ${over(processor)}; clock: ${over(clock)}`;
}

async function scrolling(page) {
  await page.mouse.move(700, 500);
  for (let at = 0; at < 60; at += 1) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(30);
  }
  await page.locator("#library-pieces").focus();
  await page.keyboard.press("End");
  await page.waitForTimeout(400);
  await page.keyboard.press("Home");
}

async function searching(page) {
  const field = page.locator(".library-search input");
  await field.focus();
  await page.keyboard.type("stanto mir", { delay: 70 });
  await page.waitForTimeout(500);
  await field.fill("");
}

/** Opens a piece from the library, found by its name. */
async function openNamed(page, name) {
  await page.evaluate(() => document.querySelector("nav.rail button").click());
  await page.locator(".library-search input").fill(`"${name}"`);
  const tile = page.locator("#library-pieces").getByRole("option", { name: new RegExp(`^${name}`) });
  await tile.waitFor();
  await page.waitForTimeout(600);
  const from = await page.evaluate(() => performance.now());
  await tile.dblclick();
  return from;
}

/** Opens a book and filters its list; the milliseconds of both. */
async function opening(page, name) {
  const from = await openNamed(page, name);
  const open = await frames(page, `document.querySelector(".piece-bar-holder h1")?.textContent === "${name}" && document.querySelector(".lore-row") !== null && document.querySelector("[data-path^='entries[0]']") !== null`, from);
  await page.waitForTimeout(1_200);
  const filter = page.getByRole("complementary", { name: "Outline" }).getByRole("textbox").or(page.getByRole("complementary", { name: "Outline" }).getByRole("searchbox")).first();
  if (await filter.count() === 0) return { open, filter: null };
  await filter.focus();
  const typed = await page.evaluate(() => performance.now());
  await filter.fill(" 17");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const filtered = (await page.evaluate(() => performance.now())) - typed;
  await filter.fill("");
  return { open, filter: filtered };
}

async function heap(session) {
  for (let turn = 0; turn < 3; turn += 1) await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize;
}

async function openAndClose(page, from, count) {
  for (let at = from; at < from + count; at += 1) {
    await page.evaluate(() => document.querySelector("nav.rail button").click());
    await page.locator("#library-pieces").focus();
    await page.keyboard.press(at === from ? "Home" : "ArrowRight");
    await page.locator(`#library-pieces[aria-activedescendant="library-pieces-${at - from}"]`).waitFor();
    await page.locator(`#library-pieces-${at - from} .tile-name`).waitFor();
    // A list that is being asked again has no row for a moment.
    for (let turn = 0; turn < 20 && await page.locator(".open-tab").count() === 0; turn += 1) {
      await page.keyboard.press("Enter");
      await page.waitForTimeout(120);
    }
    await page.locator(".piece-bar").waitFor();
    await page.locator(".open-tab").first().click({ button: "middle" });
    await page.locator(".piece-bar").waitFor({ state: "detached" });
  }
}

const empty = await startStudio();
const full = await startStudio();
const browser = await launch();
try {
  console.error(`filling ${PIECES} pieces`);
  fill(join(full.home, "library"), PIECES);
  put(join(full.home, "library"), book("small-book", "Small bench book", 20, 5));
  put(join(full.home, "library"), book("large-book", "Large bench book", 2_000, 6));
  await indexed(full, PIECES + 2);
  console.log(`| what, ${PIECES.toLocaleString("en")} pieces, load ${loadavg()[0].toFixed(1)} at the start | figures | goal |\n|---|---|---|`);

  const times = { none: [], many: [] };
  await usable(browser, empty, false);
  await usable(browser, full, true);
  for (let at = 0; at < Math.max(5, ROUNDS); at += 1) {
    times.none.push(await usable(browser, empty, false));
    times.many.push(await usable(browser, full, true));
  }
  const lowest = (list) => Math.min(...list);
  row("window usable", `empty ${ms(median(times.none))}, full ${ms(median(times.many))}, ratio ${(median(times.many) / median(times.none)).toFixed(2)}; of the quickest ${(lowest(times.many) / lowest(times.none)).toFixed(2)}`, "1.20");

  const asked = [];
  for (const text of ["s", "st", "sta", "stan", "stan ", "stan m", "stan mi", "stan mir"]) {
    for (let turn = 0; turn < 12; turn += 1) {
      const from = performance.now();
      await full.ask("library_query", { query: { text, sort: "relevance", limit: 100 } });
      asked.push(performance.now() - from);
    }
  }
  row("search for each key of two words, over loopback", `median ${ms(median(asked))}, 99th percentile ${ms(rank(asked, 0.99))}`, `99th percentile ${LONG} ms in process`);

  const page = await openPage(browser, full);
  await frames(page, `document.querySelector("#library-pieces [role=option] .tile-name") !== null`);
  await page.waitForTimeout(1_500);
  row("scrolling tiles", told(await blocked(page, () => scrolling(page))), "none");
  row("typing in the search", told(await blocked(page, () => searching(page))), "none");

  const [small, large] = [[], []];
  for (let at = 0; at < ROUNDS; at += 1) {
    small.push(await opening(page, "Small bench book"));
    large.push(await opening(page, "Large bench book"));
    for (let left = 0; left < 2; left += 1) await page.locator("[role=tab][aria-selected=true]").first().click({ button: "middle" });
    await page.waitForTimeout(500);
  }
  for (const part of ["open", "filter"]) {
    const [few, many] = [small, large].map((list) => list.map((one) => one[part]).filter((time) => time !== null));
    if (few.length > 0) row(`lorebook, ${part}: 20 entries, 2,000`, `${ms(median(few))}, ${ms(median(many))}, ratio ${(median(many) / median(few)).toFixed(2)}; of the quickest ${(Math.min(...many) / Math.min(...few)).toFixed(2)}`, "2.0");
  }
  await openNamed(page, "Large bench book");
  const prose = page.locator("textarea.prose-area").first();
  await prose.waitFor();
  await page.waitForTimeout(1_500);
  row("typing in an entry of the book of 2,000", told(await blocked(page, async () => {
    await prose.focus();
    await page.keyboard.type("The light has stood here since the harbour froze. ", { delay: 45 });
  })), "none");
  await page.locator(".open-tab").first().click({ button: "middle" });
  // What was typed is saved first.
  await page.locator(".open-tab").waitFor({ state: "detached", timeout: 60_000 });
  await page.evaluate(() => document.querySelector("nav.rail button").click());
  await page.locator(".library-search input").fill("");
  await page.waitForTimeout(1_000);

  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  await openAndClose(page, 0, 12);
  const before = await heap(session);
  await openAndClose(page, 12, OPENED);
  await page.waitForTimeout(1_000);
  const after = await heap(session);
  row(`heap after opening and closing ${OPENED} pieces`, `${(before / 1e6).toFixed(1)} MB, then ${(after / 1e6).toFixed(1)} MB, ratio ${(after / before).toFixed(2)}`, "1.20");
  if (page.faults.length > 0) console.error(page.faults.slice(0, 5).join("\n"));
  await page.end();
} finally {
  await browser.close();
  await full.close();
  await empty.close();
}

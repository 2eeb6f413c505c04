// A test with a studio and pages of its own. What is left of a failure (a picture of the page and its outline) is kept in a
// temporary folder, whose name is told.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, openPage } from "./browser.mjs";
import { startStudio } from "./studio.mjs";

let browser;

/** Called once by each file: one browser for all its tests. */
export function withBrowser() {
  before(async () => { browser = await launch(); });
  after(() => browser.close());
}

async function tellFailure(pages) {
  const folder = mkdtempSync(join(tmpdir(), "ficha-failure-"));
  for (const [at, page] of pages.entries()) {
    if (page.isClosed()) continue;
    await page.screenshot({ path: join(folder, `${at}.png`) });
    writeFileSync(join(folder, `${at}.txt`), `${page.url()}\n${page.faults.join("\n")}\n${await page.locator("body").ariaSnapshot()}`);
  }
  console.error(`the page as it was: ${folder}`);
}

/** One flow: `work` gets the studio, a first page, and a way to open more. */
export function flow(name, { add, ...look } = {}, work) {
  test(name, { timeout: 120_000 }, async () => {
    const studio = await startStudio({ add });
    const pages = [];
    const newPage = async (other = {}) => {
      const trace = `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}-${pages.length}`;
      const page = await openPage(browser, studio, { name: trace, ...look, ...other });
      pages.push(page);
      return page;
    };
    try {
      await work({ studio, page: await newPage(), newPage });
    } catch (thrown) {
      await tellFailure(pages);
      throw thrown;
    } finally {
      for (const page of pages) await page.end();
      await studio.close();
    }
  });
}

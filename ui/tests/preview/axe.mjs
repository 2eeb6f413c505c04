// The rules of axe over every screen of the preview, in two themes; prints what breaks one. Needs `npm run dev`.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const source = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const pages = ["", "place=import", "place=settings", "place=workbench", "palette=1", "count=0", "rebuilding=1", "place=import&staged=no"];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
let found = 0;
for (const query of pages) {
  for (const theme of ["light", "dark", "contrast"]) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`http://localhost:5173/tests/preview/?${query}&theme=${theme}&damaged=1`);
    await page.waitForTimeout(900);
    if (query === "") await page.locator(".tile").first().click();
    await page.waitForTimeout(600);
    await page.addScriptTag({ content: source });
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] }));
    for (const { id, impact, nodes } of violations) {
      found += 1;
      console.log(`${query || "library"} ${theme}: ${impact} ${id} (${nodes.length}) ${nodes[0]?.html.slice(0, 160)}`);
      console.log(`   ${nodes[0]?.failureSummary?.replaceAll("\n", " ").slice(0, 240)}`);
    }
    await page.close();
  }
}
await browser.close();
console.log(found === 0 ? "nothing found" : `${found} findings`);

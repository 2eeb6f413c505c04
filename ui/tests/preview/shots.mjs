// Pictures of the preview: `npm run dev` in another terminal, then `node tests/preview/shots.mjs OUT [name...]`.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const [out = "shots", ...only] = process.argv.slice(2);
const sizes = { "": [1440, 900], small: [1024, 640], wide: [1920, 1080] };
const type = (text) => async (page) => {
  await page.keyboard.press("/");
  await page.keyboard.type(text);
  await page.waitForTimeout(400);
};
const pick = async (page) => {
  const tiles = page.locator(".tile");
  await tiles.nth(0).click();
  for (const at of [0, 5, 2]) await tiles.nth(at).click({ modifiers: ["Control"] });
  await tiles.nth(0).hover();
  await page.waitForTimeout(700);
};
const pickRows = async (page) => {
  await page.getByRole("radio", { name: /List|列表/ }).click();
  await page.locator(".table-row").nth(1).click();
  await page.locator(".table-row").nth(3).click({ modifiers: ["Shift"] });
  await page.waitForTimeout(700);
};
/** A page of the outline, counted from its beginning or its end. */
const page = (at) => async (tab) => {
  await tab.locator(".outline .pane-item").nth(at).click();
  await tab.waitForTimeout(900);
};
const entry = async (tab) => {
  await tab.locator(".lore-row").nth(1).click();
  await tab.waitForTimeout(300);
};
const shots = [
  { name: "library", query: "damaged=1", act: pick },
  { name: "library-list", query: "damaged=1", act: pickRows },
  { name: "library-empty", query: "count=0" },
  { name: "library-nothing", query: "", act: type("no such piece") },
  { name: "library-rebuilding", query: "rebuilding=1&count=60", act: pick },
  { name: "library-search", query: "", act: type("harbour") },
  { name: "import", query: "place=import" },
  { name: "import-empty", query: "place=import&staged=no" },
  { name: "settings", query: "place=settings" },
  { name: "workbench", query: "place=workbench" },
  { name: "character", query: "place=workbench&open=character/piece-0" },
  { name: "greetings", query: "place=workbench&open=character/piece-0", act: page(3) },
  { name: "raw", query: "place=workbench&open=character/piece-0", act: page(-2) },
  { name: "history", query: "place=workbench&open=character/piece-0", act: page(-1) },
  { name: "lorebook", query: "place=workbench&open=lorebook/piece-9", act: entry },
  { name: "palette", query: "palette=1" },
  { name: "scale", query: "scale=140&place=import" },
];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
mkdirSync(out, { recursive: true });
for (const { name, query, act } of shots) {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const look of ["light", "dark", "contrast", "zh"]) {
      const file = [name, look, size].filter((part) => part !== "").join("-");
      if (only.length > 0 && !only.includes(file)) continue;
      if (only.length === 0 && size !== "" && look !== "light") continue;
      const page = await browser.newPage({ viewport: { width, height } });
      page.on("pageerror", (error) => console.log(file, String(error)));
      page.on("console", (line) => line.type() === "error" && console.log(file, line.text()));
      const words = look === "zh" ? "language=zh" : `theme=${look}`;
      await page.goto(`http://localhost:5173/tests/preview/?${query}&${words}`);
      await page.waitForTimeout(900);
      if (act !== undefined) await act(page).catch((error) => console.log(file, String(error).slice(0, 300)));
      await page.screenshot({ path: `${out}/${file}.png` });
      await page.close();
    }
  }
}
await browser.close();

// Chromium with a page that may reach loopback and nothing else. Every request, every error of the page and everything it
// writes to the console as an error is written down, so that a test can hold it to none.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];

export function launch() {
  const executablePath = process.env.FICHA_CHROMIUM ?? PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error(`no browser found; looked for ${PLACES.join(", ")}`);
  return chromium.launch({
    executablePath,
    // What Chromium asks for on its own account is no business of these tests.
    args: ["--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-default-apps"],
  });
}

/** The folder that traces of every page go to, to be looked at with `npx playwright show-trace`; none unless asked for. */
const TRACES = process.env.FICHA_TRACES;

/** A page of its own context, open on the studio; `name` is what its trace is called. */
export async function openPage(browser, studio, { name = "page", size = { width: 1440, height: 900 }, locale = "en-GB", colorScheme = "light" } = {}) {
  const context = await browser.newContext({
    viewport: size, locale, colorScheme, timezoneId: "UTC", reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"],
  });
  if (TRACES !== undefined) await context.tracing.start({ screenshots: true, snapshots: true });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const requests = [];
  const faults = [];
  context.on("request", (request) => requests.push(request.url()));
  page.on("websocket", (socket) => requests.push(socket.url()));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  await page.goto(studio.address);
  await page.getByRole("navigation").first().waitFor();
  return Object.assign(page, {
    requests, faults,
    /** Requests that are not for this very server. */
    strayed: () => requests.filter((url) => !url.startsWith(`${studio.origin}/`) && !/^(?:data|blob|about):/.test(url)),
    async end() {
      if (TRACES !== undefined) await context.tracing.stop({ path: join(TRACES, `${name}.zip`) });
      await context.close();
    },
  });
}

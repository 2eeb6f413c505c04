// What a person does, in the words of the page: everything is found by its role and accessible name.
import assert from "node:assert/strict";

/** Waits until a condition holds; it is asked again on every turn of a short clock, and its last answer is told. */
export async function until(condition, what, patience = 15_000) {
  const end = Date.now() + patience;
  for (;;) {
    const held = await condition();
    if (held) return held;
    if (Date.now() > end) throw new Error(`never came: ${what}`);
    await new Promise((next) => setTimeout(next, 20));
  }
}

/** Drops files on the window: real bytes in a DataTransfer, as the browser hands them to a page. */
export async function drop(page, files) {
  const given = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") }));
  const transfer = await page.evaluateHandle((list) => {
    const made = new DataTransfer();
    for (const { name, base64 } of list) {
      made.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
    }
    return made;
  }, given);
  for (const kind of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("body", kind, { dataTransfer: transfer });
  await transfer.dispose();
}

export const review = (page) => page.getByRole("grid", { name: "Staged files" });
export const chosenFile = (page) => page.getByRole("complementary", { name: "The chosen file" });
export const saveLine = (page) => page.getByRole("toolbar", { name: "Piece" }).getByRole("status");
export const outline = (page) => page.getByRole("navigation", { name: "Outline" });
export const dialog = (page, name) => page.getByRole("dialog", { name });

export async function go(page, place) {
  await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: new RegExp(`^${place}`) }).click();
}

/** Opens a piece of the library by its name and waits for its bar. */
export async function open(page, name) {
  await go(page, "Library");
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).dblclick();
  await saveLine(page).waitFor();
}

/** Goes to a section of the open piece. */
export async function section(page, name) {
  await outline(page).getByRole("button", { name: new RegExp(`^${name}`) }).click();
}

export async function saved(page, revision) {
  await saveLine(page).getByText(new RegExp(`^Saved .* revision ${revision}$`)).waitFor();
}

export async function draftKept(page) {
  await saveLine(page).getByText(/^Draft kept/).waitFor();
}

/**
 * The page did nothing it must not: no request elsewhere, no fault, nothing on the console. `allowed` are answers the flow
 * provokes; Chromium reports every answer of 400 and above on its console.
 */
export function assertQuiet(page, allowed = []) {
  assert.deepEqual(page.strayed(), [], "requests that left the server");
  assert.deepEqual(page.faults.filter((fault) => !allowed.some((status) => fault.includes(`status of ${status}`))), [], "faults of the page");
}

/** Goes through the export dialog of the open piece; answers the sentence of the report that was read before writing. */
export async function writeFile(page, { app, container, path, before, closes = true }) {
  await page.getByRole("button", { name: "Export" }).click();
  const box = dialog(page, "Export");
  const target = box.getByRole("option", { name: app });
  await target.click();
  await box.getByRole("radiogroup", { name: "Kind of file" }).getByRole("radio", { name: container }).click();
  const report = box.getByRole("region", { name: "Report" });
  await until(async () => await target.getAttribute("aria-selected") === "true" && await report.getAttribute("aria-busy") === "false", "the report");
  const sentence = await report.getByRole("status").innerText();
  await box.getByRole("button", { name: "Change", exact: true }).click();
  await box.getByRole("textbox", { name: "Path of the file" }).fill(path);
  before?.();
  await box.getByRole("button", { name: "Write file" }).click();
  if (closes) await box.waitFor({ state: "detached" });
  else await box.getByRole("button", { name: "Replace it" }).waitFor();
  return sentence;
}

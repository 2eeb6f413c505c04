// Worlds in the window, from end to end: a card that is dropped becomes a world somebody can play, read on the disk by
// the command line afterwards; a newer card updates it and is undone; all of it with keys alone; a hostile card loads
// nothing; every screen held to axe in three looks.
import assert from "node:assert/strict";
import { assertQuiet, dialog, drop, go, until } from "./support/acts.mjs";
import { flowInEachTheme } from "./support/axe.mjs";
import { flow, withBrowser } from "./support/stage.mjs";

withBrowser();

const entry = (id, comment, content, more = {}) => ({ id, keys: [comment.toLowerCase()], secondary_keys: [], content, comment, enabled: true, insertion_order: id, constant: false, selective: false, extensions: {}, position: "before_char", ...more });

/** An invented card; `data` over what it says. */
function ferry(data = {}) {
  return {
    spec: "chara_card_v2", spec_version: "2.0",
    data: {
      name: "Vesna Marrow", description: "Vesna Marrow keeps the saltglass ferry. She counts the passengers twice.", personality: "dry, exact", scenario: "The ferry waits at a pier of green glass.",
      first_mes: "The bell rings twice. \"You are late, {{user}}.\"", mes_example: "<START>\n{{char}}: No coin twice.", creator_notes: "A ferry that crosses glass.", system_prompt: "Two paragraphs at most.",
      post_history_instructions: "", alternate_greetings: ["Night. The bell is wrapped in cloth."], tags: ["ferry"], creator: "Imre", character_version: "2.1", extensions: {},
      character_book: { name: "Ferry", extensions: {}, entries: [entry(1, "Glass tide", "Twice a year the tide is glass."), entry(2, "Toll rules", "No coin is taken twice."), entry(3, "Old notes", "Rusalkaword, never to be used.", { enabled: false })] },
      ...data,
    },
  };
}
const file = (name, card) => ({ name, bytes: Buffer.from(JSON.stringify(card)) });
const make = (page) => dialog(page, "Make a world from a card");
const panel = (page, name) => page.getByRole("navigation", { name: "Parts of this world" }).getByRole("button", { name: new RegExp(`^${name}`) });

async function made(page, card, { review = false } = {}) {
  await go(page, "Worlds");
  await page.getByRole("heading", { name: "Worlds", level: 1 }).waitFor();
  await drop(page, [file("vesna.json", card)]);
  await make(page).getByText(/^chara_card_v2/).waitFor();
  const tick = make(page).getByRole("checkbox", { name: "Look through it before anything is written" });
  if (!review && await tick.isChecked()) await make(page).getByText("Look through it before anything is written").click();
  await make(page).getByRole("button", { name: /^Make the world/ }).click();
}

flow("a dropped card is looked through, approved, and somebody plays in it", {}, async ({ studio, page }) => {
  await made(page, ferry(), { review: true });

  // The review: documents beside their pieces; nothing is written yet.
  await page.getByRole("heading", { name: "Vesna Marrow", level: 2 }).waitFor();
  await page.getByRole("complementary", { name: "Made from" }).getByText("She counts the passengers twice.", { exact: false }).waitFor();
  const [row] = await studio.ask("world_list", {});
  assert.equal(row.phase, "built");
  assert.equal(row.counts.characters, 0, "nothing is written before it is approved");
  await page.getByRole("listbox", { name: "Documents of the import" }).getByRole("option", { name: "Toll rules" }).click();
  await page.getByText("Leave out").click();
  await page.getByText(/1 left out or merged$/).waitFor();
  await page.getByRole("button", { name: /^Approve and write/ }).click();

  await page.getByText(/^Everything is here but somebody to play/).waitFor();
  await page.getByRole("button", { name: "Play this character" }).click();
  await page.getByText("A story can begin here.").waitFor();

  const [after] = await studio.ask("world_list", {});
  assert.equal(after.readiness, "ready");
  assert.equal(after.phase, "done");
  assert.equal(after.counts.lore, 1, "one entry was left out, one was off");
  const opened = await studio.ask("world_open", { world: after.id });
  assert.equal(JSON.stringify(opened).includes("Rusalkaword"), false, "W-006: a word of an entry that is off is in no file");

  // The trash has a way back.
  await page.getByRole("button", { name: "Back to the worlds" }).click();
  await page.getByRole("grid", { name: "Worlds" }).focus();
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("1 world", { exact: true }).waitFor();
  assertQuiet(page);
});

flow("a document of the review becomes another kind of thing", {}, async ({ studio, page }) => {
  await made(page, ferry(), { review: true });
  await page.getByRole("heading", { name: "Vesna Marrow", level: 2 }).waitFor();
  await page.getByRole("button", { name: /Kind$/ }).click();
  await page.getByRole("option", { name: "Faction" }).click();
  await page.getByText(/^Another kind: Faction/).waitFor();
  await page.getByRole("button", { name: /^Approve and write/ }).click();
  await panel(page, "Card").waitFor();
  await until(async () => (await studio.ask("world_list", {}))[0].phase === "done", "the end of the import");
  const [row] = await studio.ask("world_list", {});
  assert.deepEqual([row.counts.characters, row.counts.factions], [0, 1]);
  const faction = await studio.ask("world_document", { world: row.id, document: "factions/vesna-marrow" });
  assert.match(JSON.stringify(faction), /counts the passengers twice/);
  assertQuiet(page);
});

flow("a newer card updates a world, and the update is undone to the byte", {}, async ({ studio, page }) => {
  await made(page, ferry());
  await page.getByText(/^Everything is here but somebody to play/).waitFor();
  const [{ id: world }] = await studio.ask("world_list", {});
  const lore = async () => (await studio.ask("world_open", { world })).rows.filter(({ document }) => document.startsWith("lore/")).map(({ document }) => document).sort();
  const before = await lore();
  await page.getByRole("button", { name: "Back to the worlds" }).click();
  const book = ferry().data.character_book;
  const entries = [{ ...book.entries[0], content: "Once a year the tide is glass." }, entry(4, "Lamp men", "Lamp men walk the pier.")];
  await drop(page, [file("vesna-2.2.json", ferry({ character_version: "2.2", character_book: { ...book, entries } }))]);
  assert.equal(await make(page).getByRole("radio", { name: /^An update of Vesna Marrow/ }).isChecked(), true, "W-341");
  await make(page).getByRole("button", { name: /^Show what changed/ }).click();

  const changes = page.getByRole("listbox", { name: "Changes" });
  await changes.getByRole("option", { name: /Glass tide/ }).click();
  const beside = page.getByRole("complementary", { name: "What it concerns" });
  await beside.getByRole("button", { name: "Edit" }).click();
  await beside.getByRole("textbox", { name: /text/i }).fill("Once a year the tide is glass.");
  await beside.getByRole("button", { name: "Take over" }).click();
  await changes.getByRole("option", { name: /Glass tide.*Carried/ }).waitFor();
  await changes.getByRole("option", { name: /Lamp men/ }).click();
  await page.getByRole("button", { name: "Add it as lore" }).click();
  await changes.getByRole("option", { name: /Lamp men.*Carried/ }).waitFor();
  // W-357
  await page.getByRole("button", { name: "Check against it" }).click();
  await dialog(page, "The world against the newer card").getByText(/hints?$|^Nothing found by/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Finish the update" }).click();
  await page.getByText(/neither carried nor dismissed/).waitFor();
  await page.getByRole("button", { name: "Finish all the same" }).click();
  await page.getByRole("button", { name: "Undo the update" }).waitFor();
  assert.equal((await lore()).length, before.length + 1);
  await page.getByRole("button", { name: "Undo the update" }).click();
  await page.getByText("Is there a newer card?").waitFor();
  assert.deepEqual(await lore(), before);
  assertQuiet(page);
});

flow("a world is made with keys alone", {}, async ({ studio, page }) => {
  await page.keyboard.press("Control+4");
  await page.getByRole("heading", { name: "Worlds", level: 1 }).waitFor();
  await drop(page, [file("vesna.json", ferry())]);
  await make(page).getByText(/^chara_card_v2/).waitFor();
  await make(page).getByRole("listbox", { name: "Lorebook entries" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await make(page).getByText("1 of 3 on").waitFor();
  await make(page).getByRole("listbox", { name: "Opening" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+Enter");
  const list = page.getByRole("listbox", { name: "Documents of the import" });
  await list.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+Enter");
  const play = page.getByRole("button", { name: "Play this character" });
  await play.waitFor();
  await play.focus();
  await page.keyboard.press("Enter");
  await page.getByText("A story can begin here.").waitFor();
  const [row] = await studio.ask("world_list", {});
  const opened = await studio.ask("world_open", { world: row.id });
  assert.match(JSON.stringify(opened.info.opening), /wrapped in cloth/, "the second greeting opens the story");
  assert.equal(row.counts.lore, 1);
  assertQuiet(page);
});

const HOSTILE = "<img src=\"https://elsewhere.example/pixel.png\" onerror=\"fetch('https://elsewhere.example/x')\"><script>document.title='taken'</script> ![a](https://elsewhere.example/b.png) \u202egnp.exe";

// T-63
flow("a hostile card loads nothing wherever it is shown", {}, async ({ page }) => {
  const data = ferry().data;
  const card = ferry({
    name: `Vesna ${HOSTILE}`, description: HOSTILE.repeat(40), scenario: HOSTILE, first_mes: HOSTILE, creator: HOSTILE, alternate_greetings: [HOSTILE], tags: [HOSTILE],
    character_book: { ...data.character_book, entries: [entry(1, HOSTILE, HOSTILE)] },
  });
  await made(page, card, { review: true });
  await page.getByRole("listbox", { name: "Documents of the import" }).waitFor();
  await page.getByRole("button", { name: /^Approve and write/ }).click();
  await page.getByRole("button", { name: "Play this character" }).waitFor();
  await panel(page, "Card").click();
  await page.getByRole("listbox", { name: "Pieces of the card" }).getByRole("option").first().click();
  await page.getByRole("main").getByText(/elsewhere\.example\/pixel\.png/).first().waitFor();
  assert.equal(await page.locator("main img, main script, main a[href], main iframe").count(), 0);
  assert.notEqual(await page.title(), "taken");
  assertQuiet(page);
});

flowInEachTheme("the screens of worlds hold to axe", {}, async ({ page, look, screens }) => {
  await go(page, "Worlds");
  await page.getByRole("button", { name: "Make a world from a card" }).waitFor();
  await look("no worlds");
  await page.getByRole("button", { name: "Make a world from a card" }).click();
  await make(page).getByRole("heading", { name: "Which card?" }).waitFor();
  await look("which card");
  await page.keyboard.press("Escape");
  await drop(page, [file("vesna.json", ferry({ description: `${ferry().data.description} https://elsewhere.example/pier.png` }))]);
  await make(page).getByText(/^chara_card_v2/).waitFor();
  await look("what a card holds");
  await make(page).getByRole("button", { name: /^Make the world/ }).click();
  await page.getByRole("heading", { name: "Vesna Marrow", level: 2 }).waitFor();
  await look("review");
  await page.getByRole("button", { name: "Edit" }).click();
  await look("review, editing");
  await page.getByRole("button", { name: /^Approve and write/ }).click();
  await page.getByText(/^Everything is here but somebody to play/).waitFor();
  await look("what came of it");
  await panel(page, "Card").click();
  await page.getByRole("listbox", { name: "Pieces of the card" }).getByRole("option").first().click();
  await look("card");
  await page.getByRole("radio", { name: "Search" }).click();
  await page.getByRole("textbox", { name: "Find words in the card" }).fill("ferry");
  await page.getByText(/places?, /).waitFor();
  await look("card, search");
  await panel(page, "Update").click();
  await page.getByText("Is there a newer card?").waitFor();
  await look("no update");
  await page.getByRole("button", { name: "Back to the worlds" }).click();
  await page.getByRole("grid", { name: "Worlds" }).waitFor();
  await look("worlds");
  await until(async () => screens() === 10, "ten screens");
});

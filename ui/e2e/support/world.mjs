// An invented harbour world, made through the commands of the boundary: people who know each other, places with ways, a
// faction, things, lore and what starts by itself. Nobody in it is playable.
const CHARACTERS = {
  "Vesna Marrow": { aliases: ["the keeper"], summary: "Keeper of the light for nineteen years.", description: "Fifty-one, broad in the shoulder. Speaks rarely and exactly; will name a wind before she names a feeling.", personality: "Dry and patient.", start: "lamp-room", tags: ["harbour"] },
  "Tam Reed": { summary: "Apprentice at the lamp.", start: "harbour-steps" },
  "Captain Odile Vane": { summary: "Master of the Ortolan until the night it was lost." },
  "Brother Anselm": { description: "Hears confessions nobody makes." },
  "نادية الحكيم": { summary: "Mends clocks." },
  "林静": { summary: "Keeps the toll book." },
};
const PLACES = {
  "Lamp Room": { description: "A brass floor, a lens taller than a door." },
  "Harbour Steps": { description: "Forty steps, the lowest ones under water." },
  "The Light": { description: "The tower and its yard." },
  "Drowned Mill": { description: "The wheel has stopped, and nobody will say why." },
};

/** Makes the world and answers with its id. */
export async function saltglass(studio) {
  const { id: world } = await studio.ask("world_new", { name: "Saltglass Harbour", language: "en" });
  const ids = {};
  const create = async (folder, doc) => {
    const { document } = await studio.ask("world_create", { world, folder, doc });
    ids[doc.name ?? doc.title] = document.split("/")[1];
    return document;
  };
  for (const [name, doc] of Object.entries(PLACES)) await create("places", { name, ...doc });
  for (const [name, doc] of Object.entries(CHARACTERS)) await create("characters", { name, ...doc });
  const place = (name, doc) => studio.ask("world_set", { world, document: `places/${ids[name]}`, doc: { name, ...PLACES[name], ...doc } });
  await place("Lamp Room", { parent: ids["The Light"], ways: [{ to: ids["The Light"], name: "the iron stair" }] });
  await place("The Light", { ways: [{ to: ids["Lamp Room"], name: "the iron stair" }, { to: ids["Harbour Steps"], name: "the towpath" }] });
  await place("Harbour Steps", { ways: [{ to: ids["The Light"], name: "the towpath" }, { to: ids["Drowned Mill"], name: "a sluice", hidden: true }] });
  await create("factions", { name: "Board of Lights", base: ids["The Light"], members: [{ character: ids["Vesna Marrow"], role: "answers to" }, { character: ids["林静"], role: "clerk" }] });
  await create("things", { name: "Lamp of 1902", held_by: ids["Vesna Marrow"] });
  await create("things", { name: "The toll book", held_by: ids["林静"], portable: true });
  await create("lore", { title: "The light tax", kind: "society", text: "Every ship pays a coin for each lamp it passes.", scope: "everyone", about: [`places/${ids["The Light"]}`], keywords: ["tax", "coin"] });
  await create("lore", { title: "The night of the Ortolan", kind: "event", text: "The lamp went out for the length of a psalm.", scope: "listed", known_by: [`characters/${ids["Vesna Marrow"]}`], about: [`characters/${ids["Tam Reed"]}`, `characters/${ids["Brother Anselm"]}`] });
  const tie = (from, to, kind, more = {}) => ({ from: ids[from], to: ids[to], kind, ...more });
  await studio.ask("world_rows", { world, file: "relationships.json", rows: [
    tie("Vesna Marrow", "Tam Reed", "trusts", { feelings: { trust: 60, affection: 30 } }), tie("Vesna Marrow", "Captain Odile Vane", "blames", { note: "since the Ortolan", feelings: { affection: -40, trust: -20 } }),
    tie("Vesna Marrow", "Brother Anselm", "confesses to"), tie("Vesna Marrow", "نادية الحكيم", "owes a clock"), tie("Tam Reed", "Captain Odile Vane", "sailed under"),
  ] });
  await studio.ask("world_rows", { world, file: "variables.json", rows: [{ key: "lamps_lit", label: "Lamps lit", type: "number", of: "world", min: 0, max: 40, default: 40, bands: [{ from: 0, label: "dark" }, { from: 10, label: "dim" }] }, { key: "toll_paid", label: "Toll paid", type: "flag", of: "characters", default: false }] });
  await studio.ask("world_rows", { world, file: "commands.json", rows: [{ word: "summon", description: "Call a stranger to the quay." }] });
  await studio.ask("world_rows", { world, file: "triggers.json", rows: [{ id: "stranger", name: "A stranger comes", when: { any: [{ command: "summon" }, { event: "A ship came in after dark." }] }, effect: { kind: "beat", dispatch: "author", need: "Someone new steps off the boat.", draw: ["a glazier", "a runaway clerk"] } }] });
  await studio.ask("world_info", { world, changes: { description: "A harbour town that sells light.", start_places: [ids["The Light"]], opening: "Rain ticks on the lamps as you step ashore." } });
  return world;
}

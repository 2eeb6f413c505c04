// Worlds of the studio in memory: a list, a card that can be made into one, a review, a draft, an update, a card to look
// into. Invented content.
import type {
  ArgumentsOf, CardChanges, CardOverview, CardPieceRow, CardPreview, CommandName, ImportPhase, ImportReview, ImportStatus, Json, ResultOf, ReviewChoice, UpdateChange, UpdateStatus, WorldRow, WorldWritten,
} from "../../bindings";
import { ApiFailure } from "../types";

type Answers = { [K in CommandName]?: (args: ArgumentsOf<K>) => ResultOf<K> };
const AT = "2026-11-28T10:00:00Z";

export function makeWorld(id: string, more: Partial<WorldRow> = {}): WorldRow {
  return {
    id, name: id, language: "en", readiness: "ready", cover: null, coverMedia: null, counts: { characters: 5, places: 4, factions: 1, things: 2, lore: 31, plots: 0 }, problems: 0,
    findings: { errors: 0, warnings: 2, hints: 5, fresh: 0, hushed: 0 }, madeFrom: { cardName: id, fileName: `${id}.png`, method: "structure", at: AT }, phase: "done", update: "none", changed: AT, unreadable: null, newer: false, ...more,
  };
}

const NO_DIALECT = { regexScripts: 0, helperScripts: 0, macros: [], tagBlocks: [], ejsBlocks: 0, decorators: [] };

/** A card that does many things at once; its text is hostile. */
export function makePreview(more: Partial<CardPreview> = {}): CardPreview {
  const hostile = "<img src=\"https://elsewhere.example/pixel.png\" onerror=\"alert(1)\"> ![x](https://elsewhere.example/a.png)";
  return {
    upload: "upload-1", fileName: "saltglass-ferry.png", bytes: 61_204, name: "The Saltglass Ferry", creator: "Imre", version: "2.1", sourceFormat: "chara_card_v3 in PNG", picture: true,
    fields: [{ id: "field:description", title: "Description", chars: 2140, beginning: "Vesna Marrow keeps the ferry." }, { id: "field:scenario", title: "Scenario", chars: 310, beginning: hostile }],
    entries: Array.from({ length: 34 }, (_, at) => ({ position: at + 1, title: at === 2 ? "Harbour mood" : `Entry ${at + 1}`, keys: at === 4 ? [] : ["tide", "glass"], constant: at === 4, enabled: at !== 7, chars: 400 + at * 13, beginning: hostile })),
    greetings: [
      { number: 0, id: "opening", title: "", chars: 900, blank: false, beginning: "The bell rings twice." }, { number: 1, id: "greeting:1", title: "", chars: 0, blank: true, beginning: "" },
      { number: 2, id: "greeting:2", title: "At night", chars: 640, blank: false, beginning: hostile }, { number: null, id: "group:1", title: "", chars: 120, blank: false, beginning: "You all board." },
    ],
    opening: 0, dialect: { ...NO_DIALECT, regexScripts: 2, ejsBlocks: 3, macros: [{ name: "random", count: 4 }] },
    addresses: ["https://elsewhere.example/pixel.png", "https://elsewhere.example/a.png"], notCarried: [{ code: "scripts-left", message: "2 regular-expression scripts stay with the card.", piece: null, entity: null }],
    language: "en", targets: [], update: null, ...more,
  };
}

function piece(id: string, title: string, outcome: CardPieceRow["outcome"], madeInto: string[] = []): CardPieceRow {
  return { id, origin: id.startsWith("field") ? "field" : id.startsWith("entry") ? "entry" : "greeting", title, chars: 420, parts: 1, constant: false, keys: id.startsWith("entry") ? ["tide"] : [], off: outcome === "omitted", roles: ["world"], settledBy: "structure", outcome, madeInto };
}

const PIECES = [
  piece("field:description", "Description", "converted", ["characters/vesna-marrow"]), piece("field:scenario", "Scenario", "read"), piece("field:system_prompt", "System prompt", "guidance"),
  piece("opening", "Opening", "carried"), piece("entry:1", "The glass tide", "converted", ["lore/the-glass-tide"]), piece("entry:2", "Toll rules", "converted", ["lore/toll-rules"]), piece("entry:3", "Old notes", "omitted"),
];
const OUTCOMES = { carried: 1, converted: 3, guidance: 1, read: 1, omitted: 1, awaiting: 0 };
const DOCUMENTS: { ref: string; name: string; doc: { [key: string]: Json }; from: string[] }[] = [
  { ref: "characters/vesna-marrow", name: "Vesna Marrow", from: ["field:description"], doc: { schema: "ficha-character/v1", name: "Vesna Marrow", aliases: ["the ferrywoman"], description: "Vesna Marrow keeps the ferry." } },
  { ref: "places/opening-scene", name: "Opening scene", from: ["field:scenario"], doc: { schema: "ficha-place/v1", name: "Opening scene", description: "A pier of green glass." } },
  { ref: "lore/the-glass-tide", name: "The glass tide", from: ["entry:1"], doc: { schema: "ficha-lore/v1", title: "The glass tide", kind: "custom", text: "Twice a year the tide is glass.", keywords: ["tide", "glass"], as_written: true } },
  { ref: "lore/toll-rules", name: "Toll rules", from: ["entry:2"], doc: { schema: "ficha-lore/v1", title: "Toll rules", kind: "custom", text: "No coin is taken twice.", keywords: [] } },
];

export function worldAnswers(): Answers {
  let rows: WorldRow[] = [];
  const phases = new Map<string, ImportPhase>();
  const choices = new Map<string, ReviewChoice[]>();
  const docs = new Map(DOCUMENTS.map(({ ref, doc }) => [ref, doc]));
  let gone: { item: string; row: WorldRow }[] = [];
  let marks: { [change: string]: "carried" | "dismissed" } = {};
  let update: UpdateStatus = { fromCard: true, mark: "none", fileName: null, version: null, versionBefore: null, startedAt: null, finishedAt: null };
  let asked = false;
  const rowOf = (world: string): WorldRow => {
    const row = rows.find(({ id }) => id === world);
    if (row === undefined) throw new ApiFailure({ code: "not-found", message: `There is no world ${world}.`, hint: null, place: null });
    return row;
  };
  const put = (world: string, more: Partial<WorldRow>): void => {
    rows = rows.map((row) => (row.id === world ? { ...row, ...more } : row));
  };
  const status = (world: string): ImportStatus => {
    const row = rowOf(world);
    const phase = phases.get(world) ?? row.phase;
    return {
      world, name: row.name, phase, busy: false, step: phase === "ready" ? null : "structure", kept: false, canResume: phase !== "done", lastError: null, fileName: "saltglass-ferry.png",
      sourceFormat: "chara_card_v3 in PNG", outcomes: phase === "ready" ? { ...OUTCOMES, carried: 0, converted: 0, guidance: 0, read: 0, awaiting: 6 } : OUTCOMES,
      counts: [{ name: "characters", count: 1 }, { name: "places", count: 1 }, { name: "lore", count: 2 }], notes: [{ code: "made-place", message: "A place was made for the opening.", piece: null, entity: "places/opening-scene" }],
      problems: phase === "repair" ? [{ code: "held-and-placed", place: "things/bell.json#/at", document: "things/bell", message: "Bell is held and placed at once.", hint: "Take one of the two away." }] : [], readiness: row.readiness,
    };
  };
  const review = (world: string): ImportReview => ({
    world, name: rowOf(world).name, documents: DOCUMENTS.map((one) => ({ ...one, choices: (choices.get(world) ?? []).filter(({ ref }) => ref === one.ref) })),
    texts: [{ id: "description", title: "", text: "A ferry that crosses glass." }, { id: "opening", title: "", text: "The bell rings twice." }, { id: "roleplay/style", title: "", text: "Two paragraphs at most." }],
    variables: [], commands: [], triggers: [], notes: [], leftOut: [],
    pieces: PIECES.map((row) => ({ row, text: row.id === "field:description" ? "Vesna Marrow keeps the ferry. She counts. <script>alert(1)</script>" : `Text of ${row.title}.`, outcome: row.outcome })), outcomes: OUTCOMES,
  });
  const change = (id: string, title: string, more: Partial<UpdateChange>): UpdateChange => ({
    id, kind: id.split(":")[0] ?? id, title, old: null, new: null, how: null, sentences: [], tooLong: false, documents: [], madeOnly: [], edited: [], before: null, after: null, editedHere: false, came: [], gone: [], mark: marks[id] ?? null, ...more,
  });
  const diff = (): CardChanges => ({
    same: 4, moved: 1, editedSince: ["lore/toll-rules.json"],
    changes: [
      change("changed:entry:1", "The glass tide", { old: PIECES[4] as CardPieceRow, new: PIECES[4] as CardPieceRow, how: "title-and-keys", documents: ["lore/the-glass-tide"], sentences: [{ what: "same", text: "The tide comes.", count: 1 }, { what: "dropped", text: "Twice a year it is glass.", count: 1 }, { what: "added", text: "Once a year it is glass.", count: 1 }] }),
      change("dropped:entry:2", "Toll rules", { old: PIECES[5] as CardPieceRow, documents: ["lore/toll-rules"], madeOnly: ["lore/toll-rules"] }),
      change("field:description", "", { before: "A ferry that crosses glass.", after: "A ferry on glass." }),
    ],
  });
  const overview = (): CardOverview => ({
    name: "The Saltglass Ferry", creator: "Imre", version: "2.1", sourceFormat: "chara_card_v3 in PNG", sha256: "00", pieces: PIECES,
    roster: [{ name: "Vesna Marrow", kind: "character", ref: "characters/vesna-marrow", aliases: ["the ferrywoman"], exists: true }], totals: OUTCOMES, dialect: NO_DIALECT, notes: [], pictures: [],
  });
  const written = (document: string | null): WorldWritten => ({ document, picture: null, readiness: "ready", problems: [] });
  return {
    world_list: () => rows,
    world_new: ({ name, language }) => {
      const row = makeWorld(name.toLowerCase().replaceAll(" ", "-"), { name, language, readiness: "draft", problems: 1, phase: null, madeFrom: null, findings: null, counts: { characters: 0, places: 0, factions: 0, things: 0, lore: 0, plots: 0 } });
      rows = [...rows, row];
      return row;
    },
    world_discard: ({ world }) => {
      const row = rowOf(world);
      rows = rows.filter(({ id }) => id !== world);
      gone = [...gone, { item: `item-${world}`, row }];
      return { item: `item-${world}`, name: row.name, removedAt: AT };
    },
    world_books: () => [],
    world_trash: () => gone.map(({ item, row }) => ({ item, name: row.name, removedAt: AT })),
    world_restore: ({ item }) => {
      const found = gone.find((one) => one.item === item) as { item: string; row: WorldRow };
      gone = gone.filter((one) => one !== found);
      rows = [...rows, found.row];
      return found.row;
    },
    card_open: () => makePreview(),
    card_open_piece: () => makePreview({ fileName: "" }),
    card_close: () => null,
    import_start: ({ choices: chosen }) => {
      const row = makeWorld("saltglass", { name: chosen.worldName, language: chosen.language, readiness: "draft", phase: "ready" });
      rows = [...rows, row];
      phases.set(row.id, "ready");
      return status(row.id);
    },
    import_structure: ({ world, review: wanted }) => {
      phases.set(world, wanted ? "built" : "done");
      put(world, { phase: wanted ? "built" : "done", readiness: wanted ? "draft" : "needs-player" });
      return status(world);
    },
    import_resume: ({ world }) => {
      phases.set(world, "done");
      put(world, { phase: "done", readiness: "needs-player" });
      return status(world);
    },
    import_finish: ({ world }) => {
      phases.set(world, "done");
      put(world, { phase: "done", readiness: "needs-player" });
      return status(world);
    },
    import_status: ({ world }) => status(world),
    draft_status: ({ world }) => status(world),
    draft_act: ({ world }) => {
      phases.set(world, "done");
      put(world, { phase: "done" });
      return status(world);
    },
    import_review_get: ({ world }) => review(world),
    import_review_set: ({ world, choices: next }) => {
      choices.set(world, next);
      return review(world);
    },
    card_overview: () => overview(),
    card_search: ({ query }) => ({ total: 1, hits: [{ piece: "entry:1", title: "The glass tide", from: 4, to: 8, before: "The ", span: query, after: " comes.", how: "phrase" }] }),
    card_read: ({ piece: id, from }) => ({ piece: id, text: `Text of ${id}. <img src="https://elsewhere.example/pixel.png">`, from, to: 60, total: 60, next: null }),
    card_origin: ({ subject }) => ({ subject, entity: "lore/the-glass-tide", builtFrom: PIECES.slice(4, 5), mentionedIn: [] }),
    card_diff: () => diff(),
    update_choices: () => ({ worldName: "The Saltglass Ferry", entriesOff: [3, 8], opening: 0, pictures: false, language: "en" }),
    update_start: ({ world }) => {
      update = { ...update, mark: "waiting", fileName: "saltglass-ferry-2.2.png", version: "2.2", versionBefore: "2.1", startedAt: AT };
      put(world, { update: "waiting" });
      marks = {};
      asked = false;
      return update;
    },
    update_status: () => update,
    update_mark: ({ change: id, mark }) => {
      const { [id]: _old, ...rest } = marks;
      marks = mark === null || mark === undefined ? rest : { ...rest, [id]: mark };
      return diff();
    },
    update_finish: ({ world }) => {
      const unmarked = diff().changes.filter((one) => one.mark === null).map((one) => one.id);
      if (unmarked.length > 0 && !asked) {
        asked = true;
        return { finished: false, unmarked };
      }
      update = { ...update, mark: "can-undo", finishedAt: AT };
      put(world, { update: "can-undo" });
      return { finished: true, unmarked };
    },
    update_cancel: ({ world }) => {
      update = { ...update, mark: "none" };
      put(world, { update: "none" });
      return update;
    },
    update_undo: ({ world }) => {
      update = { ...update, mark: "none" };
      put(world, { update: "none" });
      return update;
    },
    world_set: ({ document, doc }) => {
      docs.set(document, doc as { [key: string]: Json });
      return written(document);
    },
    world_create: ({ folder, doc }) => {
      const document = `${folder}/made-${docs.size}`;
      docs.set(document, doc as { [key: string]: Json });
      return written(document);
    },
    world_remove: ({ document }) => {
      docs.delete(document);
      return written(document);
    },
    world_open: ({ world }) => ({
      id: world, name: rowOf(world).name, readiness: rowOf(world).readiness, problems: [], newer: false, card: true, info: {}, unreadable: [], lists: {}, prompts: [], slots: [], languages: ["en", "zh"], pictures: [], stray: [],
      rows: DOCUMENTS.map(({ ref, name, doc }) => ({ document: ref, name, facts: doc })),
    }),
    world_player: ({ world, document }) => {
      put(world, { readiness: "ready" });
      return written(document ?? null);
    },
    world_info: () => written(null),
    world_document: ({ document }) => {
      const doc = docs.get(document);
      if (doc === undefined) throw new ApiFailure({ code: "not-found", message: `There is no ${document}.`, hint: null, place: null });
      return doc;
    },
  };
}

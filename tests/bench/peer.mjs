// The peer's side of the benchmark: character-foundry doing the same work on the same bytes, one job a process.
//   node peer.mjs read FILE | write FILE | scan FOLDER
import { readFileSync, readdirSync } from "node:fs";
import { performance } from "node:perf_hooks";
import path from "node:path";
import { parseCard } from "../judges/node_modules/@character-foundry/character-foundry/dist/loader.js";
import { exportToCharx, exportToPng } from "../judges/node_modules/@character-foundry/character-foundry/dist/exporter.js";
import { parseLorebook, serializeLorebook } from "../judges/node_modules/@character-foundry/character-foundry/dist/lorebook.js";

const WARM = 5;

/** Milliseconds of each timed call. */
function timed(times, work) {
  for (let i = 0; i < Math.min(WARM, times); i += 1) work();
  return Array.from({ length: times }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
}

const isBook = (file) => file.endsWith(".json");

function read(file) {
  const bytes = new Uint8Array(readFileSync(file));
  if (isBook(file)) {
    return timed(25, () => {
      if (!parseLorebook(bytes).book.entries[0].content) throw new Error("the peer read no entry");
    });
  }
  return timed(25, () => {
    const { card, assets } = parseCard(bytes);
    if (!card.data.name) throw new Error("the peer read no name");
    if (file.endsWith(".charx") && assets.length < 41) throw new Error("the peer read no assets");
  });
}

/** One field edited, bytes in memory to bytes in memory, back to the container it came in. */
function write(file) {
  const bytes = new Uint8Array(readFileSync(file));
  if (isBook(file)) {
    const parsed = parseLorebook(bytes);
    return timed(25, () => {
      parsed.book.entries[0].content = "The lamp is lit.";
      const text = serializeLorebook(parsed.book, parsed.originalFormat, parsed.originalShape, true);
      if (new TextEncoder().encode(text).length < 1000) throw new Error("the peer wrote nothing");
    });
  }
  const { card, assets } = parseCard(bytes);
  if (file.endsWith(".charx")) {
    return timed(25, () => {
      card.data.first_mes = "The lamp is lit.";
      if (exportToCharx(card, assets).buffer.length < bytes.length / 2) throw new Error("the peer wrote no assets");
    });
  }
  const picture = assets.find((asset) => asset.isMain) ?? { data: bytes };
  return timed(25, () => {
    card.data.first_mes = "The lamp is lit.";
    const out = exportToPng(card, [{ ...picture, type: "icon", name: "main", ext: "png", data: picture.data ?? bytes, isMain: true }]);
    if (out.buffer.length < 1000) throw new Error("the peer wrote nothing");
  });
}

/** Winner and name of every file of a folder, nothing kept. */
function scan(folder) {
  const start = performance.now();
  let named = 0;
  for (const name of readdirSync(folder)) {
    if (parseCard(new Uint8Array(readFileSync(path.join(folder, name)))).card.data.name) named += 1;
  }
  return { milliseconds: [performance.now() - start], named };
}

const [job, target] = process.argv.slice(2);
const jobs = { read: () => ({ milliseconds: read(target) }), write: () => ({ milliseconds: write(target) }), scan: () => scan(target) };
const result = jobs[job]();
console.log(JSON.stringify({ ...result, peakMb: process.resourceUsage().maxRSS / 1024 }));

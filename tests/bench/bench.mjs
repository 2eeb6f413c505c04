// Prints the project's figures beside the peer's, both measured in this run: processes take turns so that noise hits
// both alike, each figure is the median over rounds of the round's median, and the ratio is what counts.
//   node bench.mjs BENCH_BINARY FICHA_BINARY FOLDER [ROUNDS [WORDS]]    only the rows whose title has these words
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";

const [bench, ficha, folder, rounds = "5", words = ""] = process.argv.slice(2);
const peerScript = fileURLToPath(new URL("peer.mjs", import.meta.url));
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const json = (program, args) => JSON.parse(execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 }));
const ours = (...args) => json(bench, args);
const peer = (...args) => json(process.execPath, [peerScript, ...args]);

/** Runs both by turns; medians of both, and the lowest and highest ratio of a round. */
function pair(job, target, count) {
  const rows = Array.from({ length: count }, () => ({ ours: ours(job, target), peer: peer(job, target) }));
  const middle = (side) => median(rows.map((row) => median(row[side].milliseconds)));
  const ratios = rows.map((row) => median(row.ours.milliseconds) / median(row.peer.milliseconds));
  return {
    ours: middle("ours"), peer: middle("peer"), low: Math.min(...ratios), high: Math.max(...ratios), ratio: median(ratios),
    peakMb: median(rows.map((row) => row.ours.peakMb)), peerMb: median(rows.map((row) => row.peer.peakMb)),
  };
}

function row(title, job, target, times, goal) {
  if (!title.includes(words)) return;
  const { ours: mine, peer: other, ratio, low, high, peakMb, peerMb } = pair(job, path.join(folder, target), times);
  const figures = `${mine.toFixed(3)} ms against ${other.toFixed(3)} ms, ratio ${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
  console.log(`${title}: ${figures}; peak ${peakMb.toFixed(1)} MB against ${peerMb.toFixed(1)} MB; goal ${goal}`);
}

const count = Number(rounds);
if (!existsSync(path.join(folder, "world.json"))) ours("make", folder);

row("read A (3 MB PNG, 60 KB of JSON)", "read", "a.png", count, "0.2");
row("read B (1 MB of JSON, 420 entries)", "read", "b.png", count, "0.2");
row("write A, one field edited", "write", "a.png", count, "0.2");
row("write B, one field edited", "write", "b.png", count, "0.2");
row("read a CHARX of 41 assets", "read", "moods.charx", count, "0.2");
row("write a CHARX of 41 assets, one field edited", "write", "moods.charx", count, "0.2");
row("read a world file of 200 entries", "read", "world.json", count, "0.2");
row("write a world file of 200 entries, one field edited", "write", "world.json", count, "0.2");
row("first scan of 5,000 cards", "scan", "many", Math.min(3, count), "0.333");
if (words === "") for (const line of ours("whole", ficha, folder).lines) console.log(line);

// Runs the built command line. `FICHA_BIN` names the binary; without it the debug build of this workspace is used.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const binary = process.env.FICHA_BIN ?? path.join(root, "target/debug/ficha");
export const shared = process.env.FICHA_SHARED ?? path.join(root, "../shared");

if (!existsSync(binary)) throw new Error(`${binary} is missing: cargo build -p ficha-cli makes it`);

/** Runs `ficha ARGS --json` and returns the document it prints; throws with its error when it fails. */
export function ficha(...args) {
  const out = execFileSync(binary, [...args, "--json"], { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
  return JSON.parse(out);
}

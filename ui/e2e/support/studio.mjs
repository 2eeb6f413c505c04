// `ficha serve` as a child process with a library, settings and a place for exports of its own, all in one temporary folder.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** The folder of the workspace. */
export const ROOT = resolve(import.meta.dirname, "../../..");
const TARGET = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target");
/** The program under test: `FICHA_CLI`, else the debug build. */
export const PROGRAM = process.env.FICHA_CLI ?? join(TARGET, "debug/ficha");
const PAGE = process.env.FICHA_UI ?? join(ROOT, "ui/dist");

/** Bytes of a file of `samples/`. */
export function sample(name) {
  return readFileSync(join(ROOT, "samples", name));
}

function environment(home) {
  return {
    ...process.env, HOME: home, FICHA_CONFIG: join(home, "config"), FICHA_LIBRARY: join(home, "library"), FICHA_UI: PAGE,
    XDG_DATA_HOME: join(home, "data"), XDG_CONFIG_HOME: join(home, "config"), XDG_CACHE_HOME: join(home, "cache"),
    XDG_DOCUMENTS_DIR: join(home, "documents"), LANG: "en_GB.UTF-8",
  };
}

/**
 * Starts the server and answers when its port is open. `add` are sample files kept before it starts; `home` names the folder
 * where it will be seen, and must not exist.
 */
export async function startStudio({ add = [], home: named } = {}) {
  for (const needed of [PROGRAM, join(PAGE, "index.html")]) {
    if (!existsSync(needed)) throw new Error(`${needed} is missing: cargo build -p ficha-cli, npm run build`);
  }
  if (named !== undefined) mkdirSync(named);
  const home = named ?? mkdtempSync(join(tmpdir(), "ficha-browser-"));
  for (const folder of ["library", "exports", "documents"]) mkdirSync(join(home, folder));
  const env = environment(home);
  const run = (...words) => {
    const { status, stdout, stderr, error } = spawnSync(PROGRAM, words, { env, encoding: "utf8" });
    if (error !== undefined || status !== 0) throw error ?? new Error(`ficha ${words.join(" ")}: ${status}\n${stdout}${stderr}`);
    return stdout;
  };
  if (add.length > 0) run("library", "add", ...add.map((name) => join(ROOT, "samples", name)));

  const server = spawn(PROGRAM, ["serve", "--port", "0"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  server.stderr.on("data", (bytes) => { said += bytes; });
  const stop = () => server.kill("SIGKILL");
  // A test that dies takes its server with it.
  process.once("exit", stop);
  const address = await new Promise((found, failed) => {
    createInterface({ input: server.stdout }).on("line", (line) => {
      const match = /http:\/\/127\.0\.0\.1:\d+\/\?token=\w+/.exec(line);
      if (match !== null) found(match[0]);
    });
    server.once("error", failed);
    server.once("exit", (code) => failed(new Error(`ficha serve ended with ${code}: ${said}`)));
  });

  return {
    address, home,
    origin: new URL(address).origin,
    exports: join(home, "exports"),
    /** Runs `ficha` on the same library; its standard output. */
    run,
    json: (...words) => JSON.parse(run("--json", ...words)),
    /** A command of the boundary, asked without a page. */
    async ask(command, args) {
      const { origin, searchParams } = new URL(address);
      const response = await fetch(`${origin}/api/${command}`, {
        method: "POST", body: JSON.stringify(args),
        headers: { Authorization: `Bearer ${searchParams.get("token")}`, "Content-Type": "application/json" },
      });
      const answer = await response.json();
      if (answer.error !== undefined) throw new Error(`${command}: ${answer.error.code}: ${answer.error.message}`);
      return answer.ok;
    },
    /** Files under the library's `entities`, by kind; one still being written is hidden and not among them. */
    kept(kind) {
      const folder = join(home, "library/entities", kind);
      return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
    },
    async close() {
      process.removeListener("exit", stop);
      if (server.exitCode === null) {
        const ended = new Promise((done) => server.once("exit", done));
        stop();
        await ended;
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

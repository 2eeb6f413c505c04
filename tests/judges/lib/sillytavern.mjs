// The real SillyTavern server on loopback: a card goes in through its import and comes back through its export.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import os from "node:os";
import path from "node:path";

const home = fileURLToPath(new URL("../node_modules/sillytavern/", import.meta.url));

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Starts the server (its first start compiles its front end, up to two minutes) and returns what talks to it. */
export async function startSillyTavern() {
  const data = mkdtempSync(path.join(os.tmpdir(), "judge-sillytavern-"));
  const port = await freePort();
  const args = ["server.js", "--port", port, "--listen", "false", "--disableCsrf", "true", "--browserLaunchEnabled", "false"];
  const child = spawn(process.execPath, [...args, "--dataRoot", data, "--configPath", path.join(data, "config.yaml")], { cwd: home });
  let log = "";
  const ready = new Promise((resolve, reject) => {
    const listen = (chunk) => {
      log += chunk;
      if (log.includes(`127.0.0.1:${port}`)) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`SillyTavern ended with ${code} before it listened:\n${log}`)));
    setTimeout(() => reject(new Error(`SillyTavern did not listen within four minutes:\n${log}`)), 240_000).unref();
  });
  await ready;
  const address = `http://127.0.0.1:${port}`;
  return {
    /** Imports a file and returns the card the server then exports as JSON. */
    async roundTrip(file, type) {
      const form = new FormData();
      form.set("avatar", new Blob([readFileSync(file)]), path.basename(file));
      form.set("file_type", type);
      const imported = await (await fetch(`${address}/api/characters/import`, { method: "POST", body: form })).json();
      if (!imported.file_name) throw new Error(`SillyTavern refused ${path.basename(file)}: ${JSON.stringify(imported)}\n${log.slice(-600)}`);
      const body = JSON.stringify({ avatar_url: `${imported.file_name}.png`, format: "json" });
      const exported = await fetch(`${address}/api/characters/export`, { method: "POST", body, headers: { "content-type": "application/json" } });
      if (!exported.ok) throw new Error(`SillyTavern could not export ${imported.file_name}: ${exported.status}`);
      return exported.json();
    },
    stop() {
      child.removeAllListeners("exit");
      child.kill("SIGKILL");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

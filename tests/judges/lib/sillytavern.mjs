// The real SillyTavern server on loopback: a card goes in through its import and comes back through its export, and so do
// the files beside cards.
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
  const post = async (route, body, headers) => {
    const answer = await fetch(`${address}${route}`, { method: "POST", body, headers });
    if (!answer.ok) throw new Error(`SillyTavern answered ${answer.status} to ${route}\n${log.slice(-600)}`);
    return answer;
  };
  const json = async (route, body) => {
    const text = await (await post(route, JSON.stringify(body), { "content-type": "application/json" })).text();
    return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
  };
  const upload = (file, name) => {
    const form = new FormData();
    form.set("avatar", new Blob([readFileSync(file)]), path.basename(file));
    if (name !== undefined) form.set("name", name);
    return form;
  };
  return {
    /** Posts JSON and returns what comes back. */
    json,
    /** Imports a world info file and returns its name. */
    async world(file) {
      return (await (await post("/api/worldinfo/import", upload(file))).json()).name;
    },
    /** A card made by the server that links to a world, exported: the server puts the world's entries into it. */
    async cardWith(world) {
      const form = new FormData();
      for (const [key, value] of Object.entries({ ch_name: `Keeper of ${world}`, description: "A keeper.", first_mes: "Listen.", world })) form.set(key, value);
      const avatar_url = await (await post("/api/characters/create", form)).text();
      return json("/api/characters/export", { avatar_url, format: "json" });
    },
    /** A preset or template the server keeps, by its kind and name. */
    async preset(kind, name) {
      const all = await json("/api/settings/get", {});
      if (kind === "preset") return JSON.parse(all.openai_settings[all.openai_setting_names.indexOf(name)]);
      const folder = path.join(data, "default-user", kind, `${name}.json`);
      const listed = all[kind].some((row) => row.name === JSON.parse(readFileSync(folder, "utf8")).name);
      if (!listed) throw new Error(`SillyTavern does not list ${name}`);
      return JSON.parse(readFileSync(folder, "utf8"));
    },
    /** Uploads a pack of sprites and returns the labels the server lists. */
    async sprites(name, file) {
      await post("/api/sprites/upload-zip", upload(file, name));
      const listed = await (await fetch(`${address}/api/sprites/get?name=${encodeURIComponent(name)}`)).json();
      return listed.map((sprite) => sprite.label).sort();
    },
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

// The table of README.md, kept: which folder may use which, one door to the host, no markup from cards, files of a
// readable size.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "../src");
const BELOW: Record<string, readonly string[]> = {
  theme: ["bindings"],
  bindings: [],
  host: ["bindings"],
  data: ["bindings", "host"],
  messages: ["data"],
  kit: ["messages", "data", "theme"],
  commands: ["kit", "messages", "data"],
  documents: ["bindings", "data", "host", "messages"],
  navigation: ["bindings", "data", "kit"],
  help: ["bindings", "kit", "messages", "data", "commands", "navigation"],
};
/** Parts of the window; they use everything below, one another, and of the shell only its status bar and the fence around a fault. */
const PARTS = ["library", "intake", "settings", "workbench", "native", "export", "merge", "checks", "tour"];

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesUnder(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}
const files = filesUnder(SOURCE).map((path) => ({ path: relative(SOURCE, path), text: readFileSync(path, "utf8") }))
  // The studio in memory is a test's, and may look like any part.
  .filter(({ path }) => !path.startsWith("host/fake/") && !/\.test\.tsx?$/.test(path));

function importsOf(path: string, text: string): string[] {
  const folder = path.split("/")[0] ?? "";
  return [...text.matchAll(/(?:from|import)\s*\(?"(\.[^"]+)"/g)].map(([, to = ""]) => {
    const parts = join(path, "..", to).split("/");
    return parts[0] === ".." ? "" : parts[0] ?? "";
  }).filter((to) => to !== folder && to !== "");
}

describe("layers", () => {
  test("a folder uses only what is below it", () => {
    const wrong = files.flatMap(({ path, text }) => {
      const folder = path.split("/")[0] ?? "";
      const allowed = BELOW[folder];
      if (allowed === undefined) return [];
      return importsOf(path, text).filter((to) => !allowed.includes(to)).map((to) => `${path} uses ${to}`);
    });
    expect(wrong).toEqual([]);
  });
  test("a part of the window uses of the shell only the status bar and the fence around a fault", () => {
    const wrong = files.filter(({ path }) => PARTS.includes(path.split("/")[0] ?? ""))
      .flatMap(({ path, text }) => [...text.matchAll(/from "(\.\.\/(?:\.\.\/)?shell\/[^"]+)"/g)].map(([, to]) => `${path} uses ${to}`))
      .filter((line) => !/shell\/(?:StatusBar|Fault)$/.test(line));
    expect(wrong).toEqual([]);
  });
  test("only the host knows the window's own interface", () => {
    expect(files.filter(({ path, text }) => text.includes("@tauri-apps") && !path.startsWith("host/")).map(({ path }) => path)).toEqual([]);
  });
  test("nothing is set as markup", () => {
    expect(files.filter(({ text }) => /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/.test(text)).map(({ path }) => path)).toEqual([]);
  });
  test("files stay below 400 lines", () => {
    const long = files.filter(({ path, text }) => !path.startsWith("bindings/") && text.split("\n").length > 400);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import { messages, setLanguage } from ".";
import { en } from "./en";
import { zh } from "./zh";

/** Names of the values and elements a message takes. */
function valuesOf(elements: MessageFormatElement[]): string[] {
  return [...new Set(elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inside = element.type === TYPE.plural || element.type === TYPE.select ? Object.values(element.options).flatMap(({ value }) => valuesOf(value))
      : element.type === TYPE.tag ? valuesOf(element.children) : [];
    return [element.value, ...inside];
  }))].sort();
}
/** The whole source but the catalogue itself. */
function sources(folder: string): string {
  return readdirSync(folder).map((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === "messages" ? "" : sources(path);
    return /\.tsx?$/.test(name) ? readFileSync(path, "utf8") : "";
  }).join("\n");
}
const ids = Object.keys(en) as (keyof typeof en)[];

describe("the catalogue", () => {
  test.each(ids)("%s takes the same values in both languages", (id) => {
    expect(valuesOf(parse(zh[id]))).toEqual(valuesOf(parse(en[id])));
  });
  test("no Chinese text was left in English", () => {
    // Names of languages, and texts of signs and values alone, are the same in both.
    const same = ids.filter((id) => zh[id] === en[id] && /[a-z]{3}/i.test(en[id].replace(/\{[^}]*\}/g, "")));
    expect(same).toEqual(["settings.language.en"]);
  });
  test("every message is used", () => {
    const source = sources(join(import.meta.dirname, ".."));
    // Some ids end in a value of the code: `kind.${kind}`.
    const whole = new Set(source.match(/"[\w.-]+"/g));
    const begun = new Set([...source.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, begin]) => begin));
    const used = (id: string): boolean => whole.has(`"${id}"`) || begun.has(id.slice(0, id.lastIndexOf(".") + 1));
    expect(ids.filter((id) => !used(id) && id !== "time.now")).toEqual([]);
  });
  test("English makes no noise", () => {
    expect(ids.filter((id) => /!|\boops\b|\bplease\b|successfully/i.test(en[id]))).toEqual([]);
  });
});

test("plurals, sizes and times are written by the language", () => {
  const { say, bytes, ago } = messages();
  expect(say("intake.kept", { count: 1 })).toBe("Kept 1 piece.");
  expect(say("intake.kept", { count: 3 })).toBe("Kept 3 pieces.");
  expect(bytes(3_214_556)).toBe("3.2 MB");
  expect(ago(new Date(Date.now() - 12 * 60_000).toISOString())).toBe("12 minutes ago");
  setLanguage("zh");
  expect(messages().say("intake.kept", { count: 3 })).toBe("已保留 3 项。");
  setLanguage("en");
});

import { describe, expect, test } from "vitest";
import type { Change, JsonObject } from "../bindings";
import { applyChanges, difference, inverseOf, pathOf, readPath, tokensOf } from "./path";

const body: JsonObject = {
  identity: { name: "Ottilie", nickname: "Otti" },
  greetings: { firstMessage: "…", alternateGreetings: [{ id: "a", text: "one" }, { id: "b", text: "two" }] },
  attribution: { creatorNotesMultilingual: { "zh-tw": "你好" } },
};

describe("body paths", () => {
  test.each(["identity.name", "greetings.alternateGreetings[1].text", 'attribution.creatorNotesMultilingual["zh-tw"]', '["a\\"b"].c'])("%s reads back", (path) => {
    expect(pathOf("", ...tokensOf(path))).toBe(path);
  });
  test("text that is no path is refused", () => {
    expect(() => tokensOf("a..b")).toThrow();
    expect(() => tokensOf("a[x]")).toThrow();
  });
  test("reading past what is there gives nothing", () => {
    expect(readPath(body, "identity.name.first")).toBeUndefined();
    expect(readPath(body, "greetings.alternateGreetings[7].text")).toBeUndefined();
  });
});

describe("changes", () => {
  const cases: [string, Change[]][] = [
    ["a value set", [{ path: "identity.name", value: "Maren" }]],
    ["a map made on the way", [{ path: "persona.voice.rate", value: 2 }]],
    ["a key removed", [{ path: "identity.nickname" }]],
    ["an element removed", [{ path: "greetings.alternateGreetings[0]" }]],
    ["an element added", [{ path: "greetings.alternateGreetings[2]", value: { id: "c", text: "three" } }]],
    ["several at once, in order", [{ path: "greetings.alternateGreetings[0]" }, { path: "greetings.alternateGreetings[0].text", value: "TWO" }, { path: "identity.name", value: "" }]],
    ["the last key of a deep map", [{ path: 'attribution.creatorNotesMultilingual["zh-tw"]' }]],
  ];
  test.each(cases)("%s can be taken back", (_, changes) => {
    const after = applyChanges(body, changes);
    expect(after).not.toEqual(body);
    expect(applyChanges(after, inverseOf(body, changes))).toEqual(body);
  });
  test.each(cases)("%s is found as a difference", (_, changes) => {
    const after = applyChanges(body, changes);
    expect(applyChanges(body, difference(body, after))).toEqual(after);
  });
  test("what did not change keeps its identity", () => {
    const after = applyChanges(body, [{ path: "identity.name", value: "Maren" }]);
    expect(after.greetings).toBe(body.greetings);
  });
});

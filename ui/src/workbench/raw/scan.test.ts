import { describe, expect, test } from "vitest";
import { eachChild, foldsOf, placeOf, pointerOf } from "./scan";

const TEXT = '{ "a": [1, {"b/c": "x, ] \\" {"}, []],\n "d": {"e~f": null, "a": true}, "d2": -1.5e3 }';

describe("places of a text", () => {
  test("are found by pointer, through quotes, brackets in texts and odd keys", () => {
    const said = (pointer: string): string | null => {
      const place = placeOf(TEXT, pointer);
      return place === null ? null : TEXT.slice(place.from, place.to);
    };
    expect(said("/a/1/b~1c")).toBe('"x, ] \\" {"');
    expect(said("/d/e~0f")).toBe("null");
    expect(said("/d2")).toBe("-1.5e3");
    expect(said("/a/3")).toBeNull();
    expect(said("/d/a")).toBe("true");
    expect(placeOf('{"x":1,"x":2}', "/x")?.from).toBe(11);
  });
  test("and pointers by place", () => {
    expect(pointerOf(TEXT, TEXT.indexOf("x, ]"))).toBe("/a/1/b~1c");
    expect(pointerOf(TEXT, TEXT.indexOf("e~f"))).toBe("/d/e~0f");
    expect(pointerOf(TEXT, TEXT.indexOf("[]"))).toBe("/a/2");
    expect(pointerOf(TEXT, 0)).toBe("");
  });
  test("a text that is no JSON ends the walk", () => {
    for (const bad of ["", "{", '{"a', '{"a" 1}', "[1,,2]", "{]}", '"x', "[1 2", "}".repeat(9)]) {
      expect(() => { placeOf(bad, "/a/b"); pointerOf(bad, 3); foldsOf(bad); eachChild(bad, 0, () => true); }).not.toThrow();
    }
  });
});

describe("what begins folded", () => {
  test("pictures and very long texts, whatever the size of the whole", () => {
    const text = JSON.stringify({ icon: `data:image/png;base64,${"A".repeat(400)}`, short: "data:x", note: "n".repeat(30_000), deep: { icon: `data:image/webp;base64,${"B".repeat(300)}` } });
    expect(foldsOf(text).map(({ from }) => text.slice(from, from + 15))).toEqual(["data:image/png;", "nnnnnnnnnnnnnnn", "data:image/webp"]);
  });
  test("in a large text what lies two levels deep", () => {
    const row = { text: "w".repeat(900) };
    const text = JSON.stringify({ data: { entries: Array.from({ length: 1_500 }, () => row), name: "x" } });
    expect(foldsOf(text)).toHaveLength(1);
  });
});

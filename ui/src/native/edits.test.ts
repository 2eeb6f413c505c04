import { describe, expect, test } from "vitest";
import type { PatchOp } from "../bindings";
import { BEGINS, isChanged, nowOf, type Place, withoutField, withValue } from "./edits";

const fav: Place = { pointer: "/data/extensions/fav", missing: [], present: true, value: false };
const voice: Place = { pointer: "/data/extensions/x/voice", missing: ["/data/extensions/x"], present: false, value: null };

describe("what a field says", () => {
  test("follows edits of it, in it and around it", () => {
    expect(nowOf(fav, [])).toEqual({ pointer: fav.pointer, value: false });
    expect(nowOf(fav, [{ op: "replace", path: fav.pointer, value: true }])?.value).toBe(true);
    expect(nowOf(fav, [{ op: "remove", path: fav.pointer }])?.value).toBeUndefined();
    expect(nowOf(fav, [{ op: "replace", path: "/data/extensions", value: { fav: 3 } }])?.value).toBe(3);
    const list: Place = { pointer: "/rows", missing: [], present: true, value: [["a", 1], ["b", 2]] };
    expect(nowOf(list, [{ op: "remove", path: "/rows/0" }, { op: "replace", path: "/rows/0/1", value: 9 }])?.value).toEqual([["b", 9]]);
  });
  test("its place moves with the rows before it", () => {
    const field: Place = { pointer: "/entries/2/weight", missing: [], present: true, value: 5 };
    expect(nowOf(field, [{ op: "remove", path: "/entries/0" }])?.pointer).toBe("/entries/1/weight");
    expect(nowOf(field, [{ op: "add", path: "/entries/2", value: {} }])?.pointer).toBe("/entries/3/weight");
    expect(nowOf(field, [{ op: "remove", path: "/entries/2" }])).toBeNull();
    expect(withValue(field, [{ op: "remove", path: "/entries/0" }], 7)).toEqual([{ op: "remove", path: "/entries/0" }, { op: "replace", path: "/entries/1/weight", value: 7 }]);
  });
});

describe("changing one", () => {
  test("is one operation however often it is typed in, and the old value takes it away", () => {
    const once = withValue(fav, [], true);
    expect(once).toEqual([{ op: "replace", path: fav.pointer, value: true }]);
    expect(withValue(fav, once, 1)).toEqual([{ op: "replace", path: fav.pointer, value: 1 }]);
    expect(withValue(fav, once, false)).toEqual([]);
    expect(isChanged(fav, once)).toBe(true);
  });
  test("makes what has to be around it, once, and takes it away again", () => {
    const first = withValue(voice, [], "alto");
    expect(first).toEqual([{ op: "add", path: "/data/extensions/x", value: {} }, { op: "add", path: voice.pointer, value: "alto" }]);
    const other: Place = { ...voice, pointer: "/data/extensions/x/pace" };
    const both = withValue(other, first, 2);
    expect(both.filter(({ path }) => path === "/data/extensions/x")).toHaveLength(1);
    expect(withoutField(voice, both)).toHaveLength(2);
    expect(withoutField(other, withoutField(voice, both))).toEqual([]);
  });
  test("takes a key out, and an edit of the whole object before it does not hide the new one", () => {
    expect(withValue(fav, [], undefined)).toEqual([{ op: "remove", path: fav.pointer }]);
    const around: PatchOp[] = [{ op: "replace", path: "/data/extensions", value: { fav: true } }];
    expect(withValue(fav, around, false)).toEqual([...around, { op: "replace", path: fav.pointer, value: false }]);
  });
  test("data written by hand begins with an empty object", () => {
    const ops = withValue({ ...voice, missing: [] }, [BEGINS], "alto");
    expect(ops).toEqual([BEGINS, { op: "add", path: voice.pointer, value: "alto" }]);
    expect(nowOf({ ...voice, missing: [] }, ops)?.value).toBe("alto");
  });
});

import { expect, test } from "vitest";
import { languageOf } from "./language";

test("a script says the language where only one writes with it", () => {
  expect(languageOf("雾里有人在数数。")).toBe("zh-Hans");
  expect(languageOf("霧の中で数を数える人がいる。")).toBe("ja");
  expect(languageOf("안개 속에서")).toBe("ko");
  expect(languageOf("She reads 雾 and writes on.")).toBeUndefined();
  expect(languageOf("Ella escribe.")).toBeUndefined();
  expect(languageOf("")).toBeUndefined();
});

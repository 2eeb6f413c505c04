import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Authored, Name } from "./Authored";
import { DiffText } from "./Diff";

test("markup in a name is text", () => {
  const { container } = render(<Name text="<img src=x onerror=alert(1)>" />);
  expect(container.querySelector("img")).toBeNull();
  expect(screen.getByText("<img src=x onerror=alert(1)>").dir).toBe("auto");
});
test("signs that turn the direction are drawn by name", () => {
  const { container } = render(<Authored text={"abc\u202egnp.exe"} />);
  expect(container.textContent).toBe("abcRLOgnp.exe");
  expect(container.querySelector(".sign")?.textContent).toBe("RLO");
});
test("a nameless piece says so", () => {
  render(<Name text="  " />);
  expect(screen.getByText("No name")).toBeTruthy();
});
test("a comparison marks words, and cuts what is far from them", () => {
  const long = "word ".repeat(40);
  const { container } = render(<DiffText before={`${long}gutters twice`} after={`${long}falters twice`} cut />);
  expect(container.querySelector("del")?.textContent).toBe("gutters");
  expect(container.querySelector("ins")?.textContent).toBe("falters");
  expect(container.textContent?.length).toBeLessThan(120);
});

test("single words are struck whole, and scripts without blanks sign by sign", () => {
  const shown = (before: string, after: string): string[] => {
    const { container, unmount } = render(<DiffText before={before} after={after} />);
    const parts = [...container.querySelectorAll("del, ins")].map((part) => `${part.tagName} ${part.textContent}`);
    unmount();
    return parts;
  };
  expect(shown("false", "true")).toEqual(["DEL false", "INS true"]);
  expect(shown("灯闪了两下", "灯闪了三下")).toEqual(["DEL 两", "INS 三"]);
});

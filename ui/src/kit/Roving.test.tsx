import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Roving } from "./Roving";

test("one tab stop, arrows inside, and Tab goes on", async () => {
  render(
    <>
      <Roving label="Kinds">
        <button type="button">A</button>
        <button type="button" aria-current="true">B</button>
        <button type="button">C</button>
      </Roving>
      <button type="button">after</button>
    </>,
  );
  const has = (name: string): void => expect(document.activeElement).toBe(screen.getByRole("button", { name }));
  await userEvent.tab();
  has("B");
  await userEvent.keyboard("{ArrowDown}");
  has("C");
  await userEvent.keyboard("{ArrowDown}{Home}");
  has("A");
  await userEvent.tab();
  has("after");
  await userEvent.tab({ shift: true });
  has("A");
});

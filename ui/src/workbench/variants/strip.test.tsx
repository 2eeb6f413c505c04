import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../bindings";
import { createDocument, type Document } from "../../documents/document";
import { readPath } from "../../documents/path";
import { setHost } from "../../host";
import { fakeHost } from "../../host/fake";
import { CharacterEditor } from "../character/CharacterEditor";

const BODY: JsonObject = {
  identity: { name: "Marisol", description: "The light." }, persona: { scenario: "Fog." },
  variants: [{ id: "w", label: "Winter", overrides: { persona: { scenario: "Ice." } } }, "no variant", { id: "n", overrides: 7 }],
};
let document: Document;
const scenario = (): HTMLTextAreaElement => screen.getByRole("textbox", { name: "Scenario" });
const tab = (name: RegExp): HTMLElement => screen.getByRole("tab", { name });

beforeEach(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  const host = fakeHost({ count: 1 });
  setHost(host);
  document = createDocument({ ...await host.invoke("entity_open", { address: "character/piece-0" }), body: BODY, profiles: {} });
  await act(async () => { render(<CharacterEditor document={document} />); });
});
afterEach(() => {
  cleanup();
  document.dispose();
});

test("the same form shows and writes the form of the character that is chosen", () => {
  expect(scenario().value).toBe("Fog.");
  fireEvent.click(tab(/^Winter/));
  expect(scenario().value).toBe("Ice.");
  expect(screen.getAllByText("from base").length).toBeGreaterThan(0);
  fireEvent.change(scenario(), { target: { value: "Snow." } });
  expect(readPath(document.store.get().body, "persona.scenario")).toBe("Fog.");
  expect(readPath(document.store.get().body, "variants[0].overrides.persona.scenario")).toBe("Snow.");
  fireEvent.click(screen.getByRole("button", { name: "Use base for scenario" }));
  expect(scenario().value).toBe("Fog.");
  expect(screen.queryByRole("button", { name: "Use base for scenario" })).toBeNull();
});

test("promoting is one step, and undo brings both back", () => {
  fireEvent.click(tab(/^Winter/));
  fireEvent.click(screen.getByRole("button", { name: "Promote scenario to the base" }));
  expect(readPath(document.store.get().body, "persona.scenario")).toBe("Ice.");
  expect(document.store.get().line.steps).toHaveLength(1);
  act(() => document.undo());
  expect(document.store.get().body).toEqual(BODY);
});

test("a row that is no variant is shown and cannot be written in; one without a name or fields can", () => {
  expect((tab(/^Variant 2/) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(tab(/^Variant 3/));
  fireEvent.change(scenario(), { target: { value: "Third." } });
  expect(readPath(document.store.get().body, "variants[2].overrides")).toEqual({ persona: { scenario: "Third." } });
});

test("a variant that undo takes away leaves the base on the page", () => {
  act(() => document.edit({ label: "add", changes: [{ path: "variants", value: [...(BODY.variants as []), { id: "x", label: "Spring", overrides: {} }] }] }));
  fireEvent.click(tab(/^Spring/));
  expect(tab(/^Spring/).getAttribute("aria-selected")).toBe("true");
  act(() => document.undo());
  expect(tab(/^Base/).getAttribute("aria-selected")).toBe("true");
  expect(scenario().value).toBe("Fog.");
});

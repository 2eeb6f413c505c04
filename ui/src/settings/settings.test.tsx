import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { forgetAnswers } from "../data/queries";
import { ApiFailure, setHost } from "../host";
import { type FakeHost, fakeHost } from "../host/fake";
import { settings, startSettings } from "./current";
import { SettingsPage } from "./SettingsPage";

let host: FakeHost;
beforeEach(async () => {
  host = fakeHost({ count: 1, settings: { language: "en", theme: "light" } });
  setHost(host);
  forgetAnswers();
  startSettings((await host.invoke("studio_info", {})).settings);
  render(<SettingsPage />);
});
const root = document.documentElement;

test("a change is seen at once and kept, and can be reset", async () => {
  await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(root.dataset.theme).toBe("dark");
  await waitFor(() => expect(host.calls.at(-1)?.args).toMatchObject({ settings: { theme: "dark" } }));
  await userEvent.click(screen.getByRole("button", { name: "Reset Theme" }));
  await waitFor(() => expect(settings().theme).toBe("system"));
});
test("what could not be kept is put back and said", async () => {
  host.answers.settings_set = () => {
    throw new ApiFailure({ code: "io", message: "The folder cannot be written.", hint: null, place: null });
  };
  await userEvent.click(screen.getByRole("radio", { name: "High contrast" }));
  expect(await screen.findByText(/cannot be written/)).toBeTruthy();
  expect(root.dataset.theme).toBe("light");
});
test("text grows in steps, and the search narrows the page", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Larger" }));
  expect(root.style.getPropertyValue("--text-scale")).toBe("1.1");
  await userEvent.type(screen.getByRole("textbox", { name: "Find a setting" }), "token");
  expect(screen.getAllByRole("group").filter((group) => group.className === "setting").map((group) => group.getAttribute("aria-label"))).toEqual(["Tokens counted as"]);
});
test("the language changes the whole page", async () => {
  await userEvent.click(screen.getByRole("button", { name: /English/ }));
  await userEvent.click(await screen.findByRole("option", { name: "简体中文" }));
  expect(await screen.findByRole("heading", { name: "设置" })).toBeTruthy();
  expect(root.lang).toBe("zh-Hans");
});

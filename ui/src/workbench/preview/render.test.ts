import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rendered } from "./render";

const payloads = JSON.parse(readFileSync(join(import.meta.dirname, "../../../e2e/support/payloads.json"), "utf8")) as string[];
/** Tags as they may be in a rendering: bare ones, and the two spans that are ours. */
const OURS = /^<(?:\/?[a-z][a-z0-9]*|span class="(?:link|away)")>$/;

describe("a rendering holds no more than text and bare tags", () => {
  test("there are enough payloads", () => expect(payloads.length).toBeGreaterThanOrEqual(60));
  test.each(payloads)("%j", (payload) => {
    for (const text of [payload, `Words before ${payload} and behind.`, `- ${payload}`, `> ${payload}`, `${payload}\n\n${payload}`]) {
      const { html } = rendered(text);
      const tags = html.match(/<[^>]*>?/g) ?? [];
      expect(tags.filter((tag) => !OURS.test(tag))).toEqual([]);
      const parsed = new DOMParser().parseFromString(html, "text/html").body;
      for (const element of parsed.querySelectorAll("*")) expect([...element.attributes].filter(({ name, value }) => name !== "class" || !/^(link|away)$/.test(value))).toEqual([]);
      expect(parsed.querySelectorAll("script, style, img, a, iframe, object, embed, svg, form, input, link, meta, base, video, audio, template").length).toBe(0);
    }
  });
});

test("what is held back is named with its address", () => {
  const { blocked } = rendered('![a](https://x.invalid/a.png) [b](javascript:b) <img src="https://x.invalid/c.png"> <script>d</script> <p style="color:red">e</p> <object data=f></object>');
  expect(blocked.map(({ kind }) => kind)).toEqual(["picture", "link", "picture", "script", "style", "tag"]);
  expect(blocked[0]?.what).toBe("https://x.invalid/a.png");
  expect(blocked[1]?.what).toBe("javascript:b");
});

test("Markdown and plain tags of cards keep their look", () => {
  const { html, blocked } = rendered("# Log\n*waits* **long**\nnext line\n\n<center><b>Fog</b></center>\n\n- one\n- two\n\n| a |\n| - |\n| b |");
  for (const part of ["<h1>Log</h1>", "<em>waits</em>", "<strong>long</strong>", "<br>", "<center><b>Fog</b></center>", "<li>one</li>", "<td>b</td>"]) expect(html).toContain(part);
  expect(blocked).toEqual([]);
});

test("a text of ten megabytes is shown from its beginning", () => {
  const { cut, html } = rendered("word ".repeat(2_000_000));
  expect(cut).toBe(10_000_000 - 200_000);
  expect(html.length).toBeLessThan(300_000);
});

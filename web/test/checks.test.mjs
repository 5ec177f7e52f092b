// Check values that do not match, and parts that do not decode: reported where the reader looks, and only there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { cells, decode, picture, row, tree, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const r = row("edge-index");
const wrongByte = (Number.parseInt(r.row.slice(6, 8), 16) ^ 1).toString(16).padStart(2, "0");
const wrong = { row: r.row.slice(0, 6) + wrongByte + r.row.slice(8), family: "66", qualifier: "65", value: r.value };
const status = (page, pattern) => page.waitForFunction((p) => new RegExp(p).test(document.querySelector("#status").textContent), pattern);
const line = (page) => page.locator("#line").textContent();

/** Whether an element is fully visible inside its box. */
const isWhole = (page, note, box) => page.evaluate(([a, b]) => {
  const inner = document.querySelector(a).getBoundingClientRect();
  const outer = document.querySelector(b).getBoundingClientRect();
  return inner.width > 0 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
}, [note, box]);

test("a salt that does not match is reported in reading, bytes, fields, inspector line and status line", () => withPage({}, async (page) => {
  await decode(page, JSON.stringify({ parts: wrong }));
  const [stored, expected] = [wrong.row.slice(0, 8), r.row.slice(0, 8)];
  await status(page, `^The salt does not match: stored ${stored}, xxh32 of bytes 4–\\d+ is ${expected}\\. Actionbase edge index, \\d+ bytes in 4 parts, \\d+ fields\\.`);
  await soon.equal(() => page.locator("#status b.bad").textContent(), "The salt does not match");
  const evidence = page.getByRole("listbox", { name: "Candidates" }).getByRole("option").first().locator(".evidence > span").first();
  await soon.match(() => evidence.textContent(), /^salt does not match/);
  await soon.equal(() => evidence.locator(".bad .icon use").getAttribute("href"), "#i-error");
  await soon.match(() => line(page), new RegExp(`salt 0–3stored ${stored}→xxh32 of bytes 4–\\d+ ${expected}→not equal, byte 3 differs: the store does not find this row$`));
  const salt = page.locator(".field-row.failing");
  await soon.equal(() => salt.count(), 1);
  await soon.match(() => salt.textContent(), new RegExp(`^salt0–3xxh320x${stored}✗ should be ${expected}$`));
  await soon.deepEqual(() => page.locator("#bytes .label.r-failing").allTextContents(), ["salt ✗"]);
  await soon.deepEqual(async () => (await cells(page)).filter((c) => c.part === "row" && / does not match/.test(c.name)).map((c) => c.offset), [0, 1, 2, 3]);
  await picture(page, "row-salt-light-1280");
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [1280, 1180, 1000, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      assert.ok(await isWhole(page, ".failing .note.bad", ".failing .value"), `at ${width} what the salt should be is cut`);
      await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `the page scrolls sideways at ${width}`);
    }
    await axe(page, `failed check, ${theme}, 320`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await axe(page, `failed check, ${theme}, 1280`);
  }
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await status(page, "^Draft: canonical form, salt recomputed");
  await soon.equal(() => page.locator("#bytes .label.r-failing").count(), 0, "the draft has the salt that it should have");
}));

test("a row key that ends early leaves the other parts unmarked: they were not read", () => withPage({}, async (page) => {
  await decode(page, JSON.stringify({ parts: { ...wrong, row: wrong.row.slice(0, 26) } }));
  await page.getByRole("alert").filter({ hasText: "offset 13" }).waitFor();
  const failing = await page.locator(".field-row.failing").evaluateAll((list) => list.map((e) => e.dataset.part));
  assert.ok(failing.every((part) => part === "row"), `${failing} fail`);
  const others = (await tree(page)).filter((f) => f.part !== "row");
  assert.deepEqual(others.map((f) => f.name), ["family", "qualifier", "value"]);
  for (const f of others) assert.match(f.text, /not looked at$/);
}));

// Rows where there is no room for columns: a card of two lines per row.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { inThemes, picture, useBrowser, withPage as anyPage } from "./browser.mjs";
import { openCounted, scan } from "./scan.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ viewport: { width: 390, height: 800 }, requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

const filter = (page) => page.getByRole("searchbox", { name: "Filter", exact: true });

/** The two lines of a row as text: its cells, with the last item after a bar. */
const lines = (page, display) => page.$$eval(`#rows [data-display="${display}"] .card-line`, (all) => all.map((line) => [...line.querySelectorAll("[role=gridcell]")]
  .map((cell) => (cell.classList.contains("end") ? `| ${cell.textContent}` : cell.textContent)).join(" ")));

async function sortBy(page, name) {
  await page.getByRole("button", { name: /^Sort/ }).click();
  await page.getByRole("menu", { name: "Sort" }).getByRole(name === "Greatest first" ? "menuitemcheckbox" : "menuitemradio", { name, exact: true }).click();
}

test("a card says who, whom and when, then what and where", () => withPage({}, async (page) => {
  await openCounted(page);
  await soon.deepEqual(() => lines(page, 6), ['"ord-2"  → "ord-2" | 2024-05-03 10:00:00', "edge state shop.orders | Open row 7, line 8"]);
  await soon.deepEqual(() => lines(page, 7), ['"item-1"  ← 77 | 2024-05-04 01:00:09', "edge cache social.user_likes | Open row 8, line 9"], "an edge that comes in is read from its target");
  await soon.deepEqual(() => lines(page, 0), ['"item-1"', "edge count social.user_likes | Open row 1, line 2"], "a count is of no edge");
  await filter(page).fill("record = edge index and table = social.user_likes");
  await filter(page).press("Enter");
  await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "36");
  await soon.match(() => page.getByRole("button", { name: /^Facets/ }).textContent(), /^Facets 2$/);
  const wrong = Number(await page.locator("#rows .doubtful").getAttribute("data-display"));
  await soon.deepEqual(async () => (await lines(page, wrong)), ['"item 2"  ← 77 | 2024-05-04 08:00:00', "created_at_desc 2024-05-04 08:00:00 ↓ | Open row 28, ✗ wrong salt"]);
}));

test("the same edge is shown from the other end when the filter selects that end", () => withPage({}, async (page) => {
  await openCounted(page);
  await filter(page).fill("record = edge state and source = 77");
  await filter(page).press("Enter");
  await page.waitForFunction(() => Number(document.querySelector("#rows").getAttribute("aria-rowcount")) < 10);
  await soon.match(async () => (await lines(page, 0))[0], /^77 {2}→ "a/);
}));

test("a row that does not decode shows the reason and its key", () => withPage({}, async (page) => {
  const text = readFileSync(scan, "utf8").replace("\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x03\n", "\\x00\n");
  await openCounted(page, { name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await soon.match(async () => (await lines(page, 0))[0], /Expected 8 bytes/);
  await soon.match(async () => (await lines(page, 0))[1], /^00bd92fd346974656d2d31002ba95c6311297e2983 \| Open row 1, line 2$/);
}));

test("a menu sorts cards, and restores their order", () => withPage({}, async (page) => {
  await openCounted(page);
  const status = (text) => page.waitForFunction((t) => document.querySelector("#status").textContent.includes(t), text);
  const sort = page.locator("#sort");
  await sort.click();
  const items = page.getByRole("menu", { name: "Sort" }).locator("[role^=menuitem]");
  const names = await items.allTextContents();
  assert.equal(names[0], "As stored");
  assert.ok(["record", "source", "target", "version", "row key"].every((name) => names.includes(name)), names.join());
  await soon.equal(() => items.first().getAttribute("aria-checked"), "true");
  await axe(page, "sort menu");
  await page.keyboard.press("Escape");
  await sortBy(page, "version");
  await status("sorted by version.");
  await soon.equal(() => sort.textContent().then((t) => t.trim()), "Sort: version ↑");
  await sortBy(page, "Greatest first");
  await status("sorted by version, the greatest first");
  await soon.match(async () => (await lines(page, 0))[0], /\| 2024-05-05 10:00:00$/);
  await sortBy(page, "As stored");
  await soon.match(async () => (await lines(page, 0))[1], /Open row 1, line 2$/);
  await soon.equal(() => sort.textContent().then((t) => t.trim()), "Sort");
}));

test("a tap, its button or a key opens a card's row, and arrows reach the cells", () => withPage({}, async (page) => {
  await openCounted(page);
  const opened = (n) => page.waitForFunction((n) => document.querySelector("html[data-view=row] #row-place")?.textContent.startsWith(`row ${n} of 104`), n);
  await page.locator("#rows [data-display='7'] [data-term]").first().click();
  await opened(8);
  await page.goBack();
  await page.waitForSelector("html[data-view=rows]");
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await page.locator("#rows [data-display='7'] button").focus();
  await page.keyboard.press("ArrowLeft");
  await soon.equal(focused, "social.user_likes");
  await page.keyboard.press("ArrowUp");
  await soon.equal(focused, "shop.orders");
  await page.keyboard.press("s");
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("sorted by table."));
  await page.waitForFunction(() => document.activeElement.closest("#rows [data-display]"));
  await page.keyboard.press("Enter");
  await page.waitForSelector("html[data-view=row]");
}));

test("Group by record and Errors only are among the facets", () => withPage({}, async (page) => {
  await openCounted(page);
  assert.equal(await page.getByRole("button", { name: "Group by record" }).count(), 0);
  await page.getByRole("button", { name: "Facets", exact: true }).click();
  await page.getByRole("complementary", { name: "Facets" }).getByRole("button", { name: "Group by record" }).click();
  await page.keyboard.press("Escape");
  await soon.match(() => page.locator("#rows [data-display='0']").textContent(), /^edge [a-z]+ \d+ rows$/);
  await soon.doesNotMatch(async () => (await lines(page, 1))[1], /edge/, "the head of the group says it");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator(".rows-tools").getByRole("button", { name: "Group by record" }).waitFor();
  await soon.equal(() => page.getByRole("button", { name: /^Sort/ }).count(), 0, "the heads sort");
}));

for (const width of [390, 320]) {
  test(`cards fit a window of ${width} px`, (t) => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await openCounted(page);
    await inThemes(t, page, async (colorScheme, again) => {
      await axe(page, "cards", again);
      await picture(page, `cards-${colorScheme}-${width}`);
      const [wide, client] = await page.evaluate(() => [document.querySelector("#rows-scroll").scrollWidth, document.querySelector("#rows-scroll").clientWidth]);
      assert.ok(wide <= client, `${wide} > ${client}`);
      const heads = await page.locator("#rows [role=columnheader]").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().right));
      assert.ok(heads.length > 4 && heads.every((right) => right < 0), "heads are for screen readers only");
      const dates = await page.$$eval("#rows .card-line:first-child .end", (all) => all.map((e) => [e.textContent, e.scrollWidth > e.clientWidth]));
      assert.ok(dates.length > 5 && dates.every(([text, cut]) => /^2024-/.test(text) && !cut), "dates are whole");
    });
  }));
}

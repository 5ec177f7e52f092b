// Build with a schema: its starting point, its choices, and what follows from them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { decode, giveSchema, goTo, inThemes, picture, row, settled, useBrowser, withPage } from "./browser.mjs";
import { hostile } from "./hostile.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const program = process.env.ROWLENS_BIN ?? fileURLToPath(new URL("../../bin/rowlens", import.meta.url));

const schema = {
  tables: [
    { table: "graph.follows", source: "long", target: "string", properties: [{ name: "since", type: "long" }, { name: "note", type: "string", nullable: true }, { name: "muted", type: "boolean" }],
      indexes: [{ index: "by_since", fields: [{ name: "since", order: "DESC" }] }, { index: "by_note", fields: [{ name: "note", order: "ASC" }] }] },
    { table: "geo.visits" },
  ],
};
const fields = {
  table: "graph.follows", direction: "OUT", index: "by_since", directedSource: { type: "long", value: "1002" },
  indexValues: [{ order: "DESC", value: { type: "long", value: "1714708800000" } }], directedTarget: { type: "string", value: "item 2" },
  version: "1714708801000", properties: [{ name: "since", value: { type: "long", value: "1714708800000" } }, { name: "muted", value: { type: "boolean", value: false } }],
};

const status = (page, text) => page.waitForFunction((t) => new RegExp(t).test(document.querySelector("#status").textContent), text);
const line = (page, name) => page.locator(".build-row").filter({ has: page.locator(".build-name", { hasText: new RegExp(`^${name}( [↑↓])?$`) }) });
const select = (page, name) => page.locator("#build-form").getByRole("combobox", { name, exact: true });
const text = (page, name) => page.locator("#build-form").getByRole("textbox", { name, exact: true });
const options = (box) => box.locator("option").allTextContents();

/** Opens the row of these fields, with the schema, and Build from it. */
async function begin(page, given = schema, about = fields) {
  const request = JSON.stringify({ op: "encode", format: "actionbase", record: "edge-index", fields: about });
  const { bytes } = JSON.parse(execFileSync(program, ["batch"], { input: `${request}\n` }));
  await page.getByRole("button", { name: "Schema", exact: true }).click();
  await page.getByLabel("Open schema file").setInputFiles({ name: "s.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(given)) });
  await page.waitForSelector("#schema-panel", { state: "hidden" });
  await decode(page, JSON.stringify(bytes));
  await page.getByRole("tab", { name: "Build" }).click();
  await status(page, "equal to the row\\.$");
}

test("Build begins with the current row, and says how the bytes compare with it", () => withPage({}, async (page) => {
  await begin(page);
  await soon.equal(() => page.getByRole("combobox", { name: "Record" }).inputValue(), "edge-index");
  await soon.equal(() => page.getByRole("button", { name: "From the row" }).getAttribute("aria-pressed"), "true");
  await status(page, "^Actionbase edge index, \\d+ bytes in 4 parts, equal to the row\\.$");
  await text(page, "target").fill("item 3");
  await status(page, "1 byte differs from the row\\.$");
}));

test("tables and indexes are those of the schema, and their codes follow", () => withPage({}, async (page) => {
  await begin(page);
  await soon.deepEqual(() => options(select(page, "table")), ["graph.follows", "geo.visits", "another name"]);
  await soon.deepEqual(() => options(select(page, "index")), ["by_since", "by_note", "another name"]);
  await soon.match(() => line(page, "table").locator(".build-note").textContent(), /^code 93637070/);
  await select(page, "table").selectOption("geo.visits");
  await page.waitForFunction(() => /code 984999146/.test(document.querySelector("#build-form").textContent));
  await soon.equal(() => page.locator("#panel-build[data-refused], #build-form .problem").count(), 0, "a code had to be changed by hand");
}));

test("a name that the schema lacks is reported, with the nearest one it has", () => withPage({}, async (page) => {
  await begin(page);
  await select(page, "table").selectOption("another name");
  const free = text(page, "table not in schema");
  await free.fill("graph.folows");
  const note = line(page, "table").locator(".build-note");
  await page.waitForFunction(() => /not in schema: nearest graph\.follows/.test(document.querySelector("#build-form").textContent));
  await soon.equal(() => note.locator(".warn").count(), 1);
  await soon.equal(() => free.inputValue(), "graph.folows");
  await note.getByRole("button", { name: "Use graph.follows" }).click();
  await free.waitFor({ state: "detached" });
  await status(page, "equal to the row\\.$");
  await soon.equal(() => select(page, "table").inputValue(), "graph.follows");
}));

test("types and orders that the schema fixes cannot be chosen, nor items added; null can, where it is allowed", () => withPage({}, async (page) => {
  await begin(page);
  await soon.equal(() => select(page, "source type").count(), 0);
  await soon.match(() => line(page, "source").textContent(), /long.*as the schema says/);
  await soon.equal(() => select(page, "since order").count(), 0);
  await soon.equal(() => page.getByRole("button", { name: /^Add an index value/ }).count(), 0);
  await select(page, "Add a property").selectOption("note");
  const type = select(page, "note type");
  await type.waitFor();
  await soon.deepEqual(() => options(type), ["string", "null"]);
  await type.selectOption("null");
  await text(page, "note").waitFor({ state: "detached" });
  await soon.equal(() => page.locator("#panel-build[data-refused]").count(), 0);
  await page.getByRole("button", { name: "Remove note", exact: true }).click();
  await status(page, "equal to the row\\.$");
}));

test("a copy of a value in the row key follows it until it is detached", () => withPage({}, async (page) => {
  await begin(page);
  const copy = line(page, "since").nth(1);
  await soon.match(() => copy.textContent(), /2024-05-03 04:00:00\.000as in the row key/);
  await soon.equal(() => copy.locator("input, textarea").count(), 0);
  await text(page, "since").first().fill("2024-05-04 04:00:00.000");
  await page.waitForFunction(() => document.querySelectorAll(".build-fixed").length && [...document.querySelectorAll(".build-row")].some((r) => /2024-05-04 04:00:00\.000as in/.test(r.textContent)));
  await soon.equal(() => page.locator("#panel-build[data-refused]").count(), 0);
  await page.getByRole("button", { name: "Separate since" }).click();
  const own = text(page, "since").nth(1);
  await own.fill("2024-05-05");
  await page.getByRole("button", { name: "since as in the row key" }).click();
  await page.waitForFunction(() => [...document.querySelectorAll(".build-row")].some((r) => /2024-05-04 04:00:00\.000as in/.test(r.textContent)));
}));

test("a time is typed as a date in the zone beside it, or as a number; anything else is refused there", () => withPage({ timezoneId: "Asia/Seoul" }, async (page) => {
  await begin(page);
  const version = text(page, "version");
  await soon.equal(() => version.inputValue(), "2024-05-03 04:00:01.000");
  await version.fill("2024-05-03T04:00:02Z");
  await page.waitForFunction(() => /1714708802000/.test(document.querySelector("#build-form").textContent));
  await version.fill("1714708801000");
  await status(page, "equal to the row\\.$");
  await select(page, "Zone of version").selectOption("Asia/Seoul");
  await soon.equal(() => version.inputValue(), "2024-05-03 13:00:01.000");
  // A number that is typed just before the zone is chosen is not lost, however late its answer comes.
  await select(page, "Zone of version").evaluate((zone) => {
    const box = zone.closest(".build-row").querySelector("[data-to=time]");
    box.focus();
    box.value = "1714708804000";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    zone.value = "UTC";
    zone.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await soon.equal(() => version.inputValue(), "2024-05-03 04:00:04.000");
  await select(page, "Zone of version").selectOption("Asia/Seoul");
  await version.fill("2024-05-03 13:00:03");
  await page.waitForFunction(() => /1714708803000/.test(document.querySelector("#build-form").textContent));
  await version.fill("yesterday");
  await line(page, "version").locator(".problem").waitFor();
  await soon.match(() => line(page, "version").locator(".problem").textContent(), /^\W*expected a date such as 2024-05-03 04:00:00\.000, or a number$/);
  await soon.equal(() => version.inputValue(), "yesterday");
}));

test("a boolean is chosen from a list", () => withPage({}, async (page) => {
  await begin(page);
  await soon.deepEqual(() => options(select(page, "muted")), ["true", "false"]);
  await select(page, "muted").selectOption("true");
  await status(page, "1 byte differs from the row\\.$");
}));

test("computed values cannot be edited, and only optional ones can be removed", () => withPage({}, async (page) => {
  await begin(page);
  await soon.equal(() => line(page, "salt").locator("input, textarea, select, button").count(), 0);
  await soon.match(() => line(page, "salt").textContent(), /xxh32 of bytes 4–19/);
  await soon.deepEqual(() => page.locator("#build-form [data-do=remove]").evaluateAll((all) => all.map((b) => b.getAttribute("aria-label"))), ["Remove muted"]);
}));

test("the focused field is framed in the bytes, which stay in view; Enter on a byte goes to its field", () => withPage({ viewport: { width: 1280, height: 420 } }, async (page) => {
  await begin(page);
  await select(page, "muted").focus();
  const framed = () => page.locator("#build-bytes [role=gridcell][data-marked=pinned]").evaluateAll((all) => all.map((c) => c.dataset.part));
  await soon.deepEqual(async () => [...new Set(await framed())], ["value"]);
  await text(page, "target").focus();
  await soon.deepEqual(async () => [...new Set(await framed())], ["row"]);
  await select(page, "muted").focus();
  const seen = await page.locator("#build-bytes [role=gridcell][data-marked=pinned]").first().evaluate((c) => {
    const { top, bottom } = c.getBoundingClientRect();
    return top >= 0 && bottom <= document.querySelector(".foot").getBoundingClientRect().top;
  });
  assert.ok(seen, "the framed bytes are out of sight");
  await page.locator("#build-bytes [role=gridcell][data-marked=pinned]").first().focus();
  await page.keyboard.press("Enter");
  await soon.equal(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "muted");
}));

test("a control character is shown and typed as an escape", () => withPage({}, async (page) => {
  await begin(page, schema, { ...fields, directedTarget: { type: "string", value: "a\u0001b" } });
  const target = text(page, "target");
  await soon.equal(() => target.inputValue(), "a\\u0001b");
  await target.fill("a\\u0001b!");
  await status(page, "differs? from the row\\.$");
  await target.fill("a\\u0001b");
  await status(page, "equal to the row\\.$");
}));

test("what an edit changed is counted field by field, as Row counts it: a longer text moves what follows", () => withPage({}, async (page) => {
  const given = { ...fields, index: "by_note", indexValues: [{ order: "ASC", value: { type: "string", value: "abc" } }] };
  await begin(page, schema, given);
  const note = text(page, "note").first();
  await soon.equal(() => note.inputValue(), "abc");
  await note.fill("abcd");
  // The target moves by one byte, and is the same.
  await status(page, " in 4 parts, 1 byte differs from the row\\.$");
}));

test("the form is filled in with the keyboard alone", () => withPage({}, async (page) => {
  await begin(page);
  await select(page, "table").focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => /code 984999146/.test(document.querySelector("#build-form").textContent));
  await soon.equal(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "table", "the focus is lost");
  await page.keyboard.press("ArrowUp");
  await status(page, "equal to the row\\.$");
  await select(page, "Add a property").focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "note" || document.activeElement.getAttribute("aria-label") === "note type");
  await page.getByRole("button", { name: "Remove note", exact: true }).focus();
  await page.keyboard.press("Enter");
  await status(page, "equal to the row\\.$");
  await soon.ok(() => page.evaluate(() => document.querySelector("#build-form").contains(document.activeElement)), "the focus left the form");
}));

test("edits stay when another view is shown", () => withPage({}, async (page) => {
  await begin(page);
  await text(page, "target").fill("kept");
  await status(page, "differ from the row\\.$");
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await settled(page);
  await page.getByRole("tab", { name: "Build" }).click();
  await status(page, "as you left it");
  await soon.equal(() => text(page, "target").inputValue(), "kept");
  await page.getByRole("button", { name: "From the row" }).click();
  await status(page, "equal to the row\\.$");
}));

test("hostile names stay text", () => withPage({}, async (page) => {
  const name = Object.values(hostile).join("");
  const bad = { tables: [{ table: name, properties: [{ name, type: "string" }], indexes: [{ index: name, fields: [{ name, order: "ASC" }] }] }, ...schema.tables] };
  const elements = () => page.evaluate(() => document.querySelectorAll("script, img, iframe, object, embed, b b, style, link, [onerror]").length);
  const before = await elements();
  await begin(page, bad);
  await select(page, "table").selectOption({ index: 0 });
  await page.waitForFunction(() => document.querySelector("#build-form select").selectedIndex === 0);
  await soon.equal(() => elements(), before);
  const shown = await page.evaluate(() => document.querySelector("main").innerText + document.querySelector("footer").innerText);
  assert.doesNotMatch(shown, /[\x1b\x07\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\ufeff]/u);
}));

for (const width of [1280, 320]) {
  test(`Build of a row at ${width} px: axe finds nothing, nothing sticks out`, (t) => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await decode(page, row("edge-index").line);
    await giveSchema(page);
    await goTo(page, "Build");
    await status(page, "equal to the row\\.$");
    await page.locator("#build-form textarea").first().focus();
    await inThemes(t, page, async (colorScheme, again) => {
      await axe(page, "build of a row", again);
      const wide = await page.evaluate(() => (document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] : [...document.querySelectorAll("main *, footer *")].filter((e) => e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML.slice(0, 120))));
      assert.deepEqual(wide, [], "the page scrolls sideways");
      await picture(page, `build-row-${colorScheme}-${width}`);
    });
  }));
}

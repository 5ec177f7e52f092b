// The Overview: figures and charts of the document, with bars that lead to their rows.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { inThemes, picture, schemaFile, useBrowser, withPage as anyPage } from "./browser.mjs";
import { damaged, makeDump } from "./dump.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const golden = (path) => fileURLToPath(new URL(`../../golden/${path}`, import.meta.url));
const scan = golden("actionbase/actionbase-hbase-shell-damaged.txt");
const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

/** What the command reports about a file. */
const command = (...args) => JSON.parse(spawnSync(process.env.ROWLENS_BIN, ["stats", "--json", ...args], { maxBuffer: 1 << 26 }).stdout);
const statsOf = (file) => command("--model", schemaFile, file);

const region = (page, name) => page.getByRole("region", { name, exact: true });
const links = (page, name) => region(page, name).getByRole("link").evaluateAll((list) => list.map((e) => e.getAttribute("aria-label")));
const figures = (page) => page.locator("#overview-figures li").evaluateAll((list) => Object.fromEntries(list.map((e) => [e.lastChild.textContent, e.firstChild.textContent])));
const number = (n) => n.toLocaleString("en");

/** Waits until all rows are counted. */
const counted = (page) => page.waitForFunction(() => /(^|\. )\d[\d,]* rows? in /.test(document.querySelector("#status").textContent) && document.querySelector("#overview section"), undefined, { timeout: 60_000 });

/** Opens files and shows their Overview. */
async function overview(page, files, { schema = true } = {}) {
  if (schema) {
    await page.locator("#schema-file").setInputFiles(schemaFile);
    await page.waitForFunction(() => document.querySelector("#schema-words").textContent);
  }
  await page.locator("#open-file").setInputFiles(files);
  await page.waitForSelector("html[data-view=rows], html[data-view=tables]");
  if (await page.locator("html[data-view=tables]").count()) {
    await page.getByRole("button", { name: "Rows of all tables" }).click();
    await page.waitForSelector("html[data-view=rows]");
  }
  await page.getByRole("tab", { name: "Overview", exact: true }).click();
  await counted(page);
}

/** Waits until Rows shows this many rows, and nothing else. */
async function shows(page, n) {
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1) && /shown\.|all decode/.test(document.querySelector("#status").textContent), n);
}

test("figures and charts agree with the command, and every bar leads to its rows", () => withPage({}, async (page) => {
  const stats = statsOf(scan);
  await overview(page, scan);
  await page.waitForFunction(() => /error/.test(document.querySelector("#overview-figures").textContent));
  await soon.deepEqual(() => figures(page), { rows: "104", "row keys": "84", "keys and values": "9,060 B", tables: "2", "not decoded": "0", errors: "5", warning: "1" });
  await page.waitForFunction(() => document.querySelector("#status").textContent === "104 rows in 84 row keys, 2 tables, 6 record kinds. 5 errors, 1 warning.");
  const names = await page.getByRole("tabpanel", { name: "Overview" }).getByRole("region").evaluateAll((list) => list.map((e) => e.querySelector("h2").textContent));
  assert.deepEqual(names, ["Record kinds", "Biggest entities", "Problems", "Salt", "Time", "Tables", "Key size, all but the value", "Value size", "Codes named by the schema", "Deletions"]);
  await soon.equal(async () => (await links(page, "Record kinds"))[0], "edge index, 45 rows, 4,422 bytes");
  await soon.equal(async () => (await links(page, "Record kinds")).at(-1), "edge lock, 1 row, 39 bytes");
  await soon.deepEqual(async () => (await links(page, "Tables"))[1], "shop.orders, 24 rows, 2,277 bytes");
  await soon.ok(async () => (await links(page, "Problems")).includes("Salt does not match, 1 row"));
  const image = region(page, "Salt").getByRole("img");
  await soon.match(() => image.getAttribute("aria-label"), /^Salt: 00 to 0f, 6 rows, 236 bytes; 10 to 1f, 1 row, 145 bytes; /);
  await soon.match(() => region(page, "Salt").textContent(), /104 rows by first byte[^]*mean 6\.5, most 15 rows/);
  for (const bucket of stats.salts.buckets.filter((b) => b.rows)) await soon.ok(async () => (await image.getAttribute("aria-label")).includes(`${number(bucket.rows)} row`));
  const where = page.getByRole("searchbox", { name: "Filter", exact: true });
  for (const [name, bar, rows, filter] of [
    ["Record kinds", /^edge index/, 45, "record = edge index"],
    ["Biggest entities", /^"item 2" social/, 13, 'entity = "item 2" and table = social.user_likes'],
    ["Tables", /^shop.orders/, 24, "table = shop.orders"],
    ["Salt", /^90 to 9f/, 15, "row ^= 9"],
    ["Time", /^2024-05-01 12:00:00 to 2024-05-01 18:00:00/, 7, "timestamp >= 2024-05-01T12:00Z and timestamp < 2024-05-01T18:00Z"],
    ["Key size, all but the value", /, 34 rows$/, 34, "keyBytes >= 44"],
    ["Value size", /^8 to 15 bytes, 27 rows$/, 27, "valueBytes >= 8 and valueBytes <= 15"],
  ]) {
    const link = region(page, name).getByRole("link", { name: bar }).first();
    await soon.ok(async () => (await link.getAttribute("aria-label")).includes(`, ${rows} rows`), name);
    await link.click();
    await shows(page, rows);
    await soon.ok(async () => (await where.inputValue()).startsWith(filter), await where.inputValue());
    await page.goBack();
    await page.waitForSelector("html[data-view=overview]");
    await region(page, name).waitFor();
  }
}));

test("the filtered bar is marked, and a problem leads to its findings", () => withPage({}, async (page) => {
  await overview(page, scan);
  await region(page, "Record kinds").getByRole("link", { name: /^edge cache/ }).click();
  await shows(page, 18);
  await page.getByRole("tab", { name: "Overview", exact: true }).click();
  await soon.equal(() => region(page, "Record kinds").locator("[aria-current=true]").getAttribute("aria-label"), "edge cache, 18 rows, 1,626 bytes");
  await soon.equal(() => region(page, "Record kinds").locator("rect.filtered").count(), 1);
  await region(page, "Problems").getByRole("link", { name: /^Salt does not match/ }).click();
  await page.waitForSelector("html[data-view=findings]");
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter findings" }).inputValue(), "Salt does not match");
  await page.waitForFunction(() => document.querySelectorAll("#findings [data-display]").length === 1);
}));

test("each chart is also a table, including the parts of tables, and its links work there", () => withPage({}, async (page) => {
  await overview(page, scan);
  for (const name of ["Record kinds", "Biggest entities", "Salt", "Time", "Tables", "Key size, all but the value", "Value size"]) {
    const button = region(page, name).getByRole("button", { name: `${name} as table` });
    await button.click();
    await soon.equal(() => region(page, name).getByRole("img").count(), 0);
    await soon.equal(() => region(page, name).getByRole("button").getAttribute("aria-pressed"), "true");
    await soon.ok(async () => await region(page, name).getByRole("row").count() > 2, name);
  }
  const parts = await region(page, "Tables").getByRole("row").allTextContents();
  assert.ok(parts.includes("social.user_likes edge index created_at_desc171,548"), parts.join(" | "));
  await axe(page, "tables");
  await region(page, "Biggest entities").getByRole("link", { name: /^1001 shop/ }).click();
  await shows(page, 7);
}));

test("keys lead to the view, through its regions, and along the columns", () => withPage({}, async (page) => {
  await overview(page, scan);
  await page.getByRole("tab", { name: "Rows", exact: true }).click();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("4");
  await page.waitForSelector("html[data-view=overview]");
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await page.getByRole("button", { name: "Salt as table" }).focus();
  await page.keyboard.press("Tab");
  await soon.match(() => focused(), /^00 to 0f/);
  await soon.equal(() => region(page, "Salt").locator("rect.on").count(), 1);
  await page.keyboard.press("End");
  await soon.match(() => focused(), /^f0 to ff/);
  await page.keyboard.press("ArrowLeft");
  await soon.match(() => focused(), /^e0 to ef, 10 rows/);
  await page.keyboard.press("Enter");
  await shows(page, 10);
}));

test("another series of times can be chosen", () => withPage({}, async (page) => {
  await overview(page, scan);
  await region(page, "Time").getByRole("combobox", { name: "Time of" }).selectOption({ label: "version" });
  const series = statsOf(scan).times.series.find((s) => s.field === "version");
  await page.waitForFunction((n) => document.querySelector("[data-section=time] [role=img]").getAttribute("aria-label").startsWith("Time, version") && n > 0, series.count);
  const said = (await links(page, "Time")).map((text) => Number(/, (\d+) values?$/.exec(text)[1]));
  assert.equal(said.reduce((a, b) => a + b), series.count);
}));

test("pasted text has an overview, as does a single row", () => withPage({}, async (page) => {
  await page.evaluate((text) => navigator.clipboard.writeText(text), damaged);
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("tab", { name: "Overview", exact: true }).click();
  await counted(page);
  await soon.equal(async () => (await figures(page)).rows, "104");
  await page.evaluate((text) => navigator.clipboard.writeText(text), damaged.split("\n").find((line) => line.includes(" column=")));
  await page.keyboard.press("Control+v");
  await page.waitForFunction(() => document.documentElement.dataset.rows === "1");
  await page.getByRole("tab", { name: "Overview", exact: true }).click();
  await page.waitForFunction(() => /(^|\. )1 row in 1 row key/.test(document.querySelector("#status").textContent));
}));

test("rows are counted while they are read, and no figure decreases", () => withPage({}, async (page) => {
  const dump = makeDump(20_000);
  try {
    await page.evaluate(() => {
      globalThis.seen = [];
      new MutationObserver(() => {
        const [rows] = document.querySelector("#overview-figures").children;
        if (rows) globalThis.seen.push(rows.firstChild.textContent);
      }).observe(document.querySelector("#overview-figures"), { childList: true });
    });
    await page.locator("#open-file").setInputFiles(dump.path);
    await page.waitForSelector("html[data-view=rows]");
    await page.getByRole("tab", { name: "Overview", exact: true }).click();
    await counted(page);
    const stats = command(dump.path);
    const said = await figures(page);
    assert.deepEqual([said.rows, said["not decoded"]], [number(stats.rows), number(Object.values(stats.undecodable).reduce((a, b) => a + b))]);
    const seen = await page.evaluate(() => globalThis.seen);
    assert.equal(seen.at(-1), "20,000");
    const values = seen.map((text) => Number(text.replaceAll(/[,…]/g, "")));
    assert.ok(values.every((n, i) => n >= (values[i - 1] ?? 0)), seen.join());
    assert.ok(seen.every((text, i) => text.endsWith("…") || values[i] === 20_000), seen.join());
    const link = region(page, "Problems").getByRole("link", { name: /^rows that do not decode/ });
    await link.click();
    await shows(page, dump.failed);
  } finally {
    dump.remove();
  }
}));

test("a store adds its files, and rows of its tables are found by the names of its models", () => withPage({}, async (page) => {
  const folder = golden("store-files/samples/rocksdb/maryk");
  const list = readdirSync(folder).map((name) => join(folder, name));
  await overview(page, list, { schema: false });
  const stats = command(folder);
  await soon.equal(async () => (await figures(page)).rows, number(stats.rows));
  const levels = await region(page, "Files and levels").locator(".bar-line").allTextContents();
  assert.equal(levels[0], `stored${number(stats.store.stored.entries)}${number(stats.store.stored.keyBytes + stats.store.stored.valueBytes)}`);
  const [ware] = stats.tables;
  await region(page, "Tables").getByRole("link", { name: /^Ware, / }).click();
  await shows(page, ware.rows);
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter", exact: true }).inputValue(), "table = Ware");
}));

test("regions begin at the given keys, also after a reload", () => withPage({ requests: /./ }, async (page) => {
  await overview(page, [scan]);
  const keys = page.getByLabel("Keys at which regions begin");
  await keys.fill("80\n\\x40");
  await page.getByRole("button", { name: "Count by these regions" }).click();
  await page.waitForFunction(() => /in 3 regions/.test(document.querySelector("[data-section=salt]")?.textContent));
  const { buckets } = command("--model", schemaFile, "--split", "40", "--split", "80", scan).salts;
  assert.deepEqual(buckets.map((b) => b.start), ["", "40", "80"]);
  const image = region(page, "Salt").getByRole("img");
  for (const [i, name] of ["from the beginning", "from 40", "from 80"].entries()) await soon.ok(async () => (await image.getAttribute("aria-label")).includes(`${name}, ${number(buckets[i].rows)} row`), name);
  await page.reload();
  await page.waitForFunction(() => /in 3 regions/.test(document.querySelector("[data-section=salt]")?.textContent));
  await soon.equal(() => keys.inputValue(), "80\n40");
  await keys.fill("");
  await page.getByRole("button", { name: "Count by these regions" }).click();
  await page.waitForFunction(() => /by first byte/.test(document.querySelector("[data-section=salt]")?.textContent));
}));

for (const [width, themes, more] of [[1280, ["light", "dark"], {}], [390, ["dark"], {}], [320, ["light"], {}], [1280, ["light"], { forcedColors: "active" }]]) {
  test(`Overview at ${width} px${more.forcedColors ? " in forced colours" : ""}: axe finds nothing, nothing sticks out`, (t) => withPage({ viewport: { width, height: 800 }, ...more }, async (page) => {
    await overview(page, scan);
    await page.waitForFunction(() => /finding/.test(document.querySelector("[data-section=problems]").textContent));
    await inThemes(t, page, async (colorScheme, again) => {
      await picture(page, `overview-${more.forcedColors ? "forced" : colorScheme}-${width}`);
      await axe(page, "overview", again);
      await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page scrolls sideways");
      const fills = await page.$$eval("rect.amount", (list) => [...new Set(list.map((e) => getComputedStyle(e).fill))]);
      assert.equal(fills.length, 1, "one colour for all bars");
      if (more.forcedColors) assert.equal(fills[0], await page.evaluate(() => getComputedStyle(document.querySelector("h2")).color));
      const tall = (name) => region(page, name).evaluate((e) => e.getBoundingClientRect().left);
      await soon.equal(async () => await tall("Record kinds") === await tall("Problems"), width < 900, "one column where it is narrow");
    }, themes);
  }));
}

test("rows that were not checked against each other are not shown as free of findings", () => withPage({}, async (page) => {
  await page.locator("#open-file").setInputFiles(scan.replace("-damaged", ""));
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("tab", { name: "Overview" }).click();
  await soon.match(() => region(page, "Problems").innerText(), /not checked against each other/);
  assert.doesNotMatch(await region(page, "Problems").innerText(), /0 findings/);
}));

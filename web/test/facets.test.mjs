// The facets of Rows and its cells: what is clicked is text in the filter.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { inThemes, picture, schemaFile, useBrowser, withPage as anyPage } from "./browser.mjs";
import { makeDump } from "./dump.mjs";
import { openScan, scan } from "./scan.mjs";
import { soon } from "./soon.mjs";
import { divided } from "../src/rows/faceting.js";

useBrowser();

const deletions = "ROW  COLUMN+CELL\n row1 column=cf:d, timestamp=1600000000000, value=x\n row2 column=cf:d, timestamp=1600000000000, type=DeleteColumn\n";
const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

const facets = (page) => page.getByRole("complementary", { name: "Facets" });
const group = (page, name) => facets(page).getByRole("group", { name, exact: true });
const values = (page, name) => group(page, name).getByRole("button").evaluateAll((list) => list.map((e) => e.getAttribute("aria-label")));
const where = (page) => page.getByRole("searchbox", { name: "Filter", exact: true });

/** How many rows the command takes. */
const count = (expression) => spawnSync(process.env.ROWLENS_BIN, ["decode", "--model", schemaFile, "--where", expression, scan], { maxBuffer: 1 << 26 }).stdout.toString().trimEnd().split("\n").filter(Boolean).length;

/** Waits until Rows shows so many rows of the filter. */
const shows = (page, n) => page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), n);
const says = (page, name, text) => page.waitForFunction(([name, text]) => [...document.querySelectorAll("#facets-list [role=group]")]
  .find((g) => g.querySelector("h2").textContent === name)?.querySelector(`[aria-label="${text}"]`), [name, text]);

test("facets count what the filter takes, without their own choice", () => withPage({}, async (page) => {
  await openScan(page);
  await says(page, "Record kind", "edge index, 45 rows");
  const names = await facets(page).getByRole("heading").allTextContents();
  assert.deepEqual(names.slice(0, 2), ["Record kind", "Table"]);
  assert.ok(names.includes("Direction") && names.includes("Index"), names.join());
  await group(page, "Record kind").getByRole("button", { name: /^edge index/ }).click();
  await shows(page, 45);
  await soon.equal(() => where(page).inputValue(), "record = edge index");
  await says(page, "Table", "shop.orders, 10 rows");
  await soon.ok(async () => (await values(page, "Record kind")).includes("edge cache, 18 rows"), "a facet ignores its own choice");
  await group(page, "Table").getByRole("button", { name: /^social/ }).click();
  await shows(page, 35);
  await soon.equal(() => where(page).inputValue(), "record = edge index and table = social.user_likes");
  await says(page, "Direction", `IN, ${count("record = edge index and table = social.user_likes and direction = IN")} rows`);
  await says(page, "Record kind", `edge cache, ${count("record = edge cache and table = social.user_likes")} rows`);
  await page.goBack();
  await shows(page, 45);
  await page.goForward();
  await shows(page, 35);
}));

test("a chosen value is taken away, another replaces it, and Alt excludes", () => withPage({}, async (page) => {
  await openScan(page);
  await says(page, "Record kind", "edge index, 45 rows");
  await where(page).fill("source > 0 or text ~ item");
  await page.waitForFunction(() => document.querySelector("#facets-list button") && /shown\./.test(document.querySelector("#status").textContent));
  const record = (name) => group(page, "Record kind").getByRole("button", { name });
  await record(/^edge index/).click();
  await soon.equal(() => where(page).inputValue(), "(source > 0 or text ~ item) and record = edge index");
  await shows(page, count("(source > 0 or text ~ item) and record = edge index"));
  await group(page, "Record kind").getByRole("button", { name: /^edge index/, pressed: true }).waitFor();
  await record(/^edge cache/).click();
  await soon.equal(() => where(page).inputValue(), "(source > 0 or text ~ item) and record = edge cache");
  await shows(page, count("(source > 0 or text ~ item) and record = edge cache"));
  await record(/^edge cache/).click();
  await soon.equal(() => where(page).inputValue(), "(source > 0 or text ~ item)");
  await where(page).fill("");
  await shows(page, 104);
  await record(/^edge index/).click({ modifiers: ["Alt"] });
  await soon.equal(() => where(page).inputValue(), "record != edge index");
  await shows(page, 59);
  await record(/^edge index, \d+ rows, excluded/).click({ modifiers: ["Alt"] });
  await shows(page, 104);
}));

test("a cell's value filters, Alt excludes it, and what is half typed keeps the last result", () => withPage({}, async (page) => {
  await openScan(page);
  const cell = page.getByRole("grid", { name: "Rows" }).locator('[data-term="source = 1001"]').first();
  await cell.click();
  const [some, others] = [count("source = 1001"), count("source != 1001")];
  await shows(page, some);
  await soon.equal(() => where(page).inputValue(), "source = 1001");
  await where(page).fill("source = 1001 and target >");
  await page.waitForSelector("#where-problem:not([hidden])");
  await soon.equal(() => page.locator("#rows").getAttribute("aria-rowcount"), String(some + 1));
  await where(page).fill("");
  await shows(page, 104);
  await cell.click({ modifiers: ["Alt"] });
  await soon.equal(() => where(page).inputValue(), "source != 1001");
  await shows(page, others);
}));

test("rows that do not decode are a facet", () => withPage({}, async (page) => {
  const dump = makeDump(3_000);
  try {
    await page.locator("#open-file").setInputFiles(dump.path);
    await page.waitForSelector("html[data-view=rows]");
    await says(page, "Problems", `does not decode, ${dump.failed} rows`);
    await group(page, "Problems").getByRole("button").click();
    await shows(page, dump.failed);
    await soon.equal(() => where(page).inputValue(), "failed = true");
  } finally {
    dump.remove();
  }
}));

test("a wrong salt and deletions are facets", () => withPage({}, async (page) => {
  await openScan(page);
  await says(page, "Problems", "wrong salt, 1 row");
  await group(page, "Problems").getByRole("button", { name: /^wrong salt/ }).click();
  await shows(page, 1);
  await soon.equal(() => where(page).inputValue(), "check = salt");
  assert.equal(count("check = salt"), 1);
  await page.locator("#open-file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(deletions) });
  await says(page, "Problems", "deletions, 1 row");
  await group(page, "Problems").getByRole("button", { name: /^deletions/ }).click({ modifiers: ["Alt"] });
  await shows(page, 1);
  await soon.equal(() => where(page).inputValue(), "deleted != true");
}));

test("what F6, Tab and other keys lead to is never behind the sheet of facets", () => withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
  await openScan(page);
  await says(page, "Record kind", "edge index, 45 rows");
  const seen = () => page.evaluate(() => {
    const { left, top } = document.activeElement.getBoundingClientRect();
    return document.activeElement.contains(document.elementFromPoint(left + 4, top + 4));
  });
  for (const key of ["F6", "Shift+F6", "Shift+Tab", "/"]) {
    await page.getByRole("button", { name: /^Facets/ }).click();
    await soon.equal(() => page.evaluate(() => document.activeElement.id), "close-facets");
    await page.keyboard.press(key);
    await soon.equal(seen, true, key);
    assert.equal(await page.getByRole("button", { name: /^Facets/ }).getAttribute("aria-expanded"), "false");
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  }
}));

test("where there is no room, the facets are a sheet", () => withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
  await openScan(page);
  await soon.equal(() => facets(page).count(), 0);
  await page.getByRole("button", { name: "Facets" }).click();
  await says(page, "Record kind", "edge index, 45 rows");
  const box = await facets(page).boundingBox();
  assert.deepEqual([box.x, box.y, box.width, box.height], [0, 0, 390, 844]);
  await picture(page, "facets-light-390");
  await axe(page, "sheet");
  await group(page, "Record kind").getByRole("button", { name: /^edge index/ }).click();
  await page.keyboard.press("Escape");
  await shows(page, 45);
  await soon.equal(() => page.evaluate(() => document.activeElement.id), "rows-facets");
  await soon.equal(() => facets(page).count(), 0);
}));

test("facets: axe finds nothing, nothing sticks out", (t) => withPage({}, async (page) => {
  await openScan(page);
  await says(page, "Record kind", "edge index, 45 rows");
  await group(page, "Record kind").getByRole("button", { name: /^edge index/ }).click();
  await group(page, "Table").getByRole("button", { name: /^shop/ }).click({ modifiers: ["Alt"] });
  await shows(page, 35);
  await inThemes(t, page, async (colorScheme, again) => {
    await picture(page, `facets-${colorScheme}-1280`);
    await axe(page, "facets", again);
    await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  });
}));

test("a check that fails is marked in its row, its bytes and the status line", () => withPage({}, async (page) => {
  await openScan(page);
  await where(page).fill("check = salt");
  await shows(page, 1);
  await page.waitForFunction(() => /^1 row has a wrong salt\. /.test(document.querySelector("#status").textContent));
  await soon.equal(() => page.locator("#status .bad").textContent(), "1 row has a wrong salt. ");
  const marked = page.locator("#rows .doubtful");
  await soon.match(() => marked.getByRole("gridcell").nth(1).textContent(), /wrong salt: .*edge index/);
  await soon.match(() => marked.locator(".key .bad").textContent(), /^64d95d7e ✗/);
  await where(page).fill("check != salt");
  await shows(page, 103);
  await page.waitForFunction(() => /^103 of 104 rows shown/.test(document.querySelector("#status").textContent));
  await soon.equal(() => page.locator("#rows .doubtful").count(), 0);
}));

test("rows with findings are a facet, which stands in the filter", () => withPage({ requests: /./ }, async (page) => {
  await openScan(page);
  await page.waitForFunction(() => [...document.querySelectorAll("#facets-list .facet-name")].some((e) => e.textContent === "rows with findings"));
  const text = (await values(page, "Problems")).find((v) => v.startsWith("rows with findings"));
  const n = Number(/, (\d+) rows/.exec(text)[1]);
  const lines = spawnSync(process.env.ROWLENS_BIN, ["verify", "--json", "--model", schemaFile, scan]).stdout.toString().trimEnd().split("\n").map((l) => JSON.parse(l).source?.line).filter(Boolean);
  assert.equal(n, new Set(lines).size);
  await group(page, "Problems").getByRole("button", { name: /^rows with findings/ }).click();
  await shows(page, n);
  await soon.equal(() => where(page).inputValue(), "finding = true");
  await page.reload(); // the filter is there before the rows are checked
  await shows(page, n);
  await says(page, "Problems", text);
  await group(page, "Problems").getByRole("button", { name: /^rows with findings/ }).click({ modifiers: ["Alt"] });
  await shows(page, 104 - n);
}));

test("rows of a store with findings are counted, though findings say only their block", () => withPage({ requests: /./ }, async (page) => {
  const folder = mkdtempSync(join(tmpdir(), "rowlens-facets-"));
  after(() => rmSync(folder, { recursive: true }));
  spawnSync("tar", ["xzf", fileURLToPath(new URL("../../golden/store-files/rfile/social.tar.gz", import.meta.url)), "-C", folder]);
  const found = spawnSync(process.env.ROWLENS_BIN, ["verify", "--json", folder]).stdout.toString().trimEnd().split("\n").map((l) => JSON.parse(l)).filter((f) => f.source);
  const n = new Set(found.map((f) => JSON.stringify(f.parts))).size;
  assert.ok(n > 1);
  await page.locator("#folder").setInputFiles(folder);
  await page.waitForSelector("html[data-view=tables]");
  await page.getByRole("button", { name: "Rows of all tables" }).click();
  await says(page, "Problems", `rows with findings, ${n} rows`);
  await group(page, "Problems").getByRole("button", { name: /^rows with findings/ }).click();
  await shows(page, n);
}));

test("times are a histogram: a bar is a period, and so are several", () => withPage({}, async (page) => {
  await openScan(page);
  const bars = facets(page).getByRole("group", { name: "Version", exact: true }).getByRole("button");
  await bars.first().waitFor();
  const some = await bars.evaluateAll((list) => list.map((e) => e.getAttribute("aria-label")).filter((t) => !t.includes(", 0 rows")));
  const bar = (label) => facets(page).getByRole("button", { name: label, exact: true });
  await bar(some[0]).click();
  await page.waitForFunction(() => /^version >= 20/.test(document.querySelector("#where").value));
  const one = await where(page).inputValue();
  assert.equal(count(one), Number(/, (\d+) rows?$/.exec(some[0])[1]));
  await shows(page, count(one));
  // From the first to the last one, with the pointer; then the same period is taken away.
  const [from, to] = [await bar(some[0]).boundingBox(), await bar(some.at(-1)).boundingBox()];
  const drag = async () => {
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2);
    await page.mouse.up();
  };
  await drag();
  await page.waitForFunction((was) => document.querySelector("#where").value !== was, one);
  await shows(page, count(await where(page).inputValue()));
  await facets(page).getByRole("button", { pressed: true }).first().waitFor();
  await drag();
  await shows(page, 104);
  await soon.equal(() => where(page).inputValue(), "");
}));

const options = (page) => page.getByRole("listbox", { name: "Names and values" }).getByRole("option");
const marked = (page) => where(page).evaluate((e) => document.getElementById(e.getAttribute("aria-activedescendant"))?.textContent);

test("the filter offers names, and behind a comparison the values of the facets", () => withPage({}, async (page) => {
  await openScan(page);
  await says(page, "Record kind", "edge index, 45 rows");
  await where(page).focus();
  await page.keyboard.type("rec");
  await soon.ok(async () => (await options(page).allTextContents()).includes("record"));
  await soon.equal(() => marked(page), undefined);
  await page.keyboard.press("ArrowDown");
  await soon.equal(() => marked(page), "record");
  await page.keyboard.press("Enter");
  await soon.equal(() => where(page).inputValue(), "record");
  await soon.equal(() => options(page).count(), 0);
  await page.keyboard.type(" != ");
  await soon.ok(async () => (await options(page).count()) > 3);
  await page.keyboard.type("edge i");
  await soon.deepEqual(() => options(page).allTextContents(), ["edge index"]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await soon.equal(() => where(page).inputValue(), "record != edge index");
  await soon.equal(() => page.evaluate(() => document.activeElement.id), "where");
  await shows(page, 59);
  await page.keyboard.type(" and d");
  await soon.ok(async () => (await options(page).allTextContents()).includes("direction"));
  await page.keyboard.type("irection = ");
  await soon.deepEqual(async () => (await options(page).allTextContents()).sort(), ["IN", "OUT"]);
  await options(page).filter({ hasText: "OUT" }).click();
  await soon.equal(() => where(page).inputValue(), "record != edge index and direction = OUT");
  await shows(page, count("record != edge index and direction = OUT"));
}));

test("Enter takes only what is marked, Escape closes the list alone, and what stands in quotes or has no such values offers nothing", () => withPage({}, async (page) => {
  await openScan(page);
  await says(page, "Record kind", "edge index, 45 rows");
  await where(page).focus();
  await page.keyboard.type("tab");
  await soon.deepEqual(() => options(page).allTextContents(), ["table", "tableCode"]);
  await page.keyboard.press("Enter");
  await soon.equal(() => options(page).count(), 0);
  await soon.equal(() => where(page).inputValue(), "tab");
  await soon.match(() => page.evaluate(() => location.hash), /where=tab/);
  await page.keyboard.type("l");
  await soon.equal(() => options(page).count(), 2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await soon.equal(() => marked(page), undefined, "behind the last one, none is marked");
  await page.keyboard.press("Escape");
  await soon.equal(() => options(page).count(), 0);
  await soon.equal(() => where(page).inputValue(), "tabl");
  for (const [text, want] of [["source = so", []], ["text ~ \"tab", []], ["table = \"sho", ["shop.orders"]], ["check = ", ["salt"]], ["timestamp", []], ["(not tab", ["table", "tableCode"]]]) {
    await where(page).fill("");
    await page.keyboard.type(text);
    await soon.deepEqual(() => options(page).allTextContents(), want, text);
  }
  await where(page).fill("");
  await page.keyboard.type("table = \"sho\"");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("p");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await soon.equal(() => where(page).inputValue(), "table = shop.orders");
}));

for (const width of [1280, 320]) {
  test(`what the filter offers, at ${width} px: axe finds nothing, nothing sticks out`, (t) => withPage({ viewport: { width, height: 700 } }, async (page) => {
    await openScan(page);
    await page.waitForSelector("#facets-list button", { state: "attached" });
    await where(page).focus();
    await page.keyboard.type("record = e");
    await options(page).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await inThemes(t, page, async (colorScheme, again) => {
      await picture(page, `completion-${colorScheme}-${width}`);
      await axe(page, "completion", again);
      const { x, width: wide } = await page.locator("#where-list").boundingBox();
      assert.ok(x >= 0 && x + wide <= width, `${x} ${wide}`);
      await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    });
  }));
}

test("rows with findings are asked for however that is typed, and what cannot be asked so is refused", () => {
  for (const [where, rest, found] of [["finding=true", "", true], ["Finding != true", "", false], ["finding = false and source = 1", "source = 1", false],
    ["source = 1 and finding!=false", "source = 1", true], ['note = "a finding = b"', 'note = "a finding = b"', null], ["findings = 1", "findings = 1", null]]) {
    assert.deepEqual(divided(where), { rest, found }, where);
  }
  for (const where of ["finding = true source = 1", "finding = true or source = 1", "not (finding = true)"]) assert.throws(() => divided(where), /expected finding = true alone/, where);
});

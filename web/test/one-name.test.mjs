// A field has one name in all views. Opens every sample of every format: byte labels, the inspector
// line and the list of fields must agree, and so must the names in Build, Rows and Range.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expandAll, settled, url, useBrowser, withPage } from "./browser.mjs";

useBrowser();

// Abbreviations below a few bytes, as the formats declare them.
const SHORT = { typ: /type|kind/, dir: /^direction$/, len: /length|size/, ind: /^indicator$/, itm: /^item$/, del: /^deleted$|deletion/, sep: /separator|end/, st: /^state$/, ver: /version$/ };

const shown = (page) => page.evaluate(() => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
  return { fields: texts("#fields .field-row .words"), labels: texts("#bytes .label").map((t) => t.replace(/^… /, "").replace(/ [↓✗]$/, "")).filter(Boolean) };
});

// Members that are not fields of the bytes, or whose type Row names.
const MEMBERS = {
  accumulograph: ["kind"], // follows from the entry's position
  actionbase: ["properties"], // a list; only its items have names
  lexicoders: ["value"], // Row names it after its lexicoder
};

/** Whether a label stands for one of the names: it is the name, its last word, or its abbreviation. */
const stands = (label, names) => names.some((n) => n === label || n.endsWith(` ${label}`) || SHORT[label]?.test(n));

const texts = (page, selector) => page.$$eval(selector, (list) => list.filter((e) => e.checkVisibility()).map((e) => e.firstChild?.textContent.trim()).filter(Boolean));

/** The names that the tools and Rows use for the fields of a row, by place. */
async function elsewhere(page) {
  await page.click("#tab-build");
  await page.waitForFunction(() => document.documentElement.dataset.view === "build" && /equal to|differ|cannot be written/.test(document.querySelector("#status").textContent));
  const written = await page.evaluate(() => !/cannot be written/.test(document.querySelector("#status").textContent));
  const build = written ? await texts(page, "#build-form .build-name") : [];
  await page.click("#tab-rows");
  await page.waitForSelector("#rows [data-display='0'] button");
  const kind = await page.$eval("#rows [data-display='0'] [role=gridcell]:nth-child(2)", (cell) => cell.textContent);
  const rows = await texts(page, "#rows [data-column] .sort");
  await page.click("#columns");
  const all = await texts(page, "#columns-list .check span");
  await page.keyboard.press("Escape");
  await page.click("#tab-row");
  await settled(page);
  await page.$eval("#place [data-from=range]", (button) => button.click());
  await page.waitForFunction(() => document.documentElement.dataset.view === "range" && /^The fields of|No range|Row shows/.test(document.querySelector("#status").textContent));
  const given = await page.$$eval("#range-fields .range-row", (list) => list.filter((row) => [...row.querySelectorAll("input")].some((box) => box.value)).map((row) => row.querySelector(".range-name").firstChild.textContent.trim()));
  const range = await page.evaluate(() => document.querySelector("#status").textContent.startsWith("The fields of")) ? given : [];
  return { build, kind, rows: [...rows, ...all], range };
}

test("bytes, fields and the inspector line use the same name for each field, in every format", () => withPage({ path: "formats/index.html", ready: false }, async (page) => {
  const links = [];
  for (const address of await page.$$eval(".format-list a", (all) => all.map((a) => a.href))) {
    await page.goto(address);
    links.push(...await page.$$eval("p.open a", (all) => all.map((a) => a.href)));
  }
  assert.ok(links.length > 30, `${links.length} samples`);
  const wrong = [];
  await page.goto(url);
  for (const link of links) {
    // Like opening it afresh, without loading the decoder each time.
    await page.evaluate(() => document.querySelector("#clear").click());
    await page.waitForSelector("html[data-ready=true][data-state=empty]");
    await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
    await page.waitForSelector("html[data-view=row]:not([data-state=empty]) #fields [role=treeitem]");
    await settled(page);
    await expandAll(page);
    const { fields, labels } = await shown(page);
    for (const label of labels) if (!stands(label, fields)) wrong.push(`${link.slice(-60)}: the bytes have “${label}”, the fields ${fields.join(", ")}`);
    const named = await page.$$eval("#fields .field-row:not(.more)", (rows) => rows.slice(0, 12).map((row) => {
      row.click();
      return [row.querySelector(".words").textContent, document.querySelector("#line .path b")?.textContent.replace(/ ↓$/, "")];
    }));
    const title = await page.$eval("#candidates [aria-selected=true]", (e) => e.textContent);
    const { build, kind, rows, range } = await elsewhere(page);
    const known = [...fields, ...build, ...(MEMBERS[/&format=([a-z-]+)/.exec(link)[1]] ?? [])];
    // Rows takes the likeliest reading, whatever the link chose.
    const others = title.includes(kind) ? [...rows, ...range] : range;
    // Lists are named as in Build; their items have the names that Row shows.
    for (const name of others) if (!known.includes(name)) wrong.push(`${link.slice(-60)}: Rows or Range have “${name}”, the fields ${fields.join(", ")}, Build ${build.join(", ")}`);
    for (const [name, line] of named) if (line !== undefined && name !== line) wrong.push(`${link.slice(-60)}: the fields have “${name}”, the inspector line “${line}”`);
  }
  assert.deepEqual(wrong, []);
}));

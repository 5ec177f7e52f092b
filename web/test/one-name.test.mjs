// A field has one name wherever Row shows it. Every sample of every format is opened: labels of bytes,
// the inspector line and the list of fields must agree.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expandAll, settled, url, useBrowser, withPage } from "./browser.mjs";

useBrowser();

// What stands for a name below a few bytes, as the formats declare it.
const SHORT = { typ: /type|kind/, dir: /^direction$/, len: /length|size/, ind: /^indicator$/, itm: /^item$/, del: /^deleted$|deletion/, sep: /separator|end/, st: /^state$/, ver: /version$/ };

const shown = (page) => page.evaluate(() => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
  return { fields: texts("#fields .field-row .words"), labels: texts("#bytes .label").map((t) => t.replace(/^… /, "").replace(/ [↓✗]$/, "")).filter(Boolean) };
});

/** Whether a label stands for one of the names: it is the name, its last word, or its short form. */
const stands = (label, names) => names.some((n) => n === label || n.endsWith(` ${label}`) || SHORT[label]?.test(n));

test("bytes, fields and the inspector line name each field alike, in every format", () => withPage({ path: "formats/index.html", ready: false }, async (page) => {
  const links = [];
  for (const address of await page.$$eval(".format-list a", (all) => all.map((a) => a.href))) {
    await page.goto(address);
    links.push(...await page.$$eval("p.open a", (all) => all.map((a) => a.href)));
  }
  assert.ok(links.length > 30, `${links.length} samples`);
  const wrong = [];
  await page.goto(url);
  for (const link of links) {
    await page.goto("about:blank");
    await page.goto(link);
    await page.waitForSelector("#fields [role=treeitem]");
    await settled(page);
    await expandAll(page);
    const { fields, labels } = await shown(page);
    for (const label of labels) if (!stands(label, fields)) wrong.push(`${link.slice(-60)}: the bytes have “${label}”, the fields ${fields.join(", ")}`);
    const named = await page.$$eval("#fields .field-row:not(.more)", (rows) => rows.slice(0, 12).map((row) => {
      row.click();
      return [row.querySelector(".words").textContent, document.querySelector("#line .path b")?.textContent.replace(/ ↓$/, "")];
    }));
    for (const [name, line] of named) if (line !== undefined && name !== line) wrong.push(`${link.slice(-60)}: the fields have “${name}”, the inspector line “${line}”`);
  }
  assert.deepEqual(wrong, []);
}));

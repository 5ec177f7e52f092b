// Rows that cannot be read at all, opened from the list of rows.

import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { sharedLink, useBrowser, withPage } from "./browser.mjs";
import { drop } from "./drop.mjs";
import { makeDump } from "./dump.mjs";
import { soon } from "./soon.mjs";

useBrowser();

let dump;
before(() => { dump = makeDump(3000); });
after(() => dump.remove());

const stores = fileURLToPath(new URL("../../golden/store-files/samples/", import.meta.url));
const reading = { requests: /\/worker-[0-9a-f]+\.js$|^blob:/ };
const status = (page, text) => page.waitForFunction((t) => new RegExp(t).test(document.querySelector("#status").textContent), text);
const shown = (page) => page.locator("#bytes [role=gridcell]").allTextContents().then((all) => all.join(""));
const place = (page) => page.locator("#row-place").textContent();

/** Focuses the number of a failed row, by its place in the list. */
async function focus(page, at) {
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("button", { name: "Errors only" }).click();
  await page.locator("#rows .failed button").nth(at).focus();
}

test("a line of a long dump opens as its text, with the reason, and Back returns to it", () => withPage(reading, async (page) => {
  await drop(page, [{ path: dump.path }]);
  await page.waitForFunction(() => document.querySelector("#document-failed").textContent === "3 not decoded");
  await focus(page, 1);
  await page.keyboard.press("Enter");
  await page.waitForSelector("html[data-view=row]:not([data-stale])");
  await status(page, "^Line 1502[,:] .*expected");
  await soon.match(() => page.getByRole("alert").filter({ visible: true }).textContent(), /^Line 1502/);
  await soon.equal(() => place(page), "row 1,501 of 3,000 line 1502");
  const line = readFileSync(dump.path, "utf8").split("\n")[1501];
  await soon.equal(() => shown(page), Buffer.from(line).toString("hex"));
  const link = await sharedLink(page, "This row");
  const other = await page.context().newPage();
  await other.goto(link);
  await other.waitForFunction((text) => document.querySelector("#input").value === text, line);
  await other.close();
  await page.goBack();
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForFunction(() => document.activeElement?.ariaLabel === "Open row 1501");
}));

test("a line among JSON Lines opens as its text, also in a short text", () => withPage(reading, async (page) => {
  const good = "{\"parts\":{\"row\":\"0bc76fbe2c80\"}}";
  const lines = [good, "{\"parts\":{\"row\":\"zz\"}}", "{\"parts\":{\"row\":\"0bc7", good];
  await drop(page, [{ name: "rows.jsonl", bytes: Buffer.from(lines.join("\n")) }]);
  await page.getByRole("tab", { name: "Rows" }).click();
  await page.waitForSelector("#rows .failed button");
  for (const [i, why] of [[1, "^Line 2: expected hex digits"], [2, "^Line 3, column 22: expected a closing quote"]]) {
    await page.locator(`#rows [data-display='${i}'] button`).click();
    await status(page, why);
    await soon.equal(() => shown(page), Buffer.from(lines[i]).toString("hex"));
    await page.goBack();
    await page.waitForSelector("html[data-view=rows]");
  }
}));

test("a view chosen while a file is still being read is the one that opens", () => withPage(reading, async (page) => {
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(Array(3).fill('{"parts":{"row":"0bc76fbe2c80"}}\n'), "rows.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    document.querySelector("#tab-rows").click();
  });
  await page.waitForSelector("#rows .failed button");
}));

test("the empty page lists the chosen view's examples first; a single row opens in Row, whatever was chosen", () => withPage(reading, async (page) => {
  const first = () => page.locator(".samples li").first().innerText().then((text) => text.split("\n").at(-1));
  for (const view of ["Row", "Findings", "Overview", "Rows"]) {
    await page.getByRole("tab", { name: view, exact: true }).click();
    await soon.equal(first, view);
  }
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.locator(".samples li button").first().click();
  await page.waitForSelector("html[data-view=overview]");
  await page.waitForFunction(() => / rows? in /.test(document.querySelector("#status").textContent));
  await page.keyboard.press("Control+k");
  await page.keyboard.type("close doc");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.evaluate(() => navigator.clipboard.writeText("0bc76fbe2c8000018f3c9be200"));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=row]");
  await page.waitForSelector("#fields [role=treeitem]");
}));

test("the reason why a row does not decode is in words, and complete once focused", () => withPage(reading, async (page) => {
  await drop(page, [{ path: dump.path }]);
  await page.waitForFunction(() => document.querySelector("#document-failed").textContent === "3 not decoded");
  await focus(page, 0);
  const why = page.locator("#rows .failed .why").first();
  await soon.match(() => why.textContent(), /^Expected .+, found .+ at offset \d+ of the row key\. What gets farthest: Actionbase edge [a-z]+, [a-z ]+\.$/);
  await page.locator("#rows .failed button").first().focus();
  await soon.ok(() => why.locator("span").evaluate((e) => e.scrollWidth <= e.clientWidth + 1 && getComputedStyle(e).whiteSpace === "normal"));
}));

test("damage of a store opens with its reason, and leads to its block", () => withPage(reading, async (page) => {
  const bytes = readFileSync(`${stores}rfile/social_vertex.rf`);
  bytes.fill(0xff, 16, 40);
  await drop(page, [{ name: "a.rf", bytes }]);
  await page.waitForSelector("#rows .failed button");
  const why = await page.locator("#rows .failed .why").first().textContent();
  await page.locator("#rows .failed button").first().click();
  await page.waitForFunction((text) => document.querySelector("#status").textContent.toLowerCase().startsWith(text), why.toLowerCase());
  await page.getByRole("link", { name: /^Block at \d+, byte by byte/ }).click();
  await page.waitForSelector("html[data-view=structure]");
}));

test("of rows that are not there any more nothing stays but the reason", () => withPage({ requests: /./ }, async (page) => {
  await page.addInitScript(() => {
    globalThis.workers = [];
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        globalThis.workers.push(this);
      }
    };
  });
  await page.reload();
  await page.waitForSelector("html[data-ready=true]");
  await page.locator("#folder").setInputFiles(`${stores}rocksdb/maryk`);
  await page.locator("#tables [data-table] button").first().click();
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await soon.match(() => place(page), /^row 1 of /);
  await soon.equal(async () => (await shown(page)).length > 0, true);
  await page.evaluate(() => globalThis.workers.at(-1).onmessage({ data: { bulk: "problem", fatal: true, text: "out of memory" } }));
  await page.keyboard.press("Alt+ArrowDown");
  await status(page, "^Row 2 cannot be read: out of memory\\.$");
  await soon.match(() => place(page), /^row 2\b/);
  await soon.equal(() => shown(page), "");
  await soon.equal(() => page.getByRole("alert").filter({ visible: true }).textContent(), "Row 2 cannot be read: out of memory.");
}));

// One document, many views: an opened document is there in each of them, across Back and a
// reload, and nothing is lost silently.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { decode, row, rows, settled, shownHex, useBrowser, withPage as anyPage } from "./browser.mjs";
import { damaged } from "./dump.mjs";
import { soon } from "./soon.mjs";

useBrowser();

// Rows have a worker of their own, with the same script.
const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

const implexus = readFileSync(new URL("../../golden/implexus/corrupt.dump.hex.txt", import.meta.url), "utf8");
const scan = `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`;

/** Pastes like a person, wherever the focus is. */
async function paste(page, text) {
  await page.evaluate((t) => navigator.clipboard.writeText(t), text);
  await page.keyboard.press("Control+v");
}

const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const view = (page, name) => page.waitForSelector(`html[data-view=${name}]:not([data-stale]):not([data-state=loading])`);
const readAll = (page, n) => page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), n);
const place = (page, text) => page.waitForFunction((t) => document.querySelector("#row-place").textContent.startsWith(t), text);
const data = (page) => page.evaluate(() => ({ ...document.documentElement.dataset }));

test("views and tools are tabs in two lists, and one is selected", () => withPage({}, async (page) => {
  const names = (list) => page.getByRole("tablist", { name: list }).getByRole("tab").evaluateAll((all) => all.map((t) => t.textContent.trim()));
  await soon.deepEqual(() => names("View"), ["Row", "Rows", "Findings", "Overview"]);
  await soon.deepEqual(() => names("Tool"), ["Build", "Order", "Range", "Time"]);
  for (const name of ["Rows", "Time", "Range", "Row"]) {
    await tab(page, name).click();
    await soon.deepEqual(() => page.getByRole("tab", { selected: true }).allTextContents().then((all) => all.map((t) => t.trim())), [name]);
    await soon.equal(async () => (await data(page)).view, name.toLowerCase());
    await soon.equal(() => page.getByRole("tabpanel").count(), 1);
  }
}));

test("a view chosen while a new document is examined stays", () => withPage({}, async (page) => {
  for (const name of ["time", "row"]) {
    // In one task, so that the decoder cannot answer in between.
    await page.evaluate(([text, name]) => {
      document.activeElement.blur();
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      document.querySelector(`#tab-${name}`).click();
    }, [implexus, name]);
    await page.waitForFunction(() => document.documentElement.dataset.rows === "118");
    await soon.equal(async () => (await data(page)).view, name);
    await page.getByRole("button", { name: "Document", exact: true }).click();
    await page.getByRole("menuitem", { name: "Close document" }).click();
    await page.waitForFunction(() => document.documentElement.dataset.rows === "");
    await tab(page, "Row").click();
  }
}));

test("a scan pasted over a single row shows its rows, and over another scan the view that was chosen", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$/ }, async (page) => {
  await paste(page, row("edge-index").line);
  await view(page, "row");
  await page.evaluate(() => document.activeElement.blur());
  await paste(page, implexus);
  await view(page, "rows");
  await readAll(page, 118);
  await tab(page, "Row").click();
  await place(page, "row 1 of");
  await paste(page, scan);
  await page.waitForFunction((n) => document.documentElement.dataset.rows === String(n), rows.length);
  await view(page, "row");
}));

test("a pasted scan shows rows and findings at once, and a single row shows as one", () => withPage({}, async (page) => {
  await paste(page, implexus);
  await view(page, "rows");
  await readAll(page, 118);
  await soon.equal(async () => (await data(page)).rows, "118");
  await page.waitForFunction(() => document.querySelector("#count-findings").textContent === "16");
  await soon.equal(() => tab(page, "Findings").getAttribute("aria-describedby"), "count-findings");
  await tab(page, "Findings").click();
  await page.waitForSelector("#findings [data-display]");
  // Outside a text field, pasting replaces the document, and this can be undone.
  await page.evaluate(() => document.activeElement.blur());
  await paste(page, row("edge-index").line);
  await page.waitForFunction(() => document.documentElement.dataset.rows === "1");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.waitForFunction(() => document.documentElement.dataset.rows === "118");
  await page.getByRole("button", { name: "Document", exact: true }).click();
  await page.getByRole("menuitem", { name: "Rename …" }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await soon.equal(() => name.inputValue(), "pasted text");
  await axe(page, "renaming");
  await name.fill("another");
  await page.keyboard.press("Escape");
  await soon.equal(() => page.locator("#document-name").textContent(), "pasted text");
  await page.getByRole("button", { name: "Document", exact: true }).click();
  await page.getByRole("menuitem", { name: "Rename …" }).click();
  await name.fill(" yesterday ");
  await page.keyboard.press("Enter");
  await soon.equal(() => page.locator("#document-name").textContent(), "yesterday");
  await page.getByRole("button", { name: "Document", exact: true }).click();
  await page.getByRole("menuitem", { name: "Close document" }).click();
  await view(page, "row");
  await soon.equal(async () => (await data(page)).state, "empty");
  await paste(page, row("edge-index").line);
  await view(page, "row");
  await soon.equal(async () => (await shownHex(page)).row, row("edge-index").row);
}));

test("Back returns to the previous place: view, row and filter", () => withPage({}, async (page) => {
  await paste(page, scan);
  await view(page, "rows");
  await readAll(page, rows.length);
  await page.getByRole("searchbox", { name: "Filter" }).fill("record = edge-index");
  await page.getByRole("searchbox", { name: "Filter" }).press("Enter");
  const n = rows.filter((r) => r.record === "edge-index").length;
  await readAll(page, n);
  await page.locator("#rows [data-display='0'] button").click();
  await view(page, "row");
  const first = rows.findIndex((r) => r.record === "edge-index");
  await place(page, `row ${first + 1} of ${rows.length}`);
  await soon.equal(async () => (await shownHex(page)).row, rows[first].row);
  await tab(page, "Build").click();
  await page.goBack();
  await view(page, "row");
  await page.goBack();
  await view(page, "rows");
  await readAll(page, n);
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter" }).inputValue(), "record = edge-index");
  await page.goBack();
  await readAll(page, rows.length);
  await page.goForward();
  await readAll(page, n);
  assert.match(page.url(), /#view=rows&where=record/);
  assert.doesNotMatch(page.url(), /data=/);
}));

test("a reload keeps document, view, row and filter; closing forgets them", () => withPage({ requests: /./ }, async (page) => {
  const n = rows.filter((r) => r.record === "edge-state").length;
  await page.locator("#open-file").setInputFiles({ name: "first.txt", mimeType: "text/plain", buffer: Buffer.from(implexus) });
  await view(page, "rows");
  await readAll(page, 118);
  await paste(page, scan);
  await view(page, "rows");
  await readAll(page, rows.length);
  await page.getByRole("searchbox", { name: "Filter" }).fill("record = edge-state");
  await readAll(page, n);
  await page.reload();
  await view(page, "rows");
  await readAll(page, n);
  await page.goBack();
  await page.getByRole("alert").filter({ hasText: /^The page no longer has first\.txt\./ }).waitFor();
  await page.goForward();
  await view(page, "rows");
  await readAll(page, n);
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter" }).inputValue(), "record = edge-state");
  await tab(page, "Row").click();
  await view(page, "row");
  await page.getByRole("button", { name: "Next" }).click();
  await place(page, "row 2 of");
  await page.reload();
  await view(page, "row");
  await place(page, `row 2 of ${rows.length}`);
  await page.evaluate(() => { location.hash = "#row=2"; });
  await place(page, "row 3 of");
  await page.reload();
  await place(page, `row 3 of ${rows.length}`);
  await settled(page);
  await soon.equal(async () => (await shownHex(page)).row, rows[2].row);
  await page.getByRole("button", { name: "Clear" }).click();
  await soon.deepEqual(() => page.evaluate(() => Object.keys(sessionStorage).filter((k) => /document/.test(k))), []);
  await page.reload();
  await page.waitForSelector("html[data-ready=true][data-state=empty]");
}));

test("a long file is also kept across a reload", () => withPage({ requests: /./ }, async (page) => {
  const { line } = row("edge-index");
  const n = Math.ceil((1 << 20) / line.length) + 10;
  await page.locator("#open-file").setInputFiles({ name: "long.txt", mimeType: "text/plain", buffer: Buffer.from(`ROW  COLUMN+CELL\n${`${line}\n`.repeat(n)}`) });
  await view(page, "rows");
  await readAll(page, n);
  await page.reload();
  await view(page, "rows");
  await readAll(page, n);
  await soon.equal(() => page.getByRole("button", { name: "Document", exact: true }).getAttribute("aria-describedby"), "document-name");
  await soon.equal(() => page.locator("#document-name").textContent(), "long.txt");
  await page.evaluate(() => { location.hash = "#row=3"; });
  await place(page, "row 4 of ");
  await page.reload();
  await place(page, `row 4 of ${n.toLocaleString("en")} `); // at first no row is read again
}));

test("a step in a long dump neither transfers nor stores the whole text again, and a reload restores it", () => withPage({ requests: /./ }, async (page) => {
  const times = Math.ceil(200_000 / scan.length);
  const long = `${scan}\n`.repeat(times);
  const n = rows.length * times;
  await decode(page, row("edge-index").row);
  await page.getByRole("textbox", { name: "Input" }).fill(long);
  await place(page, `row 1 of ${n.toLocaleString("en")}`);
  await tab(page, "Rows").click();
  await readAll(page, n);
  await tab(page, "Row").click();
  await settled(page);
  await page.waitForFunction(() => Object.keys(sessionStorage).some((k) => k.includes("texts"))); // which happens a moment later
  await page.evaluate(() => {
    globalThis.written = 0;
    const own = JSON.stringify;
    JSON.stringify = (...given) => {
      const text = own(...given);
      globalThis.written += text?.length ?? 0;
      return text;
    };
  });
  for (let i = 2; i < 6; i++) {
    await page.locator("#row-next").click();
    await place(page, `row ${i} of`);
    await settled(page);
  }
  await soon.ok(() => page.evaluate(() => globalThis.written < 100_000), "the text was written again");
  await page.reload();
  await place(page, `row 5 of ${n.toLocaleString("en")}`);
  await soon.equal(async () => (await page.getByRole("textbox", { name: "Input" }).inputValue()).length, long.length);
}));

test("a reload keeps the selected field and the open fields; Back from another row selects the field again", () => withPage({ requests: /./ }, async (page) => {
  await paste(page, scan);
  await view(page, "rows");
  await tab(page, "Row").click();
  await settled(page);
  const fields = page.getByRole("tree", { name: "Fields" });
  const folded = fields.locator("[aria-expanded=false]").first();
  const name = await folded.locator(".words").textContent();
  const item = () => fields.getByRole("treeitem").filter({ has: page.locator(".words", { hasText: new RegExp(`^${name}$`) }) }).first();
  await folded.locator(".twisty").click();
  await soon.equal(() => item().getAttribute("aria-expanded"), "true");
  await item().locator(".words").click();
  await soon.equal(() => item().getAttribute("data-marked"), "pinned");
  await soon.ok(() => /[#&]field=/.test(page.url()));
  await page.reload();
  await settled(page);
  await soon.equal(() => item().getAttribute("data-marked"), "pinned");
  await soon.equal(() => item().getAttribute("aria-expanded"), "true");
  await page.getByRole("button", { name: "Next" }).click();
  await place(page, "row 2 of");
  await settled(page);
  await page.goBack();
  await place(page, "row 1 of");
  await soon.equal(() => item().getAttribute("data-marked"), "pinned");
}));

test("a reload restores scroll positions, of the page and of lists", () => withPage({ requests: /./, viewport: { width: 1280, height: 500 } }, async (page) => {
  await paste(page, `${scan}\n`.repeat(40));
  await view(page, "rows");
  await readAll(page, rows.length * 40);
  const scroller = page.locator("#rows-scroll");
  await scroller.evaluate((e) => { e.scrollTop = 2000; });
  await page.reload();
  await readAll(page, rows.length * 40);
  await soon.equal(() => scroller.evaluate((e) => e.scrollTop), 2000);
  await tab(page, "Overview").click();
  await soon.ok(() => page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 250));
  await page.evaluate(() => scrollTo(0, 250));
  await page.reload();
  await soon.equal(() => page.evaluate(() => scrollY), 250);
}));

test("damaged or refused storage neither stops the page nor shows anything", () => withPage({ requests: /./ }, async (page) => {
  await decode(page, row("edge-index").row);
  const name = await page.evaluate(() => Object.keys(sessionStorage).find((k) => /document/.test(k)));
  const good = await page.evaluate((k) => sessionStorage.getItem(k), name);
  const wrong = ["{", "null", '{"v":1,"doc":null}', '{"v":2}', good.replace('"kind":"text"', '"kind":"evil"'), good.replace('"row":0', '"row":"x"'), good.replace(/"text":"[^"]*"/, '"text":7'), good.replace(/"wish":\{[^}]*\}/, '"wish":{}')];
  for (const text of wrong) {
    await page.evaluate(([k, t]) => sessionStorage.setItem(k, t), [name, text]);
    await page.reload();
    await page.waitForSelector("html[data-ready=true][data-state=empty]");
    await decode(page, row("edge-index").row);
  }
  await page.addInitScript(() => {
    for (const kind of ["sessionStorage", "localStorage", "indexedDB"]) Object.defineProperty(globalThis, kind, { get() { throw new Error("refused"); } });
  });
  await page.reload();
  await page.waitForSelector("html[data-ready=true]");
  await decode(page, row("edge-state").line);
  await soon.equal(async () => (await shownHex(page)).row, row("edge-state").row);
}));

test("two copies of the page on one address do not see each other's document", () => withPage({ requests: /./, errors: /404/ }, async (page) => {
  await decode(page, row("edge-index").row);
  await soon.deepEqual(() => page.evaluate(() => Object.keys(sessionStorage)), ["rowlens.document /"]);
}));

test("old links lead to the views, and a wrong one says what was not understood", () => withPage({}, async (page) => {
  const base = page.url().split("#")[0];
  for (const [mode, name] of [["decode", "row"], ["bulk", "rows"], ["order", "order"], ["time", "time"]]) {
    await page.goto(`${base}#mode=${mode}`);
    await page.waitForSelector(`html[data-view=${name}]`);
  }
  await page.goto(`${base}#mode=evil&data=%%%`);
  await page.waitForSelector("html[data-view=row][data-state=empty]");
  await soon.match(() => page.locator("#alert").textContent(), /^The link is not understood\.There is no view called “evil”, and its data are damaged\.$/);
  await page.goto(`${base}#data=${Buffer.from(scan).toString("base64url")}&row=1`);
  await place(page, `row 2 of ${rows.length}`);
  await soon.equal(() => page.locator("#alert").isVisible(), false);
}));

test("the tools start from the current row, and Back returns to it", () => withPage({}, async (page) => {
  await decode(page, scan);
  await page.getByRole("button", { name: "Order with neighbours" }).click();
  await page.waitForSelector("html[data-view=order]");
  await page.waitForFunction((n) => document.querySelector("#order-count").textContent === String(n), rows.length);
  await page.goBack();
  await view(page, "row");
  await page.getByRole("button", { name: "Build from it" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#build-bytes [role=gridcell]").length > 0);
  await page.goBack();
  await view(page, "row");
  await soon.equal(() => page.locator("#bytes [data-part=row]").allTextContents().then((all) => all.join("")), rows[0].row);
}));

test("a letter or a number switches the view, but not during typing", () => withPage({}, async (page) => {
  await decode(page, scan);
  await page.getByRole("textbox", { name: "Input", exact: true }).press("t");
  await soon.equal(async () => (await data(page)).view, "row");
  await page.evaluate(() => document.activeElement.blur());
  for (const [key, name] of [["2", "rows"], ["t", "time"]]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`html[data-view=${name}]`);
    await page.evaluate(() => document.activeElement.blur());
  }
  await page.keyboard.press("Backspace");
  await page.waitForSelector("html[data-view=rows]");
}));

test("each view has its own status line, with failures first", () => withPage({}, async (page) => {
  const status = (text) => page.waitForFunction((t) => new RegExp(t).test(document.querySelector("#status").textContent), text);
  const { line } = row("edge-index");
  await paste(page, `ROW  COLUMN+CELL\n${line}\n${line.slice(0, 40)}\n${line}`);
  await view(page, "rows");
  await status("^1 row does not decode\\. 3 rows\\.");
  for (const [name, text] of [["Time", "^2024-05-03 .* UTC, read as milliseconds"], ["Order", "^3 keys sorted"], ["Range", "^The fields of row 1;"], ["Build", "106 bytes in 4 parts, equal to row 1\\.$"], ["Row", "^Actionbase edge index"], ["Rows", "^1 row does not"]]) {
    await tab(page, name).click();
    await status(text);
  }
  await tab(page, "Row").click();
  await page.getByRole("button", { name: "Clear" }).click();
  await tab(page, "Build").click();
  await status("as you left it");
  await tab(page, "Overview").click();
  await status("^Ready\\.$");
}));

test("what a view finds out after one has left it is not said in the status line of the next", () => withPage({}, async (page) => {
  await paste(page, damaged);
  await view(page, "rows");
  await page.waitForFunction(() => document.querySelector("#count-findings").textContent);
  const status = () => page.locator("#status").textContent();
  const findings = /^1 finding in pasted text: 1 error\./;
  // In one task, so that no answer comes before the change of the view.
  await tab(page, "Order").click();
  await soon.match(status, /^6 keys sorted/);
  await page.evaluate(() => {
    const input = document.querySelector("#order-input");
    input.value = "01\n02";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    document.querySelector("#tab-findings").click();
  });
  await page.waitForFunction(() => document.querySelectorAll("#panel-order [data-key]").length === 2);
  await page.waitForTimeout(600); // the status line changes at most twice a second
  assert.match(await status(), findings);
  await tab(page, "Rows").click();
  await page.evaluate(() => {
    const where = document.querySelector("#where");
    where.value = "nothing = 1";
    where.dispatchEvent(new Event("input", { bubbles: true }));
    where.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    document.querySelector("#tab-findings").click();
  });
  await page.waitForFunction(() => document.querySelector("#rows-none-why").textContent);
  await page.waitForTimeout(600);
  assert.match(await status(), findings);
  await tab(page, "Rows").click();
  await soon.equal(status, "No row matches. No row has a member called nothing.");
}));

test("another dump after grouped rows is shown without an error", () => withPage({}, async (page) => {
  await paste(page, damaged);
  await view(page, "rows");
  await page.waitForFunction(() => document.documentElement.dataset.rows === "104");
  await page.getByRole("button", { name: "Group by record" }).click();
  await page.waitForSelector("#rows .group");
  await page.locator("#open-file").setInputFiles({ name: "dump.hex.txt", mimeType: "text/plain", buffer: Buffer.from(implexus) });
  await readAll(page, 118);
}));

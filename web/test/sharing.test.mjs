// Share: what a link carries, and that it comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { clipboard, decode, giveSchema, row, rows, settled, shownHex, useBrowser, withPage } from "./browser.mjs";
import { openScan } from "./scan.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const index = row("edge-index");
const dialog = (page) => page.getByRole("dialog", { name: "Share" });
const field = (page, name) => page.locator("[role=treeitem]").filter({ has: page.locator(".words", { hasText: new RegExp(`^${name}$`) }) }).first();
const status = (page, pattern) => page.waitForFunction((p) => new RegExp(p).test(document.querySelector("#status").textContent), pattern);

/** Opens the dialog, and copies the link as it is chosen there. */
async function share(page, { what, without = [] } = {}) {
  if (!(await dialog(page).isVisible())) await page.getByRole("button", { name: "Share", exact: true }).click();
  if (what) await dialog(page).getByRole("radio", { name: what }).check();
  for (const name of without) await dialog(page).getByRole("checkbox", { name }).uncheck();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await dialog(page).getByRole("button", { name: "Copy link" }).click();
  return clipboard(page);
}

/** Opens a link in a page that knows nothing else. */
async function follow(page, link, act) {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector("html[data-ready=true]");
  await page.waitForSelector("[role=gridcell]");
  await settled(page);
  await act();
}

const anyRequest = { requests: /./ }; // a link is opened in the same tab

test("a link carries the row, its names, the selected field and the draft, and says how long it is", () => withPage(anyRequest, async (page) => {
  await decode(page, index.line);
  await giveSchema(page);
  await field(page, "createdAt").click();
  await field(page, "version").focus();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Edit version" }).fill("2024-05-01 14:37:02.209");
  await page.keyboard.press("Enter");
  await status(page, "^Draft: version");
  const bytes = await shownHex(page);
  const table = await field(page, "table").textContent();
  const link = await share(page, { what: "This row" });
  const said = await page.locator("#share-length").textContent();
  assert.equal(said, `${link.length.toLocaleString("en")} characters, all after the #: no server sees them`);
  assert.equal(new URL(link).search, "");
  await axe(page, "share");
  await follow(page, link, async () => {
    await status(page, "^Draft: from the link");
    await soon.deepEqual(async () => (await shownHex(page)).value, bytes.value);
    await soon.equal(() => field(page, "table").textContent(), table, "the names came along");
    await soon.match(() => page.locator("#schema-words").textContent(), /name/);
    await page.locator("[role=treeitem][data-marked=pinned]").filter({ hasText: "createdAt" }).waitFor();
    await soon.match(() => field(page, "version").textContent(), /2024-05-01 14:37:02\.209was /, "the draft is a draft");
    await soon.equal(() => page.evaluate(() => Object.values(sessionStorage).some((text) => {
      const kept = JSON.stringify(JSON.parse(text), (key, value) => (key === "drafts" ? undefined : value)); // the draft is, by the same name
      return kept.includes("from the link");
    })), false, "the names are not kept");
  });
}));

test("what was edited in the draft of a link is said to be edited, and only what follows to be recomputed", () => withPage(anyRequest, async (page) => {
  await decode(page, index.line);
  await giveSchema(page);
  for (const [name, text] of [["table", "geo.visits"], ["source", "1001"]]) {
    await field(page, name).focus();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: `Edit ${name}` }).fill(text);
    await page.keyboard.press("Enter");
    await status(page, `^Draft: .*${name}`);
  }
  const why = () => page.getByRole("table", { name: "Changes" }).locator("tbody tr").evaluateAll((list) => list.map((tr) => [...tr.cells].map((c) => c.textContent)));
  const own = await why();
  await soon.deepEqual(async () => (await why()).map((c) => [c[0], c[4]]), [["source", "edited"], ["table", "edited"], ["salt", "recomputed"]]);
  await follow(page, await share(page, { what: "This row" }), async () => {
    await status(page, "^Draft: from the link, salt recomputed\\. ");
    await soon.deepEqual(why, own);
  });
}));

test("what is not ticked is not in the link", () => withPage(anyRequest, async (page) => {
  await decode(page, index.line);
  await giveSchema(page);
  await field(page, "createdAt").click();
  const link = new URLSearchParams(new URL(await share(page, { what: "This row", without: [/^Names used/, /^Selected field/] })).hash.slice(1));
  assert.deepEqual([link.has("data"), link.has("names"), link.has("field"), link.has("draft")], [true, false, false, false]);
  const view = new URLSearchParams(new URL(await share(page, { what: /^The view only/ })).hash.slice(1));
  assert.deepEqual([view.has("data"), view.get("format"), view.get("record")], [false, "actionbase", "edge-index"]);
}));

test("the dialog is beside the page: the whole document at its row, and Escape goes back", () => withPage({ requests: /./ }, async (page) => {
  await decode(page, `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`);
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForFunction(() => document.querySelector("#row-place").textContent.startsWith("row 2 "));
  await settled(page);
  const shown = await shownHex(page);
  const link = await share(page, { what: new RegExp(`^The whole document, ${rows.length} rows`) });
  const before = await page.locator("#share-length").textContent();
  await page.getByRole("treeitem").nth(2).click({ position: { x: 40, y: 10 } }); // beside the dialog
  await page.waitForFunction((old) => document.querySelector("#share-length").textContent !== old, before);
  await dialog(page).getByRole("button", { name: "Copy link" }).focus();
  await page.keyboard.press("Escape");
  await soon.equal(() => dialog(page).isVisible(), false);
  await soon.equal(() => page.evaluate(() => document.activeElement.id), "share-toggle");
  await follow(page, link, async () => {
    await soon.match(() => page.locator("#row-place").textContent(), new RegExp(`^row 2 of ${rows.length}`));
    await soon.deepEqual(() => shownHex(page), shown);
  });
}));

test("the whole document goes with its schema, so that who opens the link sees the same findings", () => withPage({ requests: /./ }, async (page) => {
  await openScan(page); // in Rows: no row was opened
  const sentence = async () => {
    await page.getByRole("tab", { name: "Findings" }).click();
    await status(page, "finding");
    return page.locator("#status").textContent();
  };
  const own = await sentence();
  assert.match(own, /\d+ errors/);
  const link = await share(page, { what: /^The whole document/ });
  await soon.match(() => dialog(page).textContent(), /Schema in use: /);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector("html[data-ready=true][data-view=findings]");
  const [found] = /\d+ findings/.exec(own);
  await status(page, found);
  await soon.equal(async () => /: .*/.exec(await page.locator("#status").textContent())[0], /: .*/.exec(own)[0]);
}));

test("a link to the view only says that it has no data, and what is opened then has its filter", () => withPage({ requests: /./ }, async (page) => {
  await openScan(page);
  const filter = page.getByRole("searchbox", { name: "Filter", exact: true });
  await filter.fill("record = edge-index");
  await filter.press("Enter");
  await status(page, "45 of 104 rows shown");
  const link = await share(page, { what: "The view only" });
  assert.match(link, /#view=rows&where=/);
  const other = await page.context().newPage();
  await other.goto(link);
  await status(other, "^Ready\\. The link has no data: paste or open what it is about, and it is shown as the link says\\.$");
  await openScan(other);
  const there = other.getByRole("searchbox", { name: "Filter", exact: true });
  await soon.equal(() => there.inputValue(), "record = edge-index");
  await status(other, "45 of 104 rows shown");
  await other.locator("#open-file").setInputFiles({ name: "other.txt", mimeType: "", buffer: Buffer.from("0001\n0002\n") });
  await soon.equal(() => there.inputValue(), "", "the link was about one document");
  await other.close();
}));

test("a link says which part of it is damaged", () => withPage({ path: "#row=x&draft=%25%25&names=W10&data=YQ" }, async (page) => {
  const alert = page.getByRole("alert").filter({ hasText: "The link is not understood." });
  await alert.waitFor();
  await soon.match(() => alert.textContent(), /Its draft is damaged, and its names are damaged, and the row “x” is not a number\./);
}));

for (const [width, colorScheme] of [[1280, "dark"], [390, "light"], [320, "dark"]]) {
  test(`share at ${width}, ${colorScheme}: axe finds nothing, nothing is cut`, () => withPage({ colorScheme, viewport: { width, height: 800 } }, async (page) => {
    await decode(page, index.line);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await dialog(page).waitFor();
    const box = await dialog(page).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width, `${box.x} + ${box.width} of ${width}`);
    await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page scrolls sideways");
    await axe(page, `share, ${width}`);
  }));
}

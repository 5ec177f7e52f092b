// Share, what is more than a row in a link: the page as one file, and models.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { clipboard, decode, giveSchema, row, settled, shownHex, url, useBrowser, withPage } from "./browser.mjs";
import { drop } from "./drop.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const folder = mkdtempSync(join(tmpdir(), "rowlens-share-"));
after(() => rmSync(folder, { recursive: true }));

const golden = (name) => fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));
const index = row("edge-index");
const dialog = (page) => page.getByRole("dialog", { name: "Share" });

/** Saves the page with what the dialog has chosen. */
async function saved(page, name, what = "This row") {
  if (!(await dialog(page).isVisible())) await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog(page).getByRole("radio", { name: what }).check();
  const coming = page.waitForEvent("download", { timeout: 60_000 }); // the server packs the page when it is first asked for
  await dialog(page).getByRole("button", { name: "Save as one file" }).click();
  const path = join(folder, name);
  await (await coming).saveAs(path);
  return pathToFileURL(path).href;
}

/** Copies the link to what is chosen. */
async function linked(page, what) {
  if (!(await dialog(page).isVisible())) await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog(page).getByRole("radio", { name: what }).check();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await dialog(page).getByRole("button", { name: "Copy link" }).click();
  return clipboard(page);
}

test("the page is saved as one file with the row, which opens from disk and is saved again", () => withPage({ requests: /rowlens\.html$|^blob:|^file:/ }, async (page) => {
  await decode(page, index.line);
  await giveSchema(page);
  const bytes = await shownHex(page);
  let file = await saved(page, "one.html");
  const table = () => page.locator("#fields").getByText("social.user_likes").first();
  await table().waitFor();
  for (const next of ["two.html", ""]) {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(file);
    await page.waitForSelector("[role=gridcell]");
    await settled(page);
    await soon.deepEqual(() => shownHex(page), bytes);
    await table().waitFor(); // the names came along
    if (next) file = await saved(page, next);
  }
  await soon.equal(() => page.locator("#inside-link").count(), 1);
}));

test("a link carries both documents of Diff, and what it shows of them", () => withPage({ requests: /./ }, async (page) => {
  await page.locator("#schema-file").setInputFiles(golden("actionbase/actionbase-hbase-shell.schema.json"));
  await drop(page, ["", "-damaged"].map((end) => ({ path: golden(`actionbase/actionbase-hbase-shell${end}.txt`) })));
  await page.waitForSelector("html[data-view=diff]");
  const listed = (n) => page.waitForFunction((n) => document.querySelectorAll("#differences [data-display]").length === n, n);
  await listed(6);
  await page.getByRole("radiogroup", { name: "Differences" }).getByRole("radio", { name: /^removed/ }).click();
  await listed(3);
  await page.getByRole("button", { name: "Next difference" }).click();
  await page.waitForFunction(() => document.querySelector("#difference-at").textContent.startsWith("2 "));
  assert.match(new URL(page.url()).hash, /diff-change=removed/);
  const dated = () => page.waitForFunction(() => /2024-05-01 17:00:00.*2024-05-04 08:00:00/.test(document.querySelector("#differences").textContent)); // dates follow the rows
  await dated();
  const before = await page.locator("#differences").textContent();
  const link = await linked(page, /^Both documents, 210 rows/);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector("html[data-view=diff]");
  await listed(3);
  await page.waitForFunction(() => document.querySelector("#difference-at").textContent.startsWith("2 "));
  await dated();
  assert.match(before, /social\.user_likes/); // the schema goes along, and so do the names of tables
  await soon.equal(() => page.locator("#differences").textContent(), before);
}));

test("a link to the view only of Diff says that it waits for two documents, and shows them as it says", () => withPage({ requests: /./ }, async (page) => {
  await page.goto("about:blank");
  await page.goto(`${url}#view=diff&diff-change=removed&diff-where=record+%3D+edge-index&diff-match=entity`);
  const status = (text) => soon.equal(() => page.locator("#status").textContent(), text);
  const waits = "Ready. The link has no data: open the two documents that it compares, and they are shown as the link says.";
  const compared = async () => {
    await page.waitForSelector("html[data-view=diff]");
    await soon.equal(() => page.locator("#diff-where").inputValue(), "record = edge-index");
    await soon.equal(() => page.getByRole("radiogroup", { name: "Differences" }).getByRole("radio", { name: /^removed/ }).isChecked(), true);
    await soon.equal(() => page.locator("#diff-match").inputValue(), "entity");
  };
  const files = ["", "-damaged"].map((end) => ({ path: golden(`actionbase/actionbase-hbase-shell${end}.txt`) }));
  await status(waits);
  await drop(page, files);
  await compared();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await page.goto(`${url}#view=diff&diff-change=removed&diff-where=record+%3D+edge-index&diff-match=entity`);
  await status(waits);
  for (const [id, file] of [["open-file", files[0]], ["second-file", files[1]]]) { // one after the other
    await page.locator(`#${id}`).setInputFiles(file.path);
    await page.waitForSelector("html[data-view=rows], html[data-view=diff]");
  }
  await compared();
  await page.locator("#second-file").setInputFiles(files[0].path);
  await soon.equal(() => page.locator("#diff-where").inputValue(), "", "the link was about one comparison");
}));

test("an example of Diff is two scans, with what became of each row", () => withPage({ requests: /./ }, async (page) => {
  await page.getByRole("button", { name: /^Actionbase yesterday's scan and today's/ }).click();
  await page.waitForSelector("html[data-view=diff]");
  await page.waitForFunction(() => document.querySelector("#status").textContent === "1 row is equal, 1 removed, 0 added, 2 changed.");
  await soon.match(() => page.locator("#document").textContent(), /yesterday.*with today/);
}));

test("a link carries the keys at which regions begin", () => withPage({ requests: /./ }, async (page) => {
  const data = Buffer.from(index.row).toString("base64url");
  await page.goto("about:blank");
  await page.goto(`${url}#view=overview&splits=80.c0ff&data=${data}`);
  await page.waitForFunction(() => document.querySelector("#overview-splits")?.value === "80\nc0ff");
  const link = await linked(page, /^The whole document/);
  assert.match(link, /splits=80\.c0ff/);
  await page.goto("about:blank");
  await page.goto(`${url}#splits=8.zz&diff-change=x&diff-at=y&data=${data}`);
  const alert = page.getByRole("alert").filter({ hasText: "The link is not understood." });
  await page.waitForSelector("#panel-row [role=gridcell]"); // the row is decoded by then, which wiped the alert once
  await soon.match(() => alert.textContent(), /difference “y” is not a number, and the keys of its regions are damaged, and “x” means nothing here/);
}));

test("a link to a row of Maryk carries the models that it is read with", () => withPage({ requests: /./ }, async (page) => {
  await page.getByRole("button", { name: "Schema", exact: true }).click();
  await page.getByLabel("Open schema file").setInputFiles(golden("maryk-hbase/latest.models.json"));
  await page.waitForSelector("#schema-panel", { state: "hidden" });
  const scan = readFileSync(golden("maryk-hbase/latest.scan.txt"), "utf8").split("\n");
  await decode(page, scan.slice(0, 8).join("\n"));
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await page.waitForSelector("[role=gridcell]");
  await settled(page);
  const names = await page.locator("[role=treeitem] .words").allTextContents();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog(page).getByRole("checkbox", { name: /^Models in use, \d+/ }).check();
  const link = await linked(page, "This row");
  assert.ok(link.length < 8000, `${link.length} characters`);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector("[role=gridcell]");
  await settled(page);
  await soon.match(() => page.locator("#schema-words").textContent(), /model/);
  await soon.deepEqual(() => page.locator("[role=treeitem] .words").allTextContents(), names);
}));

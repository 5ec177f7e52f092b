import assert from "node:assert/strict";
import { test } from "node:test";
import { clipboard, decode, giveSchema, row, settled, shownHex, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const key = Buffer.from(row("edge-index").row, "hex");

async function copied(page, name) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name, exact: true }).click();
  return clipboard(page);
}

test("a single key is copied correctly in each form", () => withPage({}, async (page) => {
  await decode(page, key.toString("hex"));
  assert.equal(await copied(page, "Copy hex"), key.toString("hex"));
  assert.equal(await copied(page, "Copy as Base64"), key.toString("base64"));
  assert.deepEqual(Buffer.from((await copied(page, "Copy as \\x form")).replaceAll(/\\x(..)/g, (_, h) => String.fromCharCode(Number.parseInt(h, 16))), "latin1"), key);
  const get = await copied(page, "Copy as hbase get");
  assert.match(get, /^get 'table', ".*"$/);
  assert.deepEqual(Buffer.from(get.slice(get.indexOf('"') + 1, -1).replaceAll(/\\x(..)/g, (_, h) => String.fromCharCode(Number.parseInt(h, 16))), "latin1"), key);
  const json = JSON.parse(await copied(page, "Copy as JSON"));
  assert.equal(json.format, "actionbase");
  assert.equal(json.record, "edge-index");
  const text = await copied(page, "Copy as Annotated text");
  assert.match(text, /^Actionbase edge index/);
  assert.match(text, /36–44.*1714708800000/);
}));

test("the copied shell line of a cell decodes to the same cell", () => withPage({}, async (page) => {
  const r = row("edge-state");
  await decode(page, r.line);
  const line = await copied(page, "Copy as \\x form");
  await page.getByRole("button", { name: "Clear" }).click();
  await decode(page, line);
  const shown = await shownHex(page);
  assert.equal(shown.row, r.row);
  assert.equal(shown.value, r.value);
  const json = JSON.parse(await copied(page, "Copy as JSON"));
  assert.deepEqual(json.parts, { row: r.row, family: r.family, qualifier: r.qualifier, value: r.value });
  assert.equal(json.timestamp, r.timestamp);
}));

test("a link carries the data only on request, and only in the fragment", () => withPage({}, async (page) => {
  const r = row("edge-index");
  await decode(page, r.line);
  await giveSchema(page);
  assert.equal(new URL(page.url()).hash, "");
  const bare = await copied(page, "Copy link without data");
  assert.ok(!bare.includes("data="));
  const full = new URL(await copied(page, "Copy link"));
  assert.equal(full.search, "");
  assert.match(full.hash, /data=/);
  const other = await page.context().newPage();
  await other.goto(full.href);
  await other.waitForSelector("[role=gridcell]");
  await settled(other);
  await soon.equal(() => other.getByRole("textbox", { name: "Input", exact: true }).inputValue(), r.line);
  await soon.equal(async () => (await shownHex(other)).row, r.row);
  assert.equal(new URL(page.url()).hash, "");
}));

test("arrows move through the copy bar, which reports what was copied", () => withPage({}, async (page) => {
  await decode(page, key.toString("hex"));
  await page.getByRole("button", { name: "Copy hex" }).focus();
  await page.keyboard.press("ArrowRight");
  await soon.equal(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Copy as \\x form");
  await page.keyboard.press("End");
  await soon.equal(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Copy link without data");
  await page.keyboard.press("Home");
  await soon.equal(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Copy as…");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Copied hex.");
  await soon.equal(() => page.evaluate(() => document.activeElement.textContent), "Copied");
}));

// Anonymise in Share: it shows beforehand what it replaces, and what is shared contains none of that.

import assert from "node:assert/strict";
import { inflateRawSync } from "node:zlib";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { clipboard, decode, giveSchema, picture, row, rows, settled, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const index = row("edge-index");
const dialog = (page) => page.getByRole("dialog", { name: "Share" });
const shown = (page) => page.getByRole("region", { name: "What is replaced" });

/** Opens the dialog with Anonymise ticked. */
async function anonymise(page, what) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  if (what) await dialog(page).getByRole("radio", { name: what }).check();
  await dialog(page).getByRole("checkbox", { name: "Replace texts and ids" }).check();
  await shown(page).locator("table").waitFor();
}

/** Copies the link, and returns its parameters. */
async function link(page) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await dialog(page).getByRole("button", { name: "Copy link" }).click();
  return clipboard(page);
}

/** The text of a parameter. */
function unpacked(address, name) {
  const text = new URLSearchParams(new URL(address).hash.slice(1)).get(name);
  return (text.startsWith("~") ? inflateRawSync(Buffer.from(text.slice(1), "base64url")) : Buffer.from(text, "base64url")).toString();
}

const hexOf = (text) => Buffer.from(text).toString("hex");
const anyRequest = { requests: /./ }; // a link opens in the same tab

test("a row without its texts and ids: the table lists them beforehand, and the link contains none of them", () => withPage(anyRequest, async (page) => {
  await decode(page, index.line);
  await giveSchema(page);
  await anonymise(page, "This row");
  const said = await shown(page).textContent();
  assert.match(said, /permission.*friends/);
  assert.match(said, /source10021/);
  assert.match(said, /permission.*friendsaaaaaaa/);
  assert.match(said, /item 2bbbbbb/);
  assert.match(said, /salt[0-9a-f]{8}computed again/);
  assert.match(said, /namessocial\.user_likes.*kept/);
  assert.match(said, /1714\d{9}.*kept/);
  assert.match(said, /Not kept: the order among ids/);
  const first = await link(page);
  const data = unpacked(first, "data");
  for (const text of ["friends", "item 2"]) assert.ok(!data.includes(hexOf(text)) && !data.includes(text), text);
  await axe(page, "share, anonymise");

  await dialog(page).getByRole("checkbox", { name: "Replace texts and ids" }).uncheck();
  await soon.equal(() => shown(page).isVisible(), false);
  await dialog(page).getByRole("checkbox", { name: "Replace texts and ids" }).check();
  assert.equal(unpacked(await link(page), "data"), data, "the same values each time");

  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await page.goto(first);
  await page.waitForSelector("[role=gridcell]");
  await settled(page);
  await soon.match(() => page.getByRole("listbox", { name: "Candidates" }).textContent(), /edge index.*salt is xxh32/);
}));

test("names and times are replaced only if chosen, and then the link has no schema", () => withPage(anyRequest, async (page) => {
  await decode(page, index.line);
  await giveSchema(page);
  await anonymise(page, "This row");
  const kept = await link(page);
  assert.ok(new URL(kept).hash.includes("names=") || new URL(kept).hash.includes("schema="), kept);
  await dialog(page).getByRole("checkbox", { name: "Names too" }).check();
  await dialog(page).getByRole("checkbox", { name: "Times too" }).check();
  const stays = shown(page).getByRole("row").filter({ hasText: /kept$/ });
  await soon.equal(() => stays.filter({ hasText: /1714\d{9}/ }).count(), 0);
  await soon.match(() => shown(page).textContent(), /table-?\d+-?\d+/);
  const address = await link(page);
  const parameters = new URLSearchParams(new URL(address).hash.slice(1));
  assert.deepEqual([parameters.get("names"), parameters.get("schema")], [null, null]);
  await soon.equal(() => dialog(page).getByRole("checkbox", { name: /^Names used|^Schema in use/ }).isDisabled(), true);
}));

test("a document keeps its joins, and loses a filter that names a value", () => withPage(anyRequest, async (page) => {
  await decode(page, `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`);
  await page.getByRole("tab", { name: /^Rows/ }).click();
  await page.getByRole("searchbox", { name: "Filter" }).fill('permission = "friends"');
  await anonymise(page, /^The whole document/);
  const address = await link(page);
  assert.equal(new URLSearchParams(new URL(address).hash.slice(1)).get("where"), null);
  const data = unpacked(address, "data");
  assert.ok(!data.includes(hexOf("friends")));
  const changes = await shown(page).locator("tbody tr").evaluateAll((list) => list.map((r) => [...r.children].map((c) => c.textContent.replace(/ \d+ times$/, ""))));
  const to = new Map();
  for (const [, from, now] of changes) {
    assert.equal(to.get(from) ?? now, now, `${from} becomes two things`);
    to.set(from, now);
  }
  assert.ok(data.split("\n").length > 1);
}));

test("what is not understood is left out, with a note saying so", () => withPage({}, async (page) => {
  await decode(page, '{"key":"ffffffff","value":"ffffffff"}');
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog(page).getByRole("checkbox", { name: "Replace texts and ids" }).check();
  await shown(page).getByText(/^1 row left out, as it is not known what is in it/).waitFor();
  await page.evaluate(() => navigator.clipboard.writeText("before"));
  await dialog(page).getByRole("button", { name: "Copy link" }).click();
  await page.waitForFunction(() => /nothing to share/.test(document.querySelector("#status").textContent));
  await soon.equal(() => page.evaluate(() => navigator.clipboard.readText()), "before");
}));

for (const [width, colorScheme] of [[1280, "dark"], [390, "light"], [320, "dark"]]) {
  test(`anonymise at ${width}, ${colorScheme}: axe finds nothing, nothing is cut`, () => withPage({ colorScheme, viewport: { width, height: 800 } }, async (page) => {
    await decode(page, index.line);
    await anonymise(page, "This row");
    const box = await dialog(page).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width, `${box.x} + ${box.width} of ${width}`);
    await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page scrolls sideways");
    await axe(page, `anonymise, ${width}`);
    await picture(page, `share-anonymise-${width}-${colorScheme}`);
  }));
}

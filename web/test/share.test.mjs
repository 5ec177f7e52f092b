// Whatever is copied can be pasted back and gives the same parts; links, the report and
// print match what is shown.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { clipboard, decode, expandAll, giveSchema, row, settled, sharedLink, shownHex, tree, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const index = row("edge-index");
const awkward = "00ff225c2723";

async function choose(page, name) {
  await page.getByRole("button", { name: "Copy as…" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

async function copied(page, name) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await choose(page, name);
  return clipboard(page);
}

const spellings = (page) => page.$$eval("#copy-menu [data-copy^='print:']", (list) => list.map((e) => e.getAttribute("aria-label")));

/** The parts that the decoder sees, including those that the grid leaves out. */
async function parts(page) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Copy as JSON", exact: true }).click();
  return JSON.parse(await clipboard(page)).parts;
}

for (const [what, text, want] of [
  ["a cell", index.line, { row: index.row, family: index.family, qualifier: index.qualifier, value: index.value }],
  ["a pair with awkward bytes", `{"key":"${awkward}","value":"${index.row}"}`, { key: awkward, value: index.row }],
  ["a lone key", index.row, { bytes: index.row }],
]) {
  test(`${what} comes back from every spelling`, () => withPage({}, async (page) => {
    await decode(page, text);
    const names = await spellings(page);
    for (const language of ["C", "Go", "Java", "JavaScript", "Python", "Rust"]) assert.ok(names.some((n) => n.startsWith(`Copy as ${language} `)), language);
    const outs = [];
    for (const name of names) outs.push([name, await copied(page, name)]);
    for (const [name, out] of outs) {
      await decode(page, out);
      await soon.deepEqual(() => parts(page), want, `${name}: ${out}`);
    }
  }));
}

test("keys move through the menu, and Escape closes it", () => withPage({}, async (page) => {
  await decode(page, index.row);
  const at = () => page.evaluate(() => document.activeElement.textContent.trim());
  const button = page.getByRole("button", { name: "Copy as…" });
  await button.focus();
  await page.keyboard.press("Enter");
  await soon.equal(() => at(), "Hex");
  await page.keyboard.press("r");
  await soon.equal(() => at(), "Rust byte string");
  await page.keyboard.press("End");
  await soon.equal(() => at(), "Print");
  await page.keyboard.press("ArrowDown");
  await soon.equal(() => at(), "Hex");
  await page.keyboard.press("Escape");
  await soon.equal(() => button.evaluate((e) => e === document.activeElement), true);
  await soon.equal(() => button.getAttribute("aria-expanded"), "false");
}));

test("a link restores spelling, row, reading and pin", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$/ }, async (page) => {
  const lines = [index, row("edge-state")].map((r) => r.row).join("\n");
  await decode(page, lines);
  await page.getByRole("combobox", { name: "Read as" }).selectOption("hex-lines");
  await settled(page);
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForFunction(() => document.querySelector("#row-place").textContent.startsWith("row 2"));
  await page.getByRole("checkbox", { name: "Pin this format" }).check();
  await settled(page);
  const reading = await page.getByRole("option", { selected: true }).first().textContent();
  const link = new URL(await sharedLink(page, "The whole document"));
  const q = new URLSearchParams(link.hash.slice(1));
  assert.deepEqual([q.get("as"), q.get("row"), q.get("format"), q.get("record"), q.get("pin")], ["hex-lines", "1", "actionbase", "edge-state", "format"]);
  const other = await page.context().newPage();
  await other.goto(link.href);
  await other.waitForSelector("[role=gridcell]");
  await settled(other);
  await soon.equal(() => other.getByRole("checkbox", { name: "Pin this format" }).isChecked(), true);
  await soon.equal(() => other.getByRole("combobox", { name: "Read as" }).inputValue(), "hex-lines");
  await soon.match(() => other.locator("#row-place").textContent(), /^row 2/);
  const shown = await other.getByRole("listbox", { name: "Candidates" }).getByRole("option", { selected: true }).textContent();
  assert.equal(shown, await page.getByRole("listbox", { name: "Candidates" }).getByRole("option", { selected: true }).textContent(), reading);
}));

test("only the pinned reading is tried", () => withPage({}, async (page) => {
  await decode(page, "d37ffffe70c3641dff346974656d203200");
  const options = page.getByRole("listbox", { name: "Candidates" }).getByRole("option");
  const formats = () => options.evaluateAll((all) => new Set(all.map((o) => o.textContent.split(" ")[0])).size);
  await soon.ok(async () => await options.count() >= 2);
  await page.getByRole("checkbox", { name: "Pin this format" }).check();
  await settled(page);
  await soon.equal(() => formats(), 1);
  await decode(page, "no row of any store");
  await soon.match(() => page.locator("#readings-note").textContent(), /pinned/);
}));

test("the report has every field and byte, and nothing executable", () => withPage({}, async (page) => {
  await decode(page, index.line);
  await giveSchema(page);
  await expandAll(page);
  const fields = await tree(page);
  const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "HTML report")]);
  const html = readFileSync(await download.path(), "utf8");
  assert.doesNotMatch(html, /<script|onerror|javascript:|(?:src|href)=/i);
  const report = await page.context().newPage();
  await report.setContent(html);
  const text = await report.evaluate(() => document.body.innerText);
  for (const f of fields) assert.ok(text.includes(f.name.replace(/ [↑↓]$/, "")), f.name);
  const hex = await report.$$eval(".layout", (parts) => parts.map((p) => [...p.querySelectorAll("code")].map((c) => c.textContent).join("").replaceAll(" ", "")));
  assert.ok(hex.includes(index.row) && hex.includes(index.value), hex.join("\n"));
}));

test("data stays text in the report", () => withPage({}, async (page) => {
  const text = "</title><script>alert(1)</script><img src=x onerror=alert(1)>\u202e";
  await decode(page, Buffer.concat([Buffer.from([0x34]), Buffer.from(text), Buffer.from([0])]).toString("hex"));
  const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "HTML report")]);
  const html = readFileSync(await download.path(), "utf8");
  assert.doesNotMatch(html, /<script|<img|\u202e/);
  assert.match(html, /&lt;script&gt;/);
}));

test("print is light and keeps the bands", () => withPage({ colorScheme: "dark" }, async (page) => {
  await decode(page, index.line);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const look = await page.evaluate(() => ({
    page: getComputedStyle(document.body).backgroundColor,
    band: getComputedStyle(document.querySelector(".band"), "::before").printColorAdjust,
    foot: getComputedStyle(document.querySelector(".foot")).display,
  }));
  assert.deepEqual(look, { page: "rgb(255, 255, 255)", band: "exact", foot: "none" });
}));

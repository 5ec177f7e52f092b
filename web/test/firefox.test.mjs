// The page in the other browser engine: Debian's Firefox, driven over WebDriver BiDi.
// Chromium's tests cover everything; these cover what differs between engines.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { all, user } from "./both.mjs";
import { ordered, hostile } from "./hostile.mjs";
import { row, url } from "./rows.mjs";
import { PATIENCE, soon } from "./soon.mjs";

const golden = (name) => fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));
const [scan, damaged] = ["", "-damaged"].map((end) => golden(`actionbase/actionbase-hbase-shell${end}.txt`));

const folder = mkdtempSync(join(tmpdir(), "rowlens-firefox-"));
let browser;

before(async () => {
  execFileSync(process.env.ROWLENS_BIN, ["serve", "--write", join(folder, "page.html")]);
  browser = await puppeteer.launch({
    browser: "firefox", headless: true, executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", protocolTimeout: 60_000,
    // Firefox's own requests, and images that a click in a test would wait for.
    extraPrefsFirefox: { "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false, "ui.prefersReducedMotion": 1 },
  });
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Runs fn with a loaded page, then checks that nothing forbidden happened. */
async function withPage(address, fn, requests = /\/worker-[0-9a-f]+\.js$|^blob:/) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  page.setDefaultTimeout(PATIENCE);
  const seen = [];
  page.on("pageerror", (e) => seen.push(`error: ${e.message}`));
  page.on("console", (m) => m.type() === "error" && seen.push(`console: ${m.text()}`));
  page.on("dialog", (d) => seen.push(`dialog: ${d.message()}`));
  await page.evaluateOnNewDocument(() => {
    globalThis.policyReports = [];
    addEventListener("securitypolicyviolation", (e) => globalThis.policyReports.push(`${e.violatedDirective} ${e.blockedURI}`));
  });
  try {
    await page.goto(address);
    await page.waitForSelector("html[data-ready=true]");
    if (address.startsWith("http")) await page.waitForSelector("html[data-offline]"); // by then everything has been fetched
    // Rows have a worker of their own, with the same script.
    page.on("request", (r) => requests.test(r.url()) || seen.push(`request after loading: ${r.url()}`));
    await fn(page);
    seen.push(...(await page.evaluate(() => globalThis.policyReports)));
    assert.deepEqual(seen, []);
  } finally {
    await page.close();
  }
}

async function decode(page, text) {
  await page.$eval("#input", (e, value) => {
    e.value = value;
    e.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await page.waitForSelector("html[data-ready=true]:not([data-stale]):not([data-state=loading])");
}

const state = (page) => page.evaluate(() => document.documentElement.dataset.reading);

/** The hex of each part that the grid shows. */
const shown = (page) => page.$$eval("[role=gridcell]", (cells) => {
  const out = {};
  for (const c of cells) out[c.dataset.part] = (out[c.dataset.part] ?? "") + c.textContent;
  return out;
});

async function decodesEachSample(page) {
  const samples = await page.$$eval("[data-sample]", (all) => all.map((e) => e.dataset.sample));
  assert.ok(samples.length > 0);
  for (const s of samples) {
    await decode(page, s);
    await soon.match(() => state(page), /^(decode|ambiguous)$/, s);
  }
}

test("served, it decodes each format's sample and requests nothing more", () => withPage(url, async (page) => {
  await decodesEachSample(page);
  const r = row("edge-state");
  await decode(page, r.line);
  await soon.deepEqual(async () => [(await shown(page)).row, (await shown(page)).value], [r.row, r.value]);
}));

test("as one file from disk, it decodes each format's sample", () => withPage(pathToFileURL(join(folder, "page.html")).href, decodesEachSample));

test("bytes and fields mark each other, by mouse and by keyboard", () => withPage(url, async (page) => {
  await decode(page, row("edge-index").line);
  const marked = (selector) => page.$$eval(`${selector}[data-marked]`, (all) => all.map((e) => [Number(e.dataset.start ?? e.dataset.offset), e.dataset.marked]));
  await page.hover("[role=gridcell][data-part=row][data-offset='2']");
  await soon.deepEqual(() => marked("[role=treeitem]"), [[0, "hover"]]);
  await soon.deepEqual(async () => (await marked("[role=gridcell]")).map(([at]) => at), [0, 1, 2, 3]);
  await page.click("[role=treeitem][data-part=row][data-start='36'] .words");
  await soon.deepEqual(async () => (await marked("[role=gridcell]")).filter(([, how]) => how === "pinned").map(([at]) => at), [36, 37, 38, 39, 40, 41, 42, 43, 44]);
  await page.focus("[role=gridcell][data-part=row][data-offset='36']");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await soon.deepEqual(() => page.evaluate(() => [document.activeElement.getAttribute("role"), document.activeElement.dataset.start]), ["treeitem", "37"]);
  await page.keyboard.press("Escape");
  await soon.equal(() => page.evaluate(() => document.activeElement.dataset.offset), "37");
  await page.keyboard.press("F6");
  await soon.equal(() => page.evaluate(() => document.activeElement.closest("#fields, #bytes").id), "fields");
}));

test("hostile bytes stay text", () => withPage(url, async (page) => {
  const count = () => page.$$eval("script, img, iframe, object, embed, a, form, style, link", (all) => all.length);
  const before = await count();
  for (const [name, text] of Object.entries(hostile)) {
    for (const bytes of [ordered(text), Buffer.from(text)]) {
      await decode(page, bytes.toString("hex"));
      await soon.equal(async () => Object.values(await shown(page))[0], bytes.toString("hex"), name);
      const words = await page.evaluate(() => document.querySelector("main").innerText + document.querySelector("footer").innerText);
      assert.doesNotMatch(words, /[\x1b\x07\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\ufeff]/u, name);
    }
    await decode(page, text);
  }
  await soon.equal(() => count(), before, "an element appeared that the page did not make");
}));

test("the themes follow the system and the button", () => withPage(url, async (page) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const seen = new Set();
  for (let i = 0; i < 3; i++) {
    await page.click("#theme");
    const theme = await page.$eval("#theme", (e) => e.getAttribute("aria-label"));
    if (theme !== "Theme: system") seen.add(`${theme} ${await background()}`);
  }
  assert.deepEqual([...seen].sort(), ["Theme: dark rgb(18, 18, 18)", "Theme: light rgb(255, 255, 255)"]);
}));

const view = (page, name) => page.waitForSelector(`html[data-view=${name}]`);
const give = async (page, selector, file) => (await page.$(selector)).uploadFile(file);
const rowsShown = (page, n) => page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), {}, n);

/** Opens the damaged scan with its schema. */
async function openScan(page, file = damaged) {
  await give(page, "#schema-file", golden("actionbase/actionbase-hbase-shell.schema.json"));
  await page.waitForFunction(() => document.querySelector("#schema-words").textContent);
  await give(page, "#open-file", file);
  await view(page, "rows");
  await page.waitForSelector("#rows [data-display] [data-term]");
}

test("Rows: a facet filters, cells have keys, and a column is moved and pinned", () => withPage(url, async (page) => {
  await openScan(page);
  await page.locator("#facets-list [aria-label='wrong salt, 1 row']").click(); // redrawn while the rest is counted
  await rowsShown(page, 1);
  await soon.equal(() => page.$eval("#where", (e) => e.value), "check = salt");
  await page.locator("#facets-list [aria-label='wrong salt, 1 row']").click(); // redrawn while the rest is counted
  await rowsShown(page, 104);
  const heads = () => page.$$eval("#rows [role=columnheader]", (all) => all.map((e) => e.textContent.replace(/ [↑↓]$/, "")));
  const [, , one, other] = await heads();
  await page.focus(`#rows [data-sort="${one}"]`);
  await page.keyboard.down("Alt");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.up("Alt");
  await soon.deepEqual(async () => (await heads()).slice(2, 4), [other, one]);
  await page.waitForSelector("#rows [data-display='0'] button");
  await page.focus("#rows [data-display='0'] button");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const term = await page.evaluate(() => document.activeElement.querySelector("[data-term]").dataset.term);
  await page.keyboard.press("+");
  await soon.equal(() => page.$eval("#where", (e) => e.value), term);
  await page.keyboard.press("c");
  await page.locator(`[data-pin="${one}"]`).click();
  await soon.deepEqual(async () => (await heads()).slice(2, 4), [one, other]);
}));

test("Rows, Findings and Overview of one document; a filter without results says why", () => withPage(url, async (page) => {
  await openScan(page);
  await page.type("#where", "record = edge index and source = 4242");
  await page.waitForSelector("#rows-none:not([hidden])");
  await soon.equal(() => page.$eval("#rows-none-term", (e) => e.textContent), "source = 4242");
  await page.click("#rows-none-remove");
  await rowsShown(page, 45);
  await page.waitForFunction(() => document.querySelector("#count-findings").textContent === "6");
  await page.click("#tab-findings");
  await page.waitForSelector("#findings [data-display]");
  await page.waitForFunction(() => document.querySelectorAll("#stored-bytes [role=gridcell]").length > 0);
  await page.click("#tab-overview");
  await page.waitForFunction(() => /edge index/.test(document.querySelector("#overview").textContent));
}));

test("Diff: two scans, matched by key and by key without salt", () => withPage(url, async (page) => {
  await openScan(page, scan);
  await give(page, "#second-file", damaged);
  await view(page, "diff");
  const listed = (n) => page.waitForFunction((n) => document.querySelectorAll("#differences [data-display]").length === n, {}, n);
  await listed(6);
  await page.select("#diff-match", "key without salt");
  await listed(5);
  await page.waitForFunction(() => document.querySelectorAll("#first-bytes [role=gridcell]").length > 0);
}));

test("Tables and Structure of a store", () => withPage(url, async (page) => {
  await page.$$eval("[data-store-sample]", (all) => all.find((e) => /RocksDB/.test(e.textContent)).click());
  await page.waitForFunction(() => ["tables", "rows"].includes(document.documentElement.dataset.view));
  await page.click("#tab-tables");
  await page.waitForSelector("#tables [data-table], #tables tbody tr");
  await page.click("#tab-structure");
  await page.waitForFunction(() => document.querySelectorAll("#block-bytes [role=gridcell]").length > 0 && document.querySelectorAll("#block-fields [role=treeitem]").length > 0);
  await page.click("#block-next");
  await page.waitForFunction(() => /block 2 of/.test(document.querySelector("#block-place").textContent));
}));

test("a narrow window has four tabs and a menu of the rest", () => withPage(url, async (page) => {
  await page.setViewport({ width: 390, height: 800 });
  const tabs = () => page.$$eval(".bar [role=tab]", (all) => all.filter((t) => t.checkVisibility()).map((t) => t.dataset.view));
  await soon.deepEqual(() => tabs(), ["row", "rows", "findings", "overview"]);
  await page.click("#more-toggle");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await view(page, "time");
  await soon.deepEqual(() => tabs(), ["row", "rows", "findings", "overview", "time"]);
  await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}));

test("a row is shared without its texts: the link is deflated, and opens", () => withPage(url, async (page) => {
  await page.evaluate(() => navigator.clipboard.writeText = async (text) => { globalThis.copied = text; });
  await page.type("#input", row("edge-index").line);
  await page.waitForSelector("[role=gridcell]");
  await page.click("#share-toggle");
  await page.click("#share-anonymise");
  await page.waitForSelector("#share-anonymous table");
  await page.click("#share-copy");
  await page.waitForFunction(() => globalThis.copied);
  const link = await page.evaluate(() => globalThis.copied);
  assert.match(new URL(link).hash, /data=~/);
  await page.evaluate((to) => {
    sessionStorage.clear();
    location.hash = new URL(to).hash;
  }, link);
  await page.waitForFunction(() => document.querySelector("#document").textContent.includes("a link") && document.querySelector("#candidates").textContent.includes("salt is xxh32"));
  await soon.equal(() => page.evaluate(() => document.querySelector("#fields").textContent.includes("friends")), false);
}));

const asUser = (page) => user(page, {
  wait: (fn, arg) => page.waitForFunction(fn, {}, arg),
  give: (selector, path) => give(page, selector, path),
  async another(path = "") {
    const other = await browser.newPage();
    await other.goto(url + path);
    await other.waitForSelector("html[data-ready=true]");
    return asUser(other);
  },
});

// A reload requests the page again.
test("tasks and defects", (t) => withPage(url, (page) => all(t, asUser(page)), /./));

// One browser per test file, one page per test; every page is watched for what must
// never happen: policy reports, console errors, requests after loading, dialogs.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { started } from "./chromium.mjs";
import { row, rows, url } from "./rows.mjs";
import { PATIENCE } from "./soon.mjs";

export { row, rows, url };
export const schemaFile = fileURLToPath(new URL("schema.json", import.meta.url));

let browser;

/** Starts and ends the browser of a test file. */
export function useBrowser() {
  before(async () => {
    browser = await chromium.launch(started("--disable-quic", "--disable-component-update", "--disable-sync"));
  });
  after(() => browser.close());
}

/**
 * Runs fn with a page, then checks that nothing forbidden happened.
 * @param {{base?: string, path?: string, ready?: boolean, errors?: RegExp, requests?: RegExp, prepare?: (page) => Promise<void>}} options
 *   errors: console errors that the test provokes; requests: addresses that it may
 *   request after loading
 */
export async function withPage(options, fn) {
  const { base = url, path = "", ready = true, errors = /^$/, requests = /^$/, prepare, ...contextOptions } = options;
  // Few tests need the page kept for offline use; the others avoid fetching it twice.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...contextOptions });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const seen = [];
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("console", (m) => m.type() === "error" && !errors.test(m.text()) && seen.push(`console: ${m.text()}`));
  page.on("pageerror", (e) => seen.push(`error: ${e.message}`));
  page.on("dialog", (d) => seen.push(`dialog: ${d.message()}`));
  await page.addInitScript(() => {
    globalThis.policyReports = [];
    addEventListener("securitypolicyviolation", (e) => globalThis.policyReports.push(`${e.violatedDirective} ${e.blockedURI}`));
  });
  await prepare?.(page);
  await page.goto(new URL(path, base).href);
  if (ready) {
    await page.waitForSelector("html[data-ready=true]");
    page.on("request", (r) => requests.test(r.url()) || seen.push(`request after loading: ${r.url()}`));
  }
  try {
    await fn(page);
    seen.push(...(await page.evaluate(() => globalThis.policyReports)));
    assert.deepEqual(seen, []);
  } finally {
    await context.close();
  }
}

/**
 * Makes a subtest of each theme, of a page that has been loaded once.
 * @param {(colorScheme: string, again: boolean) => Promise<void>} fn again: the page was in another theme before
 */
export async function inThemes(t, page, fn, themes = ["light", "dark"]) {
  for (const [i, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    await t.test(colorScheme, () => fn(colorScheme, i > 0));
  }
}

/** Types text into the input and waits until it is decoded. */
export async function decode(page, text) {
  await page.getByRole("textbox", { name: "Input", exact: true }).fill(text);
  await settled(page);
}

/** What was copied; a test that waits for it must empty the clipboard first. (waitForFunction does not await the function it is given.) */
export const clipboard = (page) => page.evaluate(async (patience) => {
  for (const until = Date.now() + patience; Date.now() < until;) {
    const text = await navigator.clipboard.readText();
    if (text) return text;
    await new Promise((then) => setTimeout(then, 20));
  }
  throw new Error("nothing was copied");
}, PATIENCE);

/** The link for a choice in Share: "This row", "The whole document", "The view only". */
export async function sharedLink(page, what) {
  const dialog = page.getByRole("dialog", { name: "Share" });
  if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByRole("radio", { name: what }).check();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await dialog.getByRole("button", { name: "Copy link" }).click();
  const link = await clipboard(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  return link;
}

/** Waits until the page shows the answer to the latest request. */
export async function settled(page) {
  await page.waitForSelector("html[data-ready=true]:not([data-stale]):not([data-state=loading])");
}

/** Shows a view or tool by its tab, or by the menu where a narrow window has no tab for it. */
export async function goTo(page, name) {
  const tab = page.locator(`#tab-${name.toLowerCase()}:not([hidden])`);
  await tab.waitFor({ state: "attached" }); // some tabs appear only with the document
  if (await tab.isVisible()) return tab.click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  return page.getByRole("menuitem", { name, exact: true }).click();
}

/** Gives the page the schema for the rows. */
export async function giveSchema(page) {
  await page.getByRole("button", { name: "Schema", exact: true }).click();
  await page.getByLabel("Open schema file").setInputFiles(schemaFile);
  await page.waitForSelector("#schema-panel", { state: "hidden" });
  await settled(page);
}

export async function expandAll(page) {
  const button = page.getByRole("button", { name: "Expand all" });
  if (await button.count()) await button.click();
}

/** The shown field tree as plain data. */
export const tree = (page) => page.$$eval("[role=treeitem]", (items) => items.map((e) => ({
  name: e.querySelector(".words")?.textContent, value: e.querySelector(".main")?.textContent ?? "", text: e.textContent,
  level: Number(e.getAttribute("aria-level")), part: e.dataset.part, start: Number(e.dataset.start), end: Number(e.dataset.end),
  marked: e.dataset.marked ?? "", selected: e.getAttribute("aria-selected"),
})));

/** The shown bytes as plain data. */
export const cells = (page) => page.$$eval("[role=gridcell]", (list) => list.map((e) => ({
  text: e.textContent, name: e.getAttribute("aria-label"), part: e.dataset.part, offset: Number(e.dataset.offset), marked: e.dataset.marked ?? "",
})));

/** The hex of each part that the grid shows. */
export async function shownHex(page) {
  const out = {};
  for (const c of await cells(page)) out[c.part] = (out[c.part] ?? "") + c.text;
  return out;
}

/** Takes a picture when SCREENSHOTS=1. */
export async function picture(page, name) {
  if (process.env.SCREENSHOTS !== "1") return;
  // The status line is delayed on purpose; a picture should show the final text.
  await page.waitForFunction(() => document.documentElement.dataset.state === "empty" || document.querySelector("#status").textContent !== "Ready.");
  const dir = fileURLToPath(new URL("../../dist/screenshots/", import.meta.url));
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: `${dir}${name}.png` });
}

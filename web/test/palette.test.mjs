// Everything by its name, with Ctrl+K.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { useBrowser, withPage } from "./browser.mjs";
import { drop } from "./drop.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const maryk = ["CURRENT", "MANIFEST-000005", "000004.log"].map((name) => ({ path: fileURLToPath(new URL(`../../golden/store-files/samples/rocksdb/maryk/${name}`, import.meta.url)) }));
const lines = ["0bc76fbe2c8000018f3c9be200", "0bc76fbe2c8000018f3c9be201"];
const box = (page) => page.getByRole("combobox", { name: "Go to" });
const options = (page) => page.getByRole("dialog", { name: "Go to" }).getByRole("option");

/** Opens it and types. */
async function ask(page, text) {
  await page.keyboard.press("Control+k");
  await box(page).waitFor();
  await page.keyboard.type(text);
}

test("views, tools and actions are reached by a word of their name, from a text field too", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/ }, async (page) => {
  await page.locator("#input").fill(lines.join("\n"));
  await page.waitForSelector("#fields [role=treeitem]");
  await page.locator("#input").focus();
  await ask(page, "overv");
  await soon.equal(() => options(page).count(), 1);
  await page.keyboard.press("Enter");
  await page.waitForSelector("html[data-view=overview]");

  await ask(page, "");
  await soon.match(() => options(page).first().textContent(), /^Row/);
  await soon.equal(() => box(page).getAttribute("aria-activedescendant"), "palette-0");
  await page.keyboard.press("ArrowUp");
  const last = await options(page).count() - 1;
  await soon.equal(() => page.locator("#palette [aria-selected=true]").getAttribute("id"), `palette-${last}`);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.querySelector("#palette").open), false);

  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await page.waitForSelector("#fields [role=treeitem]");
  await ask(page, "neigh");
  await page.keyboard.press("Enter");
  await page.waitForSelector("html[data-view=order]");

  await ask(page, "close document");
  await options(page).click();
  await page.waitForSelector("html[data-state=empty]");
}));

test("tables of a store and the documents before it have their names there, and what nothing has is said", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/ }, async (page) => {
  await drop(page, maryk);
  await page.waitForSelector("html[data-view=tables]");
  await ask(page, "ware 0x0301");
  await soon.equal(() => options(page).count(), 1);
  await page.keyboard.press("Enter");
  await page.waitForSelector("html[data-view=rows]");
  await soon.match(() => page.locator("#document-name").textContent(), /0x0301$/);

  await drop(page, [{ name: "keys.hex", bytes: Buffer.from(lines.join("\n")) }]);
  await soon.equal(() => page.locator("#document-name").textContent(), "keys.hex");
  await ask(page, "back to");
  await page.keyboard.press("Enter");
  await soon.match(() => page.locator("#document-name").textContent(), /0x0301$/);

  await ask(page, "zebra");
  await soon.equal(() => page.locator("#palette-none").textContent(), "Nothing matches.");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.querySelector("#palette").open), false);
}));

for (const width of [1280, 320]) {
  test(`at ${width} px: axe finds nothing, and nothing is wider than the window`, () => withPage({ viewport: { width, height: 640 } }, async (page) => {
    await ask(page, "");
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await axe(page, `everything by its name, ${colorScheme}`, colorScheme === "dark");
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector("#palette").scrollWidth <= document.querySelector("#palette").clientWidth));
  }));
}

test("Share, which is open beside the views, lets the keys through that lead everywhere", () => withPage({}, async (page) => {
  await page.locator("#input").fill(lines[0]);
  await page.waitForSelector("#fields [role=treeitem]");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#share-dialog").contains(document.activeElement));
  await page.keyboard.press("Control+k");
  await box(page).waitFor();
}));

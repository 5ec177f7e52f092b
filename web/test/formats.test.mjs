// The pages about formats.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { inThemes, settled, url, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const index = { path: "formats/index.html", ready: false };

test("every format has a page whose samples open in the inspector", () => withPage(index, async (page) => {
  const pages = await page.$$eval(".format-list a", (all) => all.map((a) => a.href));
  assert.ok(pages.length > 4);
  for (const address of pages) {
    await page.goto(address);
    // A layout is the user's own, so there is none to draw.
    if (!address.endsWith("/layout.html")) await soon.ok(async () => await page.locator(".layout li").count() > 0, `${address} draws nothing`);
    await soon.ok(async () => await page.locator(".record tbody tr").count() > 0, `${address} lists no field`);
    await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  }
  const hex = await page.locator(".drawing").first().locator(".layout").first().locator("code").allTextContents();
  await page.getByRole("link", { name: /^Open in the inspector/ }).first().click();
  await page.waitForSelector("[role=gridcell]");
  await settled(page);
  const part = await page.locator("[role=gridcell]").first().getAttribute("data-part");
  await soon.equal(async () => (await page.locator(`[role=gridcell][data-part="${part}"]`).allTextContents()).join(""), hex.join("").replaceAll(" ", ""));
}));

const key = "8a1fc203346f62616d6100";
const formatsOf = (page) => page.locator("#formats-list > details");

test("Formats opens inside the page: Back restores the document, its view and typed text", () => withPage({ requests: /./ }, async (page) => {
  await page.getByRole("textbox", { name: "Input" }).fill(key);
  await settled(page);
  const tabs = page.context().pages().length;
  await page.getByRole("link", { name: "Formats" }).click();
  await page.getByRole("heading", { name: "Formats", exact: true }).waitFor();
  await soon.ok(async () => await formatsOf(page).count() > 4);
  assert.equal(page.context().pages().length, tabs);
  await soon.equal(() => page.getByRole("link", { name: "Formats" }).getAttribute("aria-current"), "page");
  await soon.equal(() => page.getByRole("tab", { selected: true }).count(), 0);
  await page.goBack();
  await soon.equal(() => page.getByRole("textbox", { name: "Input" }).inputValue(), key);
  await soon.equal(() => page.getByRole("tab", { name: "Row", exact: true }).getAttribute("aria-selected"), "true");
  await page.goForward();
  await soon.ok(() => formatsOf(page).first().isVisible());
  await page.reload();
  await soon.ok(() => formatsOf(page).first().isVisible(), "a reload left Formats");
}));

test("a record kind in Formats lists its fields, and starts Build", () => withPage({ path: "#view=formats" }, async (page) => {
  await formatsOf(page).filter({ hasText: "Lexicoders" }).locator("> summary").click();
  const kind = formatsOf(page).locator("details.record").nth(1);
  const name = await kind.locator("h4").textContent();
  await kind.locator("summary").click();
  await soon.ok(async () => await kind.locator("tbody tr").count() > 0);
  await kind.getByRole("button", { name: new RegExp(`^Build one ?: ${name}$`) }).click();
  await soon.equal(() => page.locator("#build-record option:checked").textContent(), name);
  await soon.equal(() => page.locator("#build-format").inputValue(), "lexicoders");
  await soon.ok(async () => await page.locator("#build-bytes [role=gridcell]").count() > 0);
}));

test("Build begins with a record of the format that Row showed last", () => withPage({ path: `#data=${Buffer.from("2b80000000000000072c8000000000000009").toString("base64url")}&format=hbase-orderedbytes` }, async (page) => {
  await settled(page);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("tab", { name: "Build" }).click();
  await soon.equal(() => page.locator("#build-format").inputValue(), "hbase-orderedbytes");
}));

for (const width of [1280, 390, 320]) {
  test(`axe finds nothing in Formats beside the document, ${width} px`, (t) => withPage({ path: "#view=formats", viewport: { width, height: 800 } }, async (page) => {
    await formatsOf(page).first().waitFor();
    await formatsOf(page).nth(1).locator("> summary").click();
    await formatsOf(page).nth(1).locator("details.record summary").first().click();
    await inThemes(t, page, async (colorScheme, again) => {
      await axe(page, "formats", again);
      const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(scroll <= client, `${scroll} > ${client}`);
    });
  }));
}

for (const width of [1280, 320]) {
  test(`axe finds nothing, ${width} px`, (t) => withPage({ ...index, viewport: { width, height: 800 } }, async (page) => {
    const format = await page.locator(".format-list a").nth(1).getAttribute("href");
    for (const path of ["index.html", format]) {
      await page.goto(new URL(`formats/${path}`, url).href);
      await page.$$eval("details", (all) => all.slice(0, 2).forEach((d) => { d.open = true; }));
      await inThemes(t, page, async (colorScheme, again) => {
        await axe(page, path, again);
        const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(scroll <= client, `${path}: ${scroll} > ${client}`);
      });
    }
  }));
}

// The pages about formats.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { settled, url, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const index = { path: "formats/index.html", ready: false };

test("every format has a page, whose samples open in the inspector", () => withPage(index, async (page) => {
  const pages = await page.$$eval(".format-list a", (all) => all.map((a) => a.href));
  assert.ok(pages.length > 4);
  for (const address of pages) {
    await page.goto(address);
    // A layout is the user's own: there is none to be drawn.
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

test("the inspector leads to the formats", () => withPage({}, async (page) => {
  await soon.equal(() => page.getByRole("link", { name: "Formats" }).first().evaluate((a) => a.href), new URL("formats/index.html", url).href);
}));

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 320]) {
    test(`axe finds nothing, ${colorScheme}, ${width} px`, () => withPage({ ...index, colorScheme, viewport: { width, height: 800 } }, async (page) => {
      const format = await page.locator(".format-list a").nth(1).getAttribute("href");
      for (const path of ["index.html", format]) {
        await page.goto(new URL(`formats/${path}`, url).href);
        await page.$$eval("details", (all) => all.slice(0, 2).forEach((d) => { d.open = true; }));
        await axe(page, path);
        const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(scroll <= client, `${path}: ${scroll} > ${client}`);
      }
    }));
  }
}

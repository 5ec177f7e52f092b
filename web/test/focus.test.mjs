// Where the focus goes when a key leads to another view.

import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { decode, row, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const store = fileURLToPath(new URL("../../golden/store-files/samples/rocksdb/maryk/", import.meta.url));
const reading = { requests: /\/worker-[0-9a-f]+\.js$|^blob:/ };

test("Enter on a table leads to the first of its rows", () => withPage(reading, async (page) => {
  await page.locator("#folder").setInputFiles(store);
  await page.waitForSelector("html[data-view=tables]");
  await page.locator("#tables [data-table] button").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForFunction(() => document.activeElement?.closest("#rows [data-display='0']"));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.activeElement?.closest("#rows [data-display='0']"));
}));

test("t opens Time and focuses its input", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await page.getByRole("tab", { name: "Row", exact: true }).focus();
  await page.keyboard.press("t");
  await page.waitForSelector("html[data-view=time]");
  await soon.equal(() => page.evaluate(() => document.activeElement.id), "time-input");
}));

test("the key of a view leaves the focus where a click on its tab would", () => withPage(reading, async (page) => {
  await decode(page, row("edge-index").line);
  const focused = () => page.evaluate(() => document.activeElement.dataset.view ?? document.activeElement.id);
  await page.evaluate(() => document.activeElement.blur());
  for (const [key, view] of [["4", "overview"], ["2", "rows"], ["b", "build"], ["1", "row"]]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`html[data-view=${view}]`);
    await soon.equal(focused, view, key);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press("o");
  await page.waitForSelector("html[data-view=order]");
  await soon.equal(focused, "order");
}));

test("Time is offered for a number of ten to nineteen digits", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$/ }, async (page) => {
  const offer = page.getByRole("button", { name: "A time? Open it in Time" });
  const input = page.getByRole("textbox", { name: "Input", exact: true });
  for (const [text, is] of [["171478440", false], ["1714784409000", true], ["1714784409", true], ["171478440900012345678", false], ["1714784409000", true]]) {
    await input.fill(text);
    await soon.equal(() => offer.isVisible(), is, text);
  }
  await offer.click();
  await page.waitForSelector("html[data-view=time]");
  await soon.equal(() => page.locator("#time-input").inputValue(), "1714784409000");
  await soon.match(() => page.locator("#panel-time").textContent(), /2024-05-04/);
}));

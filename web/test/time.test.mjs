import assert from "node:assert/strict";
import { test } from "node:test";
import { goTo, picture, useBrowser, withPage } from "./browser.mjs";
import { fits } from "./panel.mjs";

useBrowser();

/** Goes to the mode, gives a text, and waits until it is read or refused. */
async function time(page, text) {
  await goTo(page, "Time");
  await page.waitForFunction(() => document.querySelector("#time-layout").options.length > 1);
  await give(page, text);
}

async function give(page, text) {
  await page.getByRole("textbox", { name: "Input", exact: true }).fill(text);
  await page.waitForSelector("#time-out:visible, #time-alert:visible");
}

const forms = (page) => page.$$eval("#time-forms dt", (list) => Object.fromEntries(list.map((e) => [e.textContent, e.nextElementSibling.querySelector("code").textContent])));
const version = (page, wanted) => page.waitForFunction((v) => [...document.querySelectorAll("#time-forms code")].some((e) => e.textContent === v), wanted);

test("a version is shown in every form, and each form is read back", () => withPage({ timezoneId: "Asia/Seoul", locale: "en-GB" }, async (page) => {
  await time(page, "e982e3f00b1ffffc");
  const shown = await forms(page);
  assert.match(shown.local, /22 December 2018 at 0?2:12:25\.678 GMT\+09:00 \(Asia\/Seoul\)$/);
  delete shown.local;
  assert.deepEqual(shown, {
    UTC: "2018-12-21T17:12:25.678Z", milliseconds: "1545412345678", "logical counter": "3", version: "1620482295781654531",
    "plain bytes": "167d1c0ff4e00003", "inverted bytes": "e982e3f00b1ffffc", "var-int bytes": "838080a7ff81c7be16",
  });
  for (const name of ["UTC", "milliseconds", "version", "plain bytes", "inverted bytes", "var-int bytes"]) {
    await page.getByRole("button", { name: `Copy ${name}`, exact: true }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await give(page, "0");
    await version(page, "0000000000000000");
    await give(page, /Z|ms/.test(copied) ? `${copied}/3` : copied);
    await version(page, "1620482295781654531");
  }
}));

test("every layout says what it makes of the text, and is chosen by its name", () => withPage({}, async (page) => {
  await time(page, "1545412345678ms/3");
  await page.waitForFunction(() => document.querySelectorAll("#time-layouts tr").length === 5);
  const rows = await page.$$eval("#time-layouts tr", (list) => list.map((r) => [...r.children].map((c) => c.textContent)));
  assert.deepEqual(rows.map((r) => r.slice(1)), [
    ["2018-12-21T17:12:25.678Z", "3", "1620482295781654531"], ["2018-12-21T17:12:25.678Z", "3", "101280143486353411"], ["2018-12-21T17:12:25.678Z", "3", "6330008967897091"],
    ["not in this layout", "not in this layout", "not in this layout"], ["2018-12-21T17:12:25.678Z", "3", "1545412345678000000.0000000003"],
  ]);
  await page.getByRole("button", { name: "48 bits ms, 16 bits logical" }).click();
  await version(page, "101280143486353411");
  assert.equal(await page.getByLabel("Layout", { exact: true }).inputValue(), "ms-16");
  await page.getByLabel("Layout", { exact: true }).selectOption("ms");
  await page.getByLabel("Hex is").selectOption("inverted");
  await give(page, "fffffe70c3641dff");
  await version(page, "2024-05-03T04:00:00.000Z");
}));

test("what is no time is said, and now is one", () => withPage({}, async (page) => {
  await time(page, "soon");
  assert.match(await page.locator("#time-alert").textContent(), /expected a version as a number or hex, or a time such as/);
  assert.equal(await page.locator("#time-out").isVisible(), false);
  await page.getByRole("button", { name: "Now" }).click();
  await page.locator("#time-out").waitFor();
  assert.equal((await forms(page)).UTC, await page.getByRole("textbox", { name: "Input", exact: true }).inputValue());
  await page.getByRole("button", { name: "Clear" }).click();
  assert.equal(await page.locator("#time-out").isVisible(), false);
}));

for (const [text, colorScheme, width, height] of [
  ["e982e3f00b1ffffc", "light", 1280, 800], ["e982e3f00b1ffffc", "dark", 1280, 800], ["e982e3f00b1ffffc", "light", 390, 844], ["e982e3f00b1ffffc", "dark", 320, 640], ["soon", "light", 1280, 800],
]) {
  test(`${text}, ${colorScheme}, ${width}: axe finds nothing, nothing is cut`, () => withPage({ colorScheme, viewport: { width, height } }, async (page) => {
    await time(page, text);
    await picture(page, `time-${text}-${colorScheme}-${width}`);
    await fits(page, "#panel-time", text);
  }));
}

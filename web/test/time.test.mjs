import assert from "node:assert/strict";
import { test } from "node:test";
import { clipboard, decode, goTo, inThemes, picture, row, rows, settled, useBrowser, withPage } from "./browser.mjs";
import { fits } from "./panel.mjs";
import { soon } from "./soon.mjs";

useBrowser();

/** Opens the tool, enters a text, and waits until it is read or refused. */
async function time(page, text) {
  await goTo(page, "Time");
  await give(page, text);
}

async function give(page, text) {
  await page.getByRole("textbox", { name: "Input", exact: true }).fill(text);
  await page.waitForSelector("#time-out:visible, #time-alert:visible");
}

const forms = (page, id = "time-forms") => page.$$eval(`#${id} dt`, (list) => Object.fromEntries(list.map((e) => [e.textContent, e.nextElementSibling.querySelector("code").textContent])));
const shows = (page, utc) => page.waitForFunction((v) => document.querySelector("#time-forms code")?.textContent === v, utc);
const readings = (page) => page.$$eval("#time-readings tr", (list) => list.map((r) => [...r.children].map((c) => c.querySelector("[role=img]")?.getAttribute("aria-label") ?? c.textContent.trim())));

test("a number is read as the most likely kind of time, and unlikely readings stay with their reason", () => withPage({}, async (page) => {
  await time(page, "1714577155540");
  await shows(page, "2024-05-01T15:25:55.540Z");
  const list = await readings(page);
  assert.deepEqual(list[0], ["milliseconds since 1970", "evidence 2 of 3", "2024-05-01 15:25:55.540", "", "13 digits, from 1980 to 2099"]);
  const maryk = list.find((r) => /44 bits ms/.test(r[0]));
  assert.deepEqual(maryk.slice(1), ["evidence 1 of 3", "1970-01-01 00:27:15.148", "206292", "before 1980, counter not near 0"]);
  assert.deepEqual(list.at(-1).slice(1), ["evidence 0 of 3", "after the year 9999", "", "out of range"]);
  await page.getByRole("radio", { name: /44 bits ms/ }).check();
  await shows(page, "1970-01-01T00:27:15.148Z/206292");
  for (const [text, utc] of [["1714577155", "2024-05-01T15:25:55.000Z"], ["1620482295781654531", "2018-12-21T17:12:25.678Z/3"], ["e982e3f00b1ffffc", "2018-12-21T17:12:25.678Z/3"], ["d37ffffe70cb699c7e", "2024-05-01T14:37:02.209Z"]]) {
    await give(page, text);
    await shows(page, utc);
  }
}));

test("the instant is shown in every form, stored and as text, and each form can be read back", () => withPage({ timezoneId: "Asia/Seoul" }, async (page) => {
  await time(page, "2024-05-03T04:00:01Z");
  await shows(page, "2024-05-03T04:00:01.000Z");
  await soon.deepEqual(() => forms(page), {
    UTC: "2024-05-03T04:00:01.000Z", "Asia/Seoul": "2024-05-03T13:00:01.000+09:00", milliseconds: "1714708801000", microseconds: "1714708801000000", seconds: "1714708801",
  });
  await page.locator("#time-stored dt").nth(6).waitFor();
  await soon.deepEqual(() => forms(page, "time-stored"), {
    "ordered int64, ascending": "2c8000018f3c9be5e8", "ordered int64, descending": "d37ffffe70c3641a17", "8 bytes, big endian": "0000018f3c9be5e8", "8 bytes, newest first": "fffffe70c3641a17",
    "8 bytes, sign bit inverted": "8000018f3c9be5e8", "Maryk version": "1798002495717376000", "Maryk version, newest first": "e70c3641a17fffff",
  });
  for (const text of Object.values({ ...(await forms(page)), ...(await forms(page, "time-stored")) })) {
    await give(page, "0");
    await shows(page, "1970-01-01T00:00:00.000Z");
    await give(page, text);
    await shows(page, "2024-05-03T04:00:01.000Z");
  }
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Copy milliseconds" }).click();
  assert.equal(await clipboard(page), "1714708801000");
}));

test("a date is entered in the chosen zone, and shown in it", () => withPage({ timezoneId: "Asia/Seoul" }, async (page) => {
  await goTo(page, "Time");
  const zone = page.getByRole("combobox", { name: "Zone" });
  await soon.equal(() => zone.inputValue(), "UTC");
  await soon.deepEqual(async () => (await zone.locator("option").allTextContents()).slice(0, 2), ["UTC", "Asia/Seoul"]);
  await give(page, "2024-05-03 13:00:01");
  await shows(page, "2024-05-03T13:00:01.000Z");
  await zone.selectOption("Asia/Seoul");
  await shows(page, "2024-05-03T04:00:01.000Z");
  // Clocks in New York skip 02:30 on the first day, and show 01:30 twice on the second.
  await zone.selectOption("America/New_York");
  for (const [text, utc, there] of [
    ["2024-03-10 02:30", "2024-03-10T07:30:00.000Z", "2024-03-10T03:30:00.000-04:00"], ["2024-11-03 01:30", "2024-11-03T05:30:00.000Z", "2024-11-03T01:30:00.000-04:00"],
    ["2024-07-01", "2024-07-01T04:00:00.000Z", "2024-07-01T00:00:00.000-04:00"], ["2024-07-01T00:00Z", "2024-07-01T00:00:00.000Z", "2024-06-30T20:00:00.000-04:00"],
  ]) {
    await give(page, text);
    await shows(page, utc);
    await soon.equal(async () => (await forms(page))["America/New_York"], there);
    await soon.match(async () => (await forms(page))["Asia/Seoul"], /\+09:00$/);
  }
  await give(page, "2024-02-31");
  await page.locator("#time-alert").waitFor();
  // A number is the same in every zone.
  await give(page, "1714708801000");
  await shows(page, "2024-05-03T04:00:01.000Z");
}));

test("what is not a time is reported; now and 2 h ago are times", () => withPage({}, async (page) => {
  await time(page, "soon");
  await soon.match(() => page.locator("#time-alert").textContent(), /^Expected a number, a date such as/);
  await soon.equal(() => page.locator("#time-out").isVisible(), false);
  await page.getByRole("button", { name: "Now" }).click();
  await page.locator("#time-instant").waitFor();
  const instant = async () => Number((await forms(page)).milliseconds);
  await soon.ok(async () => Math.abs(Date.now() - (await instant())) < 600_000);
  const before = await instant();
  await give(page, "2 h ago");
  await page.waitForFunction((ms) => Number([...document.querySelectorAll("#time-forms dt")].find((e) => e.textContent === "milliseconds").nextElementSibling.querySelector("code").textContent) < ms - 3_600_000, before);
  await soon.ok(async () => Math.abs(Date.now() - 7_200_000 - (await instant())) < 600_000);
  await page.getByRole("button", { name: "Clear" }).click();
  await soon.equal(() => page.locator("#time-out").isVisible(), false);
}));

test("it starts from the row, ranks by the document's times, and leads to the rows that hold the time", () => withPage({ requests: /worker-/ }, async (page) => {
  const text = `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}\n`;
  await page.getByLabel("Open file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForSelector("html[data-view=rows]");
  const at = rows.findIndex((r) => r.record === "edge-index");
  await page.evaluate((n) => { location.hash = `#row=${n}`; }, at);
  await page.waitForFunction((n) => document.querySelector("#row-place").textContent.startsWith(`row ${n} `), at + 1);
  await settled(page);
  await goTo(page, "Time");
  const { version } = row("edge-index").fields;
  const iso = new Date(Number(version)).toISOString();
  await shows(page, iso);
  await soon.equal(() => page.getByRole("textbox", { name: "Input", exact: true }).inputValue(), version);
  await soon.equal(() => page.locator("#time-from").textContent(), `from row ${at + 1}, version`);
  await page.waitForFunction(() => /between the first and the last time of this document$/.test(document.querySelector("#time-readings tr").textContent));
  const link = page.getByRole("link", { name: /^\d+ rows? of this document holds? this time$/ });
  await link.waitFor();
  const held = Number.parseInt(await link.textContent(), 10);
  await link.click();
  await page.waitForSelector("html[data-view=rows]");
  await soon.match(() => page.getByRole("searchbox", { name: "Filter" }).inputValue(), new RegExp(`version = ${iso}`));
  await page.waitForFunction((n) => document.querySelector("#status").textContent.startsWith(`${n} of `), held);
  await goTo(page, "Time");
  await page.getByRole("textbox", { name: "Input", exact: true }).fill("2024-01-01");
  await page.getByText("No row of this document holds this time").waitFor();
}));

test("it takes the time of the selected field", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await goTo(page, "Time");
  await soon.match(() => page.locator("#time-from").textContent(), /, version$/);
  await goTo(page, "Row");
  const dated = page.getByRole("tree", { name: "Fields" }).getByRole("treeitem").filter({ hasText: "2024-" }).filter({ hasNotText: "version" }).first();
  const name = await dated.locator(".name").first().textContent();
  await dated.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("t");
  await soon.equal(() => page.locator("#time-from").textContent(), `from the row, ${name.replace(/[↑↓]/, "").trim()}`);
}));

for (const [text, themes, width, height] of [
  ["e982e3f00b1ffffc", ["light", "dark"], 1280, 800], ["e982e3f00b1ffffc", ["light"], 390, 844], ["1714577155540", ["dark"], 320, 640], ["soon", ["light"], 1280, 800],
]) {
  test(`${text}, ${width}: axe finds nothing, nothing is cut`, (t) => withPage({ viewport: { width, height } }, async (page) => {
    await time(page, text);
    if (text !== "soon") await page.locator("#time-stored dt").nth(6).waitFor();
    await inThemes(t, page, async (colorScheme) => {
      await picture(page, `time-${text}-${colorScheme}-${width}`);
      await fits(page, "#panel-time", text);
    }, themes);
  }));
}

for (const width of [390, 320]) {
  test(`at ${width} px every reading says why, inside of the window`, () => withPage({ viewport: { width, height: 844 } }, async (page) => {
    await goTo(page, "Time");
    await page.getByRole("textbox", { name: "Input", exact: true }).fill("1714577155540");
    const why = page.locator("#time-readings td:last-child");
    await soon.equal(() => why.count(), 7);
    const outside = (all) => all.filter((e) => e.textContent === "" || e.getBoundingClientRect().right > innerWidth || e.scrollWidth > e.clientWidth).map((e) => e.textContent);
    assert.deepEqual(await why.evaluateAll(outside), []);
    assert.equal(await page.locator(".time-scroll").evaluate((e) => e.scrollWidth > e.clientWidth), false);
  }));
}

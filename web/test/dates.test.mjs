// Times are shown as dates everywhere, and dates are accepted wherever times are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { decode, row, rows, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const status = (page, pattern) => page.waitForFunction((p) => new RegExp(p).test(document.querySelector("#status").textContent), pattern);
const field = (page, name) => page.locator("[role=treeitem]").filter({ has: page.locator(".words", { hasText: new RegExp(`^${name}$`) }) }).first();

/** Opens the editor of a field. */
async function editor(page, name, role = "textbox") {
  await field(page, name).focus();
  await page.keyboard.press("F2");
  return page.getByRole(role, { name: `Edit ${name}` });
}

/** The bytes of one field in the draft. */
const hexOf = (page, name) => field(page, name).evaluate((e) => [...document.querySelectorAll("#bytes [role=gridcell]")]
  .filter((c) => c.dataset.part === e.dataset.part && c.dataset.offset >= Number(e.dataset.start) && c.dataset.offset < Number(e.dataset.end)).map((c) => c.textContent).join(""));

/** An ordered long of Actionbase, ascending. */
const long = (iso) => `2c${(BigInt(Date.parse(iso)) | (1n << 63n)).toString(16)}`;

test("the date of a time is complete at every width; if both do not fit, the number goes", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await editor(page, "version").then((box) => box.fill("2024-05-01 14:37:02.209"));
  await page.keyboard.press("Enter");
  await status(page, "^Draft: version");
  const version = long("2024-05-01T14:37:02.209Z");
  assert.equal(await hexOf(page, "version"), version);
  const parts = { ...(await page.evaluate(() => {
    const out = {};
    for (const c of document.querySelectorAll("#bytes [role=gridcell]")) out[c.dataset.part] = (out[c.dataset.part] ?? "") + c.textContent;
    return out;
  })), family: "66", qualifier: "65" };
  await decode(page, JSON.stringify({ parts }));
  for (const width of [1366, 1280, 1200, 1180, 1000, 900, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.$$eval(".note.date", (list) => list.filter((e) => {
      const own = e.getBoundingClientRect();
      const box = e.parentElement.getBoundingClientRect();
      return !own.width || own.top < box.top - 1 || own.bottom > box.bottom + 1 || own.right > box.right + 1;
    }).map((e) => e.textContent));
    assert.deepEqual(cut, [], `dates that are cut at ${width}`);
    await soon.ok(async () => (await page.locator(".note.date").allTextContents()).includes("2024-05-01 14:37:02.209"));
  }
}));

test("the editor of a time begins with its date, and accepts dates, numbers and relative times", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  const before = await hexOf(page, "version");
  const box = await editor(page, "version");
  const shown = await box.inputValue();
  assert.equal(long(`${shown.replace(" ", "T")}Z`), before, "the date says the stored bytes");
  assert.match(shown, /\.\d{3}$/, "with milliseconds");
  await page.keyboard.press("Enter");
  await soon.equal(() => page.locator("html").getAttribute("data-draft"), null, "unchanged, it is no draft");
  for (const [text, iso] of [["2024-05-01T15:00:00Z", "2024-05-01T15:00:00Z"], ["2024-05-01 17:30+02:00", "2024-05-01T15:30:00Z"], ["2024-05-02", "2024-05-02T00:00:00Z"], ["1714577155540", "2024-05-01T15:25:55.540Z"]]) {
    await (await editor(page, "version")).fill(text);
    await page.keyboard.press("Enter");
    await page.locator(".editing").waitFor({ state: "detached" });
    assert.equal(await hexOf(page, "version"), long(iso), text);
  }
  await (await editor(page, "version")).fill("2 h ago");
  await page.keyboard.press("Enter");
  await page.locator(".editing").waitFor({ state: "detached" });
  const stored = Number(BigInt(`0x${(await hexOf(page, "version")).slice(2)}`) & ~(1n << 63n));
  assert.ok(Math.abs(Date.now() - 7_200_000 - stored) < 600_000, `${stored} is two hours ago`);
  await (await editor(page, "version")).fill("2024-13-01");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: /such as 2018-12-21/ }).waitFor();
}));

test("a boolean is chosen from a list", () => withPage({}, async (page) => {
  await decode(page, JSON.stringify({ parts: { qualifier: "3635" } }));
  const box = await editor(page, "target", "combobox");
  await soon.equal(() => box.inputValue(), "false");
  await soon.deepEqual(() => box.locator("option").allTextContents(), ["true", "false"]);
  await axe(page, "editor of a boolean");
  await box.selectOption("true");
  await status(page, "^Draft: ");
  await soon.deepEqual(() => page.locator("#bytes [role=gridcell]").allTextContents(), ["36", "36"]);
}));

test("Rows shows times as dates, and its filter takes dates", () => withPage({ requests: /worker-/ }, async (page) => {
  const text = `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}\n`;
  await page.getByLabel("Open file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForFunction((n) => document.documentElement.dataset.rows === String(n) || document.querySelector("#tab-rows").textContent.includes(n), rows.length);
  const versions = rows.map((r) => r.fields.version).filter(Boolean).map(Number);
  const day = new Date(versions[0]).toISOString().slice(0, 10);
  const shown = (n) => status(page, n === rows.length ? "rows?" : `^${n} of ${rows.length} rows? shown`);
  await page.waitForFunction((d) => [...document.querySelectorAll(".rows-body [role=gridcell]")].some((c) => c.textContent.startsWith(d)), day);
  const filter = page.getByRole("searchbox", { name: "Filter" });
  await filter.fill(`version in ${day}`);
  await shown(versions.filter((v) => new Date(v).toISOString().startsWith(day)).length);
  await filter.fill(`version > ${new Date(versions[0]).toISOString()}`);
  await shown(versions.filter((v) => v > versions[0]).length);
  await filter.fill("version < 2 h ago");
  await shown(versions.length);
  // An unfinished term keeps the rows.
  await filter.fill("version in 2024-0");
  await page.getByText("expected a date such as 2024-05-03").first().waitFor();
}));

// Text that would do harm if it were treated as anything but text, in every mode.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { hostile, ordered } from "./hostile.mjs";
import { decode, giveSchema, row, schemaFile, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const texts = Object.values(hostile);
const all = texts.join("");
const r = row("edge-index");
const keyWith = (text) => r.row.replace(/34[0-9a-f]{12}00$/, ordered(text).toString("hex"));
const requests = /\/worker-[0-9a-f]+\.js$/;

const elements = (page) => page.evaluate(() => document.querySelectorAll("script, img, iframe, object, embed, b b, a, style, link, [onerror]").length);
const input = (page) => page.getByRole("textbox", { name: "Input", exact: true });

/** Opens a mode and does something there; it must create no element and show nothing hidden. */
const stays = (name, mode, fn) => test(`hostile text stays text in ${name}`, () => withPage({ requests }, async (page) => {
  const before = await elements(page);
  await page.getByRole("tab", { name: mode, exact: true }).click();
  await fn(page, async () => {
    await soon.equal(() => elements(page), before, "an element appeared that the page did not make");
    const shown = await page.evaluate(() => document.querySelector("main").innerText + document.querySelector("footer").innerText);
    assert.doesNotMatch(shown, /[\x1b\x07\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\ufeff]/u);
    return shown;
  });
}));

stays("Build, as the value of a field", "Build", async (page, check) => {
  await page.waitForSelector("#build-bytes [role=gridcell]");
  await page.getByRole("combobox", { name: "Format" }).selectOption("actionbase");
  await page.getByRole("combobox", { name: "Record" }).selectOption("edge-index");
  for (const text of texts) {
    await page.getByRole("combobox", { name: "source type" }).selectOption("string");
    const box = page.getByRole("textbox", { name: "source", exact: true });
    await box.fill(text);
    await box.blur();
    await soon.equal(() => box.inputValue(), await box.evaluate((b) => b.value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?")), "a hidden character is no escape");
    const hex = ordered(text.replaceAll("\r\n", "\n")).toString("hex");
    await page.waitForFunction((hex) => [...document.querySelectorAll("#build-bytes [data-part=row]")].map((c) => c.textContent).join("").includes(hex), hex);
    await check();
  }
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await page.getByRole("textbox", { name: "Fields as JSON" }).fill(JSON.stringify({ [texts[0]]: all }));
  await page.locator("#build-alert, #panel-build .problem").filter({ visible: true }).first().waitFor();
  await check();
});

stays("Order", "Order", async (page, check) => {
  await input(page).fill(texts.map(keyWith).join("\n"));
  await page.waitForFunction((n) => document.querySelectorAll("#panel-order [data-key]").length === n, texts.length);
  assert.match(await check(), /<img src=x|<\/script>/);
  for (const text of [all, ...texts]) {
    await input(page).fill(text);
    await page.waitForFunction(() => document.querySelectorAll("#panel-order [data-key]").length !== 6 || document.querySelector("#order-alert").checkVisibility());
    await check();
  }
});

stays("Time", "Time", async (page, check) => {
  for (const text of texts) {
    await input(page).fill(text);
    await page.locator("#time-alert").waitFor();
    await check();
  }
});

stays("a draft", "Row", async (page, check) => {
  await decode(page, `ROW  COLUMN+CELL\n${r.line}`);
  await giveSchema(page);
  for (const text of texts) {
    await page.locator("[role=treeitem]:has(> .pencil)").filter({ hasText: "target" }).first().focus();
    await page.keyboard.press("F2");
    await page.locator(".field-editor").fill(text);
    await page.keyboard.press("Enter");
    const hex = ordered(text.replaceAll("\r\n", "\n")).toString("hex");
    await page.waitForFunction((hex) => [...document.querySelectorAll("#bytes [data-part=row]")].map((c) => c.textContent).join("").endsWith(hex), hex);
    await check();
  }
});

stays("rows, failed rows, filter and findings", "Rows", async (page, check) => {
  const escaped = (text) => [...Buffer.from(text)].map((b) => (b > 0x20 && b < 0x7f && b !== 0x5c ? String.fromCharCode(b) : `\\x${b.toString(16).padStart(2, "0").toUpperCase()}`)).join("");
  const [start, end] = r.line.split("item 2\\x00");
  // As the target of a row, in a key that has lost its terminator, and in a line that is not a row.
  const kinds = [(t) => `${start}${escaped(t)}\\x00${end}`, (t) => `${start}${escaped(t)}${end}`, (t) => ` ${t.replace(/[\r\n]/g, "")} colum`];
  const lines = kinds.flatMap((kind) => texts.map(kind));
  await page.locator("#open-file").setInputFiles({ name: `${texts[0].replaceAll("/", "")}.txt`, mimeType: "text/plain", buffer: Buffer.from(["ROW  COLUMN+CELL", ...lines].join("\n")) });
  const counted = () => page.waitForFunction((n) => document.querySelector("#progress").hidden && document.querySelector("#document-rows").textContent === `${n} rows`
    && document.querySelectorAll("#rows [data-display] button").length === n, lines.length);
  await counted();
  await soon.match(() => page.locator("#document-failed").textContent(), /^12 not decoded/);
  assert.match(await check(), /<img src=x/);
  for (const text of texts) {
    await page.getByRole("searchbox", { name: "Filter" }).fill(`"${text}" =`);
    await page.locator("#where-problem").waitFor();
    await check();
    await page.getByRole("searchbox", { name: "Filter" }).fill("");
    await page.locator("#where-problem").waitFor({ state: "hidden" });
  }
  await page.locator("#schema-file").setInputFiles(schemaFile);
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.waitForSelector("#findings [data-display]");
  assert.match(await check(), /<img src=x/);
});

stays("a link, and the names of parts", "Row", async (page, check) => {
  const base = page.url().split("#")[0];
  await page.goto(`${base}#as=%E2%80%AE%1b&data=MDA`);
  await page.waitForFunction(() => /[Nn]o text form/.test(document.querySelector("#status").textContent));
  await check();
  const raw = /[\x1b\u202a-\u202e]/u;
  await decode(page, `{"parts":{"row\u202e\u001b":"00"}}`);
  await check();
  const attributes = await page.evaluate(() => [...document.querySelectorAll("*")].flatMap((e) => [...e.attributes].map((a) => a.value)).join(" "));
  assert.doesNotMatch(attributes, raw);
});

for (const storage of ["localStorage", "sessionStorage"]) test(`a damaged ${storage} neither stops the page nor stays`, () => withPage({ requests: /./ }, async (page) => {
  const entries = ['{"v":1,"list":[{"name":"x"}]}', '{"v":1,"list":[null,7,{"name":1,"schema":{},"formats":[]}]}', '{"v":1,"list":[{"name":"x","schema":{"models":[null]},"formats":[]}]}', "{", '"', '{"v":1,"list":{}}'];
  for (const text of entries) {
    await page.evaluate(([storage, text]) => window[storage].setItem("rowlens.schema", text), [storage, text]);
    await page.reload();
    await page.waitForSelector("html[data-ready=true]");
    await page.getByRole("tab", { name: "Time" }).click();
    await soon.equal(() => page.locator("#panel-time").isVisible(), true, text);
    await page.getByRole("tab", { name: "Row", exact: true }).click();
  }
  const good = { name: "good", schema: { names: ["a", "__proto__"] }, formats: ["actionbase"] };
  await page.evaluate(([storage, list]) => window[storage].setItem("rowlens.schema", JSON.stringify({ v: 1, list })), [storage, [{ name: "x" }, good]]);
  await page.reload();
  await page.waitForSelector("html[data-ready=true]");
  await soon.match(() => page.getByRole("button", { name: /^Schema/ }).textContent(), /2 names/);
  await soon.deepEqual(async () => JSON.parse(await page.evaluate((storage) => window[storage].getItem("rowlens.schema"), storage)), { v: 1, list: [good] });
}));

test("a long link opens completely, and Row takes single rows of it", () => withPage({ requests: /./ }, async (page) => {
  const data = Buffer.from(`${r.line}\n`.repeat(4_000)).toString("base64url");
  const base = page.url().split("#")[0];
  await page.goto(`${base}#data=${data}&row=3999`);
  await page.waitForFunction(() => document.querySelector("#row-place").textContent.startsWith("row 4,000 of 4,000"), undefined, { timeout: 40_000 });
}));

test("links that are too long, or unpack to too much, are refused with a reason", () => withPage({ requests: /./ }, async (page) => {
  const base = page.url().split("#")[0];
  const problem = () => page.getByRole("alert").filter({ hasText: "The link is not understood." }).textContent();
  const much = deflateRawSync(Buffer.alloc(17 << 20)).toString("base64url");
  for (const [hash, said] of [[`data=~${much}`, /Its data are too long\./], ["data=~AAAA", /Its data are damaged\./], [`names=~${much}&draft=~x`, /its names are too long/]]) {
    await page.goto("about:blank");
    await page.goto(`${base}#${hash}`);
    await page.getByRole("alert").filter({ hasText: "The link is not understood." }).waitFor();
    await soon.match(() => problem(), said);
  }
}));

// What is entered in a tool is in the links that Share makes of it, and comes back where nothing else is known.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, goTo, row, rows, sharedLink, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const keys = rows.slice(0, 3).map((r) => r.row).join("\n");
const input = (page) => page.getByRole("textbox", { name: "Input", exact: true });
const dialog = (page) => page.getByRole("dialog", { name: "Share" });
const shows = (page, utc) => page.waitForFunction((v) => document.querySelector("#time-forms code")?.textContent === v, utc);
const keysShown = (page, n) => page.waitForFunction((is) => document.querySelector("#order-count").textContent === is, String(n));

/** Opens a link in a new profile. */
async function follow(page, link, view, act) {
  const context = await page.context().browser().newContext();
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector(`html[data-ready=true][data-view=${view}]`);
  await act(other);
  await context.close();
}

test("what is entered in Time comes back from a link, with its zone and the chosen reading", () => withPage({}, async (page) => {
  await goTo(page, "Time");
  await input(page).fill("1714577155540");
  await shows(page, "2024-05-01T15:25:55.540Z");
  await page.getByRole("radio", { name: /44 bits ms/ }).check();
  await page.getByRole("combobox", { name: "Zone" }).selectOption("Asia/Seoul");
  await shows(page, "1970-01-01T00:27:15.148Z/206292");
  await follow(page, await sharedLink(page, /^What is entered in this tool/), "time", async (other) => {
    await shows(other, "1970-01-01T00:27:15.148Z/206292");
    await soon.equal(() => input(other).inputValue(), "1714577155540");
    await soon.equal(() => other.getByRole("combobox", { name: "Zone" }).inputValue(), "Asia/Seoul");
    await soon.ok(() => other.getByRole("radio", { name: /44 bits ms/ }).isChecked());
  });
}));

test("the form of Build comes back from a link, as it was edited", () => withPage({}, async (page) => {
  await goTo(page, "Build");
  await page.waitForSelector("#build-bytes [role=gridcell]");
  await page.getByRole("combobox", { name: "Format" }).selectOption("actionbase");
  await page.getByRole("combobox", { name: "Record" }).selectOption("edge-state");
  await page.getByRole("button", { name: "JSON", exact: true }).first().click();
  const json = page.locator("#build-json");
  await json.fill((await json.inputValue()).replace(/"version": \d+/, '"version": 1714577155540'));
  const bytes = (of) => of.locator("#build-bytes").textContent();
  await soon.match(() => page.locator("#status").textContent(), /Actionbase/);
  await soon.match(() => bytes(page), /[0-9a-f]{2}/);
  const own = await bytes(page);
  await follow(page, await sharedLink(page, /^What is entered in this tool/), "build", async (other) => {
    await soon.equal(() => bytes(other), own);
    await soon.equal(() => other.getByRole("combobox", { name: "Record" }).inputValue(), "edge-state");
  });
}));

test("what is entered in Order comes back from a link, as it is read there", () => withPage({}, async (page) => {
  await goTo(page, "Order");
  await input(page).fill(keys);
  await keysShown(page, 3);
  await page.getByRole("combobox", { name: "Read as" }).selectOption("hex-lines");
  await page.getByRole("combobox", { name: "Sorted as" }).selectOption("lexicoders");
  await page.waitForFunction(() => document.querySelector("#order-sorted-as").selectedOptions[0].textContent.includes(", "));
  await follow(page, await sharedLink(page, /^What is entered in this tool/), "order", async (other) => {
    await keysShown(other, 3);
    await soon.equal(() => input(other).inputValue(), keys);
    await soon.equal(() => other.getByRole("combobox", { name: "Read as" }).inputValue(), "hex-lines");
    await soon.equal(() => other.getByRole("combobox", { name: "Sorted as" }).inputValue(), "lexicoders");
  });
}));

test("the fields of Range come back from a link, of the record that they are of", () => withPage({}, async (page) => {
  await goTo(page, "Range");
  await page.getByRole("combobox", { name: "Format" }).selectOption("actionbase");
  await page.getByRole("combobox", { name: "Record" }).selectOption("edge-index");
  await page.getByLabel("source", { exact: true }).fill("1001");
  await page.getByLabel("table", { exact: true }).fill("graph.follows");
  const text = () => page.locator("#range-keys").textContent();
  await soon.match(text, /prefix/);
  const own = await text();
  await follow(page, await sharedLink(page, /^What is entered in this tool/), "range", async (other) => {
    await soon.equal(() => other.locator("#range-keys").textContent(), own);
    await soon.equal(() => other.getByRole("combobox", { name: "Record" }).inputValue(), "edge-index");
  });
}));

test("what a link has for a tool is passed over where nobody made it", () => withPage({ requests: /./ }, async (page) => {
  for (const [view, entered] of [["range", { format: "none", fields: 1 }], ["range", { format: "actionbase", record: "edge-index", fields: { indexValues: 5 } }],
    ["build", { format: "none", record: 1 }], ["time", {}], ["order", { text: 7 }], ["row", {}]]) {
    await page.goto(new URL(`#view=${view}&entered=${Buffer.from(JSON.stringify(entered)).toString("base64url")}`, page.url()).href);
    await page.waitForSelector(`html[data-ready=true][data-view=${view}]`);
  }
  await page.waitForTimeout(300);
}));

test("the whole document has what is entered beside it, and says so", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await goTo(page, "Time");
  await input(page).fill("1714577155");
  await shows(page, "2024-05-01T15:25:55.000Z");
  const link = await sharedLink(page, /^The whole document, with what is entered/);
  await follow(page, link, "time", async (other) => {
    await shows(other, "2024-05-01T15:25:55.000Z");
    await goTo(other, "Row");
    await other.waitForSelector("[role=gridcell]");
    await goTo(other, "Time");
    await soon.equal(() => input(other).inputValue(), "1714577155");
  });
}));

test("Share offers first what is entered in the tool that is shown, and not in a view, nor with no data", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  const entered = dialog(page).getByRole("radio", { name: /^What is entered/ });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog(page).getByRole("radio", { name: "This row" }).waitFor();
  await soon.equal(() => entered.isVisible(), false);
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await goTo(page, "Time");
  await input(page).fill("1714577155");
  await shows(page, "2024-05-01T15:25:55.000Z");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await soon.equal(() => entered.isChecked(), true);
  await soon.equal(() => dialog(page).getByRole("checkbox", { name: "Replace texts and ids" }).isDisabled(), true);
  await goTo(page, "Row"); // the dialog stays, beside the views
  await page.getByRole("treeitem").nth(2).click({ position: { x: 40, y: 10 } });
  await soon.equal(() => dialog(page).getByRole("radio", { name: "This row" }).isChecked(), true);
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await goTo(page, "Time");
  const view = new URLSearchParams(new URL(await sharedLink(page, /^The view only/)).hash.slice(1));
  assert.deepEqual([...view.keys()].includes("entered"), false);
}));

const damaged = `#view=time&row=x&entered=${Buffer.from('{"text":"1714577155"}').toString("base64url")}`;

test("what of a link to a tool is damaged stays said beside what the tool says", () => withPage({ path: damaged }, async (page) => {
  await shows(page, "2024-05-01T15:25:55.000Z");
  await soon.match(() => page.locator("#status").textContent(), /^The link is not understood: the row “x” is not a number\. 2024-05-01 15:25:55 UTC, read as/);
}));

test("a link says that what was entered in it is damaged", () => withPage({ path: "#view=time&entered=%25" }, async (page) => {
  await soon.match(() => page.locator("#status").textContent(), /^The link is not understood: what is entered in it is damaged\./);
}));

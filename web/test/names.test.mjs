// Schemas and stored models: dropped, opened or pasted, several at a time, kept,
// exported, erased.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decode, giveSchema, row, schemaFile, settled, tree, url, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const golden = (name) => new URL(`../../golden/maryk-rocksdb/${name}`, import.meta.url);
const models = JSON.parse(readFileSync(golden("latest.models.json"), "utf8"));
const ware = (models.models ?? models)["1"];

const toggle = (page) => page.getByRole("button", { name: /^Schema/ });

async function give(page, files) {
  if (await page.locator("#schema-panel").isHidden()) await toggle(page).click();
  await page.getByLabel("Open schema file").setInputFiles(files);
  await page.waitForSelector("#schema-panel", { state: "hidden" });
  await settled(page);
}

const buffer = (name, text) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
const names = async (page) => (await tree(page)).map((f) => f.text).join("\n");

test("several schemas combine, are listed, and can be removed one by one", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await give(page, [schemaFile]);
  await give(page, [buffer("names.json", `["__unheard of__"]`)]);
  await soon.match(() => names(page), /social\.user_likes/);
  await toggle(page).click();
  const list = page.getByRole("list", { name: "Schemas in use" });
  await soon.match(() => list.textContent(), /schema\.json.*tables: social\.user_likes.*names\.json.*1 name: __unheard of__/);
  await page.getByRole("button", { name: "Remove schema.json" }).click();
  await settled(page);
  await soon.doesNotMatch(() => names(page), /social\.user_likes/);
  await soon.equal(() => list.getByRole("listitem").count(), 1);
}));

test("a list of names adds to a schema", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await toggle(page).click();
  await page.getByRole("textbox", { name: "Schema", exact: true }).fill(`{"names":["social.user_likes"]}`);
  await page.getByRole("button", { name: "Use schema" }).click();
  await page.waitForFunction(() => document.querySelector("[role=tree]").textContent.includes("social.user_likes"));
}));

/** What another tab shows that is opened meanwhile: open tabs inform each other. */
const elsewhere = async (page) => {
  const address = page.url();
  await page.goto("about:blank");
  const other = await page.context().newPage();
  await other.goto(address);
  await other.waitForSelector("html[data-ready=true]");
  const label = await toggle(other).textContent();
  await other.close();
  await page.goto(address);
  await page.waitForSelector("html[data-ready=true]");
  return label.trim();
};
const everKept = (page) => page.evaluate(() => Object.keys(localStorage));
// The session also keeps the document.
const schemasKept = (page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => !key.startsWith("rowlens.document ")));

test("schemas end with the session, and can be exported and erased", () => withPage({ requests: /./ }, async (page) => {
  await decode(page, row("edge-index").line);
  await giveSchema(page);
  await soon.deepEqual(() => everKept(page), []);
  assert.equal(await elsewhere(page), "Schema");
  await page.reload();
  await page.waitForSelector("html[data-ready=true]");
  await decode(page, row("edge-index").line);
  await soon.match(() => names(page), /social\.user_likes/);
  await toggle(page).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export schema" }).click()]);
  const exported = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.deepEqual(exported.tables, JSON.parse(readFileSync(schemaFile, "utf8")).tables);
  await page.getByRole("button", { name: "Erase schema" }).click();
  await settled(page);
  await soon.doesNotMatch(() => names(page), /social\.user_likes/);
  await soon.deepEqual(() => schemasKept(page), []);
}));

test("what one tab adds or removes, the others do too", () => withPage({ requests: /./ }, async (page) => {
  await decode(page, row("edge-index").line);
  const other = await page.context().newPage();
  await other.goto(url);
  await other.waitForSelector("html[data-ready=true]");
  await giveSchema(other);
  const used = (one) => one.waitForFunction(() => /^: .*table/.test(document.querySelector(".schema-words").textContent));
  await used(page);
  await settled(page);
  await soon.match(() => names(page), /social\.user_likes/);
  const third = await page.context().newPage();
  await third.goto(url);
  await used(third);
  await third.getByRole("button", { name: "Schema", exact: true }).click();
  await third.getByRole("button", { name: /^Remove / }).click();
  for (const one of [page, other]) await one.waitForFunction(() => document.querySelector(".schema-words").textContent === "");
}));

test("schemas outlast the session if the user says so", () => withPage({ requests: /./ }, async (page) => {
  await decode(page, row("edge-index").line);
  await giveSchema(page);
  const stay = page.getByRole("checkbox", { name: "Keep in this browser" });
  const kept = ["rowlens.schema"];
  await toggle(page).click();
  await soon.equal(() => stay.isChecked(), false);
  await stay.check();
  await soon.deepEqual(() => everKept(page), kept);
  assert.match(await elsewhere(page), /^Schema: /);
  await page.reload();
  await page.waitForSelector("html[data-ready=true]");
  await toggle(page).click();
  await soon.equal(() => stay.isChecked(), true);
  await stay.uncheck();
  await soon.deepEqual(() => everKept(page), []);
  assert.equal(await elsewhere(page), "Schema");
  await soon.match(() => toggle(page).textContent(), /^Schema: /);
  await toggle(page).click();
  await stay.check();
  await page.getByRole("button", { name: "Erase schema" }).click();
  await soon.deepEqual(() => everKept(page), []);
}));

for (const [what, file] of [
  ["models as JSON", () => golden("latest.models.json")],
  ["a dump that has its models", () => golden("latest.rows.jsonl")],
  ["a stored definition as hex", () => buffer("model.txt", `${ware.model}\n${ware.dependents}`)],
]) {
  test(`${what} is found to hold models`, () => withPage({}, async (page) => {
    const given = file();
    await give(page, given instanceof URL ? [given.pathname] : [given]);
    await soon.match(() => toggle(page).textContent(), /Schema: \d+ models?/);
    await toggle(page).click();
    await soon.match(() => page.getByRole("list", { name: "Schemas in use" }).textContent(), /Ware/);
  }));
}

test("a schema is dropped onto its panel", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await toggle(page).click();
  const data = await page.evaluateHandle((text) => {
    const t = new DataTransfer();
    t.items.add(new File([text], "dropped.json"));
    return t;
  }, readFileSync(schemaFile, "utf8"));
  await page.dispatchEvent("#schema-panel", "drop", { dataTransfer: data });
  await page.waitForFunction(() => document.querySelector("[role=tree]").textContent.includes("social.user_likes"));
}));

test("what is not a schema is reported, and changes nothing", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await toggle(page).click();
  for (const text of ["no schema", `{"other":1}`, ""]) {
    await page.getByRole("textbox", { name: "Schema", exact: true }).fill(text);
    await page.getByRole("button", { name: "Use schema" }).click();
    await page.waitForFunction(() => /cannot be used/.test(document.querySelector("#schema-problem").textContent));
  }
  await soon.deepEqual(() => schemasKept(page), []);
  await soon.equal(async () => (await toggle(page).textContent()).trim(), "Schema");
}));

test("a phone has the schema, too", () => withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
  await decode(page, row("edge-index").line);
  await give(page, [schemaFile]);
  await soon.match(() => names(page), /social\.user_likes/);
}));

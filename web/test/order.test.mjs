import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { giveSchema, goTo, inThemes, picture, rows, useBrowser, withPage } from "./browser.mjs";
import { fits } from "./panel.mjs";
import { soon } from "./soon.mjs";

useBrowser();

// Five keys of one table, decided by the salt, the code of an index, an ascending and a
// descending value.
const keys = String.raw`\x95\xCAbC,\x80\x00\x00\x00\x00\x00\x03\xEA+\xA9\x5Cc\x11)|)\x82+\x8Dl\xDAG4friends\x00\xD3\x7F\xFF\xFEp\xC3d\x1D\xFF4item 2\x00
\x93J\xFA\x8D,\x80\x00\x00\x00\x00\x00\x03\xE9+\xA9\x5Cc\x11)|)\x82+i\xB73\xC7\xD3\x7F\xFF\xFEp\xC9f3\xFF4item 2\x00
\x93J\xFA\x8D,\x80\x00\x00\x00\x00\x00\x03\xE9+\xA9\x5Cc\x11)|)\x82+\x8Dl\xDAG4me\x00\xD3\x7F\xFF\xFEp\xC6e(\xFF4a\x5Cb"c\x00
\x93J\xFA\x8D,\x80\x00\x00\x00\x00\x00\x03\xE9+\xA9\x5Cc\x11)|)\x82+i\xB73\xC7\xD3\x7F\xFF\xFEp\xC6e(\xFF4a\x5Cb"c\x00
\x93J\xFA\x8D,\x80\x00\x00\x00\x00\x00\x03\xE9+\xA9\x5Cc\x11)|)\x82+\x8Dl\xDAG4friends\x00\xD3\x7F\xFF\xFEp\xC9f3\xFF4item 2\x00`;

/** Opens the mode with the tables' schema, and pastes text. */
async function order(page, text = keys, { named = true } = {}) {
  if (named) {
    await page.getByRole("textbox", { name: "Input", exact: true }).fill("00");
    await giveSchema(page);
  }
  await goTo(page, "Order");
  await page.getByRole("textbox", { name: "Input", exact: true }).fill(text);
  await page.waitForFunction((n) => document.querySelector("#order-count").textContent === n, String(text.split("\n").length));
}

const bands = (page) => page.$$eval(".order-row", (list) => list.map((row) => [...row.querySelectorAll(".order-band")].map((b) => ({
  hex: [...b.childNodes].slice(1).map((n) => n.textContent).join(""), same: b.classList.contains("same"), inverted: [...b.querySelectorAll("b")].map((x) => x.textContent).join(),
}))));
const why = (page) => page.$$eval(".order-why", (list) => list.map((e) => [...e.children].map((c) => c.textContent)));
const status = (page, text) => page.waitForFunction((t) => document.querySelector("#status").textContent.includes(t), text);

test("keys are sorted, with the deciding difference between them", () => withPage({}, async (page) => {
  await order(page);
  const drawn = await bands(page);
  assert.deepEqual(drawn.map((b) => b.map((x) => x.hex).join("").slice(0, 54)), [
    "934afa8d2c80000000000003e92ba95c6311297c29822b69b733c7", "934afa8d2c80000000000003e92ba95c6311297c29822b69b733c7",
    "934afa8d2c80000000000003e92ba95c6311297c29822b8d6cda47", "934afa8d2c80000000000003e92ba95c6311297c29822b8d6cda47",
    "95ca62432c80000000000003ea2ba95c6311297c29822b8d6cda47",
  ]);
  await soon.deepEqual(() => why(page), [
    ["byte 32", "c6 < c9", "createdAt ↓ desc", "2024-05-02 14:00 before 2024-05-02 00:00 UTC, newest first"],
    ["byte 23", "69 < 8d", "index", "created_at_desc before permission_created_at_desc, by code"],
    ["byte 28", "66 < 6d", "permission", "\"friends\" < \"me\", ascending"],
    ["byte 0", "93 < 95", "salt", "the salts differ: 934afa8d < 95ca6243"],
  ]);
  // Grey is everything before the deciding byte, field by field; both neighbours show it.
  assert.deepEqual(drawn.map((b) => b.map((x) => (x.same ? "." : "#")).join("")), ["########", "......##", ".....####", "......###", "#########"]);
  assert.deepEqual(drawn.map((b) => b.map((x) => x.inverted).filter(Boolean)), [["c6"], ["69", "c9"], ["8d", "66"], ["93", "6d"], ["95"]]);
  await status(page, "5 keys sorted. Deciding fields: createdAt, index, permission, salt.");
}));

test("the numbers are one Tab stop; arrows move, Enter opens the key in Row", () => withPage({}, async (page) => {
  await order(page);
  await soon.equal(() => page.locator("#panel-order [data-key][tabindex='0']").count(), 1);
  await page.locator("[data-key='0']").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await soon.equal(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Open key 5 in Row");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await soon.equal(() => page.getByRole("tab", { name: "Row", exact: true }).getAttribute("aria-selected"), "true");
  await soon.match(() => page.getByRole("textbox", { name: "Input", exact: true }).inputValue(), /^934afa8d2c80/);
}));

test("a spelling and a store can be chosen; unreadable input is reported", () => withPage({}, async (page) => {
  await order(page, "00\n01", { named: false });
  await page.getByRole("combobox", { name: "Read as" }).selectOption("text");
  // In plain text, too, a line is a key.
  await page.waitForFunction(() => [...document.querySelectorAll(".order-row")].map((row) => [...row.querySelectorAll(".order-band")].map((b) => b.textContent).join("").match(/3[0-9a-f]/g)?.length ?? 0).join() === "2,2");
  await page.getByLabel("Sorted as").selectOption({ label: "Maryk on RocksDB" });
  await page.getByLabel("Column family").fill("historic-table/1");
  await page.waitForFunction(() => document.querySelector("#order-note").textContent.includes("give the model"));
  await page.getByLabel("Column family").fill("nothing");
  const alert = page.locator("#order-alert");
  await alert.waitFor();
  await soon.match(() => alert.textContent(), /column family/);
  await page.getByRole("button", { name: "Clear" }).click();
  await soon.equal(() => alert.isVisible(), false);
  await soon.equal(() => page.locator(".order-row").count(), 0);
}));

test("with many keys, the first are drawn, and the rest on request", () => withPage({}, async (page) => {
  await order(page, Array.from({ length: 150 }, (_, i) => `2c80000000000000${(255 - i).toString(16)}`).join("\n"), { named: false });
  await soon.equal(() => page.locator(".order-row").count(), 100);
  await page.getByRole("button", { name: "Show the other 50 keys" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".order-row").length === 150);
  const drawn = await bands(page);
  assert.equal(drawn[149].map((b) => b.hex).join(""), "2c80000000000000ff");
  assert.deepEqual(drawn[149].map((b) => b.inverted).filter(Boolean), ["ff"]);
}));

test("sorted keys are copied in each form", () => withPage({}, async (page) => {
  await order(page);
  const bar = page.getByRole("toolbar", { name: "Copy sorted keys" });
  for (const [name, wanted] of [["Copy as hex", /^934afa8d.*6300\n934afa8d/], ["Copy as \\x form", /^\\x93J\\xFA/], ["Copy as JSON", /^\{"position":1/], ["Copy as explained text", /byte 32: c6 < c9 {2}createdAt/]]) {
    await bar.getByRole("button", { name, exact: true }).click();
    await soon.match(() => page.evaluate(() => navigator.clipboard.readText()), wanted);
  }
}));

/** Chooses a format and record of the range. */
async function chooseRange(page, record = "edge index") {
  await goTo(page, "Range");
  await page.getByRole("combobox", { name: "Format", exact: true }).selectOption({ label: "Actionbase" });
  await page.getByRole("combobox", { name: "Record", exact: true }).selectOption({ label: record });
}

test("a range is written for the store's shell and every language, and a gap is refused at its field", () => withPage({}, async (page) => {
  await chooseRange(page);
  // The last field lacks a button, but its explanation stands below the others.
  const lefts = () => page.locator(".range-about").evaluateAll((all) => [...new Set(all.map((e) => e.getBoundingClientRect().left))].length);
  await soon.equal(lefts, 1);
  const fields = page.getByRole("group", { name: "Fields of the key, in its order" });
  await fields.getByLabel("table", { exact: true }).fill("social.user_likes");
  const source = fields.getByLabel("source", { exact: true });
  await page.waitForFunction(() => document.querySelector("#range-fields").textContent.includes("expected"));
  await soon.equal(() => source.getAttribute("aria-invalid"), "true");
  await source.fill("item-1");
  await page.locator("#range-out").waitFor();
  await fields.getByLabel("index", { exact: true }).fill("created_at_desc");
  const problem = page.locator(".range-row", { has: page.getByLabel("direction", { exact: true }) }).locator(".problem");
  await problem.waitFor();
  await soon.equal(() => problem.textContent(), "direction: must be given before index");
  await soon.equal(() => page.locator("#range-out").isVisible(), false);
  await fields.getByLabel("direction", { exact: true }).selectOption("IN");
  await page.locator("#range-out").waitFor();
  await soon.match(() => page.locator("#range-keys").textContent(), /start5107c108346974656d2d31002ba95c6311297c2983[0-9a-f]{10}stop5107/);
  await soon.match(() => page.locator("#range-text").textContent(), /^scan 'TABLE', \{STARTROW => "Q\\x07\\xC1\\x084item-1/);
  const bar = page.getByRole("toolbar", { name: "Copy range" });
  const names = await bar.getByRole("button").evaluateAll((list) => list.map((b) => b.getAttribute("aria-label")));
  for (const name of ["HBase shell", "Go byte slice", "Java byte array", "Python bytes", "C string"]) assert.ok(names.includes(`Copy as ${name}`), name);
  for (const [name, wanted] of [["HBase shell", /^scan 'TABLE'/], ["Go byte slice", /^\[\]byte\("Q\\x07/], ["Java byte array", /^new byte\[\] \{81, 7, -63/]]) {
    await bar.getByRole("button", { name: `Copy as ${name}` }).click();
    await soon.match(() => page.evaluate(() => navigator.clipboard.readText()), wanted);
  }
}));

test("what a range leaves open is noted beside its keys", () => withPage({}, async (page) => {
  await chooseRange(page);
  await page.getByRole("combobox", { name: "Format", exact: true }).selectOption("maryk-rocksdb");
  await page.getByRole("combobox", { name: "Record", exact: true }).selectOption("table-value");
  await page.getByRole("group", { name: "Fields of the key, in its order" }).getByLabel("record key", { exact: true }).fill("00");
  await page.waitForFunction(() => /note.*give its number as model/.test(document.querySelector("#range-keys").textContent));
}));

test("a range begins with the fields of the current row, up to the chosen one", () => withPage({}, async (page) => {
  await page.getByRole("textbox", { name: "Input", exact: true }).fill(keys.split("\n")[3]);
  await giveSchema(page);
  await page.getByRole("button", { name: "Scan this prefix" }).click();
  await soon.equal(() => page.getByRole("tab", { name: "Range" }).getAttribute("aria-selected"), "true");
  const keysOut = page.locator("#range-keys");
  await keysOut.waitFor();
  await soon.match(() => keysOut.textContent(), /start934afa8d2c80000000000003e92ba95c6311297c29822b69b733c7d37ffffe70c66528ff34615c62226300/);
  await soon.equal(() => page.getByLabel("index values 1 order").inputValue(), "DESC");
  await page.getByRole("button", { name: "Only up to here, direction" }).click();
  await page.waitForFunction(() => /start934afa8d2c80000000000003e92ba95c6311297c2982stop/.test(document.querySelector("#range-keys").textContent));
  await page.getByLabel("index", { exact: true }).fill("created_at_desc");
  await page.getByRole("button", { name: "Add a value" }).click();
  await page.getByLabel("index values 1 type").selectOption("long");
  await page.getByLabel("index values 1 order").selectOption("DESC");
  await page.getByLabel("index values 1", { exact: true }).fill("1714658400000");
  await page.waitForFunction(() => /29822b69b733c7d37ffffe70c66528ffstop/.test(document.querySelector("#range-keys").textContent));
}));

test("a range of which a name needs the model begins with the reference as it is stored", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/ }, async (page) => {
  const golden = (name) => fileURLToPath(new URL(`../../golden/maryk-hbase/${name}`, import.meta.url));
  await page.locator("#schema-file").setInputFiles(golden("latest.models.json"));
  await page.waitForFunction(() => /models/.test(document.querySelector("#schema-words").textContent));
  await page.locator("#open-file").setInputFiles(golden("latest.scan.txt"));
  await page.waitForSelector("html[data-view=rows]");
  await page.evaluate(() => { location.hash = "#row=11"; });
  await page.waitForFunction(() => /^row 12 /.test(document.querySelector("#row-place").textContent));
  await goTo(page, "Range");
  await page.waitForFunction(() => /start0000000000017fffffff/.test(document.querySelector("#range-keys").textContent));
  assert.deepEqual(await page.getByLabel("property is given as").evaluate((e) => [e.value, e.closest(".range-row").querySelector("input").value]), ["reference", "51"]);
  assert.equal(await page.locator("#range-fields .problem:not([hidden])").count(), 0);
  // What is typed is taken as it is.
  await page.getByLabel("property is given as").selectOption("property");
  await page.getByRole("textbox", { name: "property", exact: true }).fill("active");
  await page.waitForFunction(() => /expected model/.test(document.querySelector("#range-fields").textContent));
  assert.equal(await page.getByLabel("property is given as").inputValue(), "property");
}));

/** The keys, a range, or what is shown when keys cannot be read. */
const states = {
  all: async (page, named) => {
    await order(page, keys, { named });
  },
  range: async (page) => {
    await chooseRange(page);
    await page.getByRole("group", { name: "Fields of the key, in its order" }).getByLabel("table", { exact: true }).fill("social.user_likes");
    await page.locator(".range-row .problem:visible").first().waitFor();
    await page.getByRole("group", { name: "Fields of the key, in its order" }).getByLabel("source", { exact: true }).fill("item-1");
    await page.locator("#range-out").waitFor();
  },
  alert: async (page) => {
    await order(page, "00\n01", { named: false });
    await page.getByLabel("Sorted as").selectOption({ label: "Maryk on RocksDB" });
    await page.getByLabel("Column family").fill("nothing");
    await page.locator("#order-alert").waitFor();
  },
};

for (const [state, themes, width, height] of [
  ["all", ["light", "dark"], 1280, 800], ["all", ["light", "dark"], 390, 844], ["all", ["light"], 320, 640], ["alert", ["light"], 1280, 800], ["alert", ["dark"], 390, 844],
  ["range", ["light"], 1280, 800], ["range", ["dark"], 390, 844], ["range", ["light"], 320, 640],
]) {
  test(`${state}, ${width}: axe finds nothing, nothing is cut`, (t) => withPage({ viewport: { width, height } }, async (page) => {
    await states[state](page, width > 899);
    await inThemes(t, page, async (colorScheme) => {
      await picture(page, `order-${state}-${colorScheme}-${width}`);
      await fits(page, state === "range" ? "#panel-range" : "#panel-order", state);
    }, themes);
  }));
}

test("at first there is an example, and no heading without content", () => withPage({}, async (page) => {
  await page.getByRole("tab", { name: "Order" }).click();
  await soon.equal(() => page.getByRole("heading", { name: "Order" }).isVisible(), false);
  await page.getByRole("button", { name: "Example" }).click();
  await page.waitForFunction(() => document.querySelector("#order-count").textContent === "5");
  await soon.equal(() => page.getByRole("heading", { name: "Order" }).isVisible(), true);
  await soon.equal(() => page.getByRole("button", { name: "Example" }).isVisible(), false);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Example" }).waitFor();
}));

test("Order, Range and Time begin with the first row of a document that Row has not shown, and again after a reload", () => withPage({ requests: /./ }, async (page) => {
  const index = rows.toSorted((a, b) => (b.record === "edge-index") - (a.record === "edge-index")).slice(0, 3);
  await page.evaluate((t) => navigator.clipboard.writeText(t), `ROW  COLUMN+CELL\n${index.map((r) => r.line).join("\n")}`);
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=rows]");
  await goTo(page, "Order");
  await page.waitForFunction(() => /^3 keys sorted/.test(document.querySelector("#status").textContent));
  await page.reload();
  await page.waitForFunction(() => /^3 keys sorted/.test(document.querySelector("#status").textContent));
  await goTo(page, "Time");
  await page.waitForFunction(() => /^20\d\d-.* UTC, read as/.test(document.querySelector("#status").textContent));
  await soon.match(() => page.locator("#time-from").textContent(), /^from row 1, /);
  await goTo(page, "Range");
  await page.waitForFunction(() => /^The fields of row 1/.test(document.querySelector("#status").textContent));
  await page.reload();
  await soon.equal(() => page.locator("#range-rows").textContent(), "1 row of this document is in the range");
  const shells = await page.getByRole("toolbar", { name: "Copy range" }).getByRole("button").allTextContents();
  assert.ok(shells.includes("HBase shell") && !shells.some((s) => /ldb|mdb|Accumulo/.test(s)), shells.join());
  await page.getByRole("link", { name: "1 row of this document is in the range" }).click();
  await page.waitForFunction(() => /^1 of 3 rows shown/.test(document.querySelector("#status").textContent));
}));

test("Order begins with the rows although a schema comes while they are read", () => withPage({
  requests: /./,
  // The worker of the rows is asked for a row only a moment later, as on a busy machine.
  prepare: (page) => page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function later(message, ...more) {
      if (message.bulk === "record" && !globalThis.given) setTimeout(() => postMessage.call(this, message, ...more), 1e6);
      else postMessage.call(this, message, ...more);
    };
  }),
}, async (page) => {
  await page.evaluate((t) => navigator.clipboard.writeText(t), `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`);
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=rows]");
  await goTo(page, "Order");
  await page.waitForFunction((n) => document.querySelector("#document-rows").textContent === `${n} rows`, rows.length);
  await page.evaluate(() => { globalThis.given = true; });
  await giveSchema(page);
  await page.waitForFunction(() => /^\d+ keys sorted/.test(document.querySelector("#status").textContent));
}));

test("the rows that pass a filter become keys", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/ }, async (page) => {
  await page.evaluate((t) => navigator.clipboard.writeText(t), `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`);
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=rows]");
  const left = rows.filter((r) => r.record !== "edge-state").length;
  assert.ok(left > 2 && left < rows.length);
  await goTo(page, "Order");
  assert.equal(await page.locator("#order-filtered").isVisible(), false, "without a filter");
  await goTo(page, "Rows");
  await page.getByRole("searchbox", { name: "Filter" }).fill("record != edge state");
  await page.waitForFunction((n) => document.querySelector("#status").textContent.startsWith(`${n} of `), left);
  await goTo(page, "Order");
  await page.getByRole("button", { name: `${left} rows of the filter` }).click();
  await page.waitForFunction((n) => document.querySelector("#status").textContent.startsWith(`${n} keys sorted`), left);
}));

test("rows of the filter that are opened anew meanwhile are not waited for", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/ }, async (page) => {
  await giveSchema(page);
  await page.evaluate((t) => navigator.clipboard.writeText(t), `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`);
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("searchbox", { name: "Filter" }).fill("record != edge state");
  await page.waitForFunction(() => /^\d+ of /.test(document.querySelector("#status").textContent));
  await goTo(page, "Order");
  const button = page.getByRole("button", { name: /rows of the filter$/ });
  await button.waitFor();
  await page.evaluate(() => {
    document.querySelector("#order-filtered").click();
    document.querySelector("[data-remove]").click();
  });
  await soon.equal(async () => {
    await button.click();
    return page.locator("#order-count").textContent();
  }, String(rows.filter((r) => r.record !== "edge-state").length)); // Order began with all rows
}));

test("a row whose kind has no ranges starts a range from its key", () => withPage({}, async (page) => {
  const key = (path) => Buffer.from(`entity:${path}`).toString("hex");
  await page.evaluate((t) => navigator.clipboard.writeText(t), JSON.stringify({ parts: { key: key("/users/admin"), value: "02000000000000000105000000000000000455736572" } }));
  await page.keyboard.press("Control+v");
  await page.waitForSelector("#fields [role=treeitem]");
  await goTo(page, "Range");
  await page.waitForFunction(() => /^The fields of the row/.test(document.querySelector("#status").textContent));
  await soon.match(() => page.locator("#range-keys").textContent(), new RegExp(`start${key("/users/admin")}`));
}));

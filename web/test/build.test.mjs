import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { clipboard, goTo, inThemes, picture, settled, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

async function open(page) {
  await goTo(page, "Build");
  await page.waitForSelector("#build-bytes [role=gridcell]");
}

/** Chooses a record kind and waits until its sample is built. */
async function choose(page, format, record) {
  await page.evaluate(() => document.querySelector("#build-note").replaceChildren());
  if ((await page.locator("#build-format").inputValue()) !== format) {
    await page.getByRole("combobox", { name: "Format" }).selectOption(format);
    await page.waitForFunction(() => document.querySelector("#build-note").textContent);
    await page.evaluate(() => document.querySelector("#build-note").replaceChildren());
  }
  await page.getByRole("combobox", { name: "Record" }).selectOption(record);
  await page.waitForFunction(() => document.querySelector("#build-note").textContent || document.querySelector("[data-refused]"));
  await soon.equal(() => page.locator("#panel-build[data-refused]").count(), 0, `${format} ${record}: ${await page.locator("#panel-build .problem:visible, #build-alert").allTextContents()}`);
}

const built = (page) => page.getByRole("grid", { name: "Built bytes" }).evaluate((g) => {
  const out = {};
  for (const c of g.querySelectorAll("[role=gridcell]")) out[c.dataset.part] = (out[c.dataset.part] ?? "") + c.textContent;
  return out;
});

const options = (page, name) => page.getByRole("combobox", { name }).locator("option").evaluateAll((list) => list.map((o) => o.value));

test("every record kind that can be encoded is built from its sample", () => withPage({}, async (page) => {
  await open(page);
  let kinds = 0;
  for (const format of await options(page, "Format")) {
    await page.getByRole("combobox", { name: "Format" }).selectOption(format);
    for (const record of await options(page, "Record")) {
      await choose(page, format, record);
      kinds++;
      await soon.ok(async () => await page.locator("#build-form :is(textarea, input, select)").count() > 0, `${format} ${record} has no form`);
    }
  }
  assert.ok(kinds > 80, `only ${kinds} kinds`);
}));

const row = (page) => page.evaluate(() => [...document.querySelectorAll("#build-bytes [data-part=row]")].map((c) => c.textContent).join(""));
const rowIs = (page, hex) => page.waitForFunction((hex) => [...document.querySelectorAll("#build-bytes [data-part=row]")].map((c) => c.textContent).join("") === hex, hex);
const rowIsNot = (page, hex) => page.waitForFunction((hex) => [...document.querySelectorAll("#build-bytes [data-part=row]")].map((c) => c.textContent).join("") !== hex && !document.querySelector("[data-refused]"), hex);

test("bytes follow the form; a list grows and shrinks", () => withPage({}, async (page) => {
  await open(page);
  await choose(page, "actionbase", "edge-index");
  const before = await built(page);
  const source = page.getByRole("textbox", { name: "source", exact: true });
  await source.fill("1001");
  await rowIsNot(page, before.row);
  await soon.match(() => page.locator("#build-bytes .bands").first().innerText(), /salt/, "the bytes have bands");
  await source.fill("1002");
  await rowIs(page, before.row);
  const cells = () => page.locator("#build-bytes [data-part=value]").count();
  const size = await cells();
  await page.getByRole("button", { name: "Add a property" }).click();
  await page.waitForFunction((n) => document.querySelectorAll("#build-bytes [data-part=value]").length > n, size);
  await page.getByRole("textbox", { name: "name", exact: true }).nth(1).fill("score");
  await page.getByRole("button", { name: "Remove score", exact: true }).click();
  await page.waitForFunction((n) => document.querySelectorAll("#build-bytes [data-part=value]").length === n, size);
  await soon.deepEqual(() => built(page), before);
  await soon.equal(() => cells(), size);
}));

test("fixed values are words, and what can be removed is on one line", () => withPage({}, async (page) => {
  await open(page);
  await choose(page, "maryk-rocksdb", "table-last-update");
  await soon.deepEqual(() => page.locator(".build-fixed").allTextContents(), ["table", "last update"]);
  await choose(page, "implexus", "element");
  const heights = await page.locator(".build-heading[data-depth='2']").evaluateAll((all) => all.map((row) => row.offsetHeight));
  assert.equal(heights.length, 2);
  assert.equal(heights[0], heights[1], "the second one is as high as the first one");
}));

test("the button that adds to a list names one item of it", () => withPage({}, async (page) => {
  await open(page);
  for (const [format, record, words] of [
    ["actionbase", "edge-index", ["Add a property", "Add an index value"]], ["maryk-core", "model-definition", ["Add a dependent", "Add a key index", "Add a property"]],
    ["implexus", "string-set", ["Add an item to items"]], ["lexicoders", "list", ["Add an item to escaped"]],
  ]) {
    await choose(page, format, record);
    await page.waitForFunction((n) => document.querySelectorAll("#build-form [data-do=grow]").length >= n, words.length);
    const names = await page.locator("#build-form [data-do=grow]").evaluateAll((all) => all.map((b) => b.ariaLabel ?? b.textContent));
    for (const word of words) assert.ok(names.includes(word), `${format} ${record}: ${names}`);
  }
}));

test("choosing a type keeps the value, or gives it a valid one; null and booleans are choices", () => withPage({}, async (page) => {
  await open(page);
  await choose(page, "actionbase", "value");
  const is = (hex) => page.waitForFunction((hex) => [...document.querySelectorAll("#build-bytes [role=gridcell]")].map((c) => c.textContent).join("") === hex, hex);
  const type = page.getByRole("combobox", { name: "value type", exact: true });
  await page.getByRole("combobox", { name: "order", exact: true }).selectOption("ASC");
  await is("2c8000018f3c9be200");
  await soon.deepEqual(() => type.locator("option").allTextContents(), ["null", "byte", "short", "int", "long", "float", "double", "json", "string", "boolean"]);
  await type.selectOption("string");
  await is("3431373134373038383030303030" + "00");
  await type.selectOption("boolean");
  await page.getByRole("combobox", { name: "value", exact: true }).selectOption("true");
  await is("36");
  await page.getByRole("combobox", { name: "value", exact: true }).selectOption("false");
  await is("35");
  await type.selectOption("null");
  await page.locator("#build-form").getByRole("combobox", { name: "value", exact: true }).waitFor({ state: "detached" });
  await soon.equal(() => page.locator("#panel-build[data-refused]").count(), 0);
}));

test("until the fields of a chosen record are there, those of the one before cannot be edited", () => withPage({}, async (page) => {
  await open(page);
  const left = await page.evaluate(() => {
    const select = document.querySelector("#build-record");
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    return document.querySelectorAll("#build-form .build-row").length;
  });
  assert.equal(left, 0);
  await page.waitForSelector("#build-form .build-row");
}));

test("text typed while a type is still being tried gets that type", () => withPage({}, async (page) => {
  await open(page);
  await choose(page, "actionbase", "edge-index");
  const type = page.getByRole("combobox", { name: "source type" });
  const from = await type.inputValue();
  assert.notEqual(from, "string");
  await page.evaluate(() => {
    const change = (e, value, kind) => {
      e.value = value;
      e.dispatchEvent(new Event(kind, { bubbles: true }));
    };
    change(document.querySelector("#build-form [aria-label='source type']"), "string", "change");
    change(document.querySelector("#build-form [aria-label='source']"), "alice", "input");
  });
  await soon.match(async () => (await built(page)).row, /34616c69636500/);
  await soon.equal(() => type.inputValue(), "string");
  await soon.equal(() => page.getByRole("textbox", { name: "source", exact: true }).inputValue(), "alice");
}));

test("a refusal is shown at its field, and goes once the field is right", () => withPage({}, async (page) => {
  await open(page);
  await choose(page, "actionbase", "edge-index");
  const source = page.getByRole("textbox", { name: "source", exact: true });
  await source.fill("<b>x</b>\u202e");
  const problem = page.locator(".build-row:has([data-path*=directedSource]) .problem");
  await problem.waitFor();
  await soon.match(() => problem.textContent(), /expected.*found/);
  await soon.equal(() => source.getAttribute("aria-invalid"), "true");
  await soon.equal(() => page.locator("#panel-build b").count(), 0, "text became markup");
  await axe(page, "build, refused");
  await picture(page, "build-refused-light-1280");
  await soon.ok(() => page.getByRole("button", { name: "Open as row" }).isDisabled());
  await source.fill("5");
  await problem.waitFor({ state: "detached" });
  await page.getByText("Context").click();
  await page.getByRole("textbox", { name: "Context as JSON" }).fill("[");
  await soon.match(() => page.locator("#build-given-problem").textContent(), /not a JSON object/);
}));

test("fields as JSON, empty, from a sample, and to Row and back", () => withPage({}, async (page) => {
  await open(page);
  await choose(page, "actionbase", "edge-lock");
  const sample = await row(page);
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  const json = page.getByRole("textbox", { name: "Fields as JSON" });
  const fields = JSON.parse(await json.inputValue());
  await json.fill(JSON.stringify({ ...fields, lockedAt: "5" }));
  await page.getByRole("button", { name: "form", exact: true }).click();
  await soon.equal(() => page.getByRole("textbox", { name: "locked at" }).inputValue(), "5");
  await page.getByRole("button", { name: "Empty" }).click();
  await page.waitForFunction(() => document.querySelector("#build-form textarea[aria-label=table]")?.value === "");
  await page.getByRole("button", { name: "Sample", exact: true }).click();
  await rowIs(page, sample);
  await page.getByRole("button", { name: "Open as row" }).click();
  await settled(page);
  await soon.match(() => page.getByRole("listbox", { name: "Candidates" }).getByRole("option", { selected: true }).textContent(), /^Actionbase edge lock/);
  const shown = await page.getByRole("grid", { name: "Bytes", exact: true }).locator("[data-part=row]").allTextContents();
  assert.equal(shown.join(""), sample);
  await page.getByRole("tab", { name: "Build" }).click();
  await page.waitForFunction(() => /equal to the row/.test(document.querySelector("#status").textContent));
  await choose(page, "actionbase", "edge-count");
  await page.getByRole("button", { name: "From the row" }).click();
  await rowIs(page, sample);
  await soon.equal(() => page.locator("#build-record").inputValue(), "edge-lock");
}));

test("what its bytes alone do not tell opens as what was built, or says what that takes; the context stays as it was typed", () => withPage({}, async (page) => {
  const openAsRow = () => page.getByRole("button", { name: "Open as row" }).click();
  await open(page);
  await choose(page, "lexicoders", "string");
  await openAsRow();
  await soon.match(() => page.getByRole("listbox", { name: "Candidates" }).textContent(), /^Accumulo lexicoder string/);
  await soon.equal(() => page.getByRole("checkbox", { name: "Pin this format" }).isChecked(), true);
  await goTo(page, "Build");
  await choose(page, "layout", "key");
  await openAsRow();
  await soon.match(() => page.locator("#status").textContent(), /Only with the context of Build is it read as Layout key\.$/);
  await goTo(page, "Build");
  await choose(page, "lexicoders", "string");
  await page.getByText("Context", { exact: true }).click();
  await page.getByRole("textbox", { name: "Context as JSON" }).fill('{"lexicoder": "text"}');
  await goTo(page, "Row");
  await page.getByRole("textbox", { name: "Input", exact: true }).fill("2b80000001");
  await settled(page);
  await goTo(page, "Build");
  await soon.match(() => page.locator("#status").textContent(), /^The form is as you left it\.$/);
  await soon.equal(() => page.locator("#build-given").inputValue(), '{"lexicoder": "text"}');
}));

test("F6 cycles through the regions of Build", () => withPage({}, async (page) => {
  await open(page);
  await page.getByRole("tab", { name: "Build" }).focus();
  for (const region of ["#document", "#build-format", "#build-bytes", "#build-form", "#build-line", "#build-copy", "#status", "#tab-build"]) {
    await page.keyboard.press("F6");
    await soon.ok(() => page.evaluate((r) => document.querySelector(r).contains(document.activeElement), region), `${region} has no focus`);
  }
}));

test("the built bytes are copied", () => withPage({}, async (page) => {
  await open(page);
  await choose(page, "hbase-orderedbytes", "int32");
  const bar = page.getByRole("toolbar", { name: "Copy built bytes" });
  for (const [name, text] of [["Copy hex", /^2b7fffffd6$/], ["Copy as Go", /^\[\]byte\("\+\\x7f/], ["Copy as Base64", /^K3\/\/\/9Y=$/]]) {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await bar.getByRole("button", { name, exact: true }).click();
    assert.match(await clipboard(page), text);
  }
}));

for (const width of [1280, 390]) {
  test(`Build at ${width} px: axe finds nothing and nothing sticks out`, (t) => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await open(page);
    await choose(page, "actionbase", "edge-index");
    await inThemes(t, page, async (colorScheme, again) => {
      await axe(page, "build", again);
      await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page scrolls sideways");
      await picture(page, `build-${colorScheme}-${width}`);
    });
  }));
}

test("a request that names a time zone is sent with the zone's table", () => withPage({
  prepare: (page) => page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        globalThis.worker = this;
      }
    };
  }),
}, async (page) => {
  const answer = await page.evaluate(() => new Promise((resolve) => {
    const bucket = { name: "b", unit: "MILLISECOND", timezone: "Asia/Seoul", format: "yyyyMMdd" };
    const request = {
      op: "derive", format: "actionbase", record: "mutation", given: {
        schema: { type: "EDGE", direction: "OUT", indexes: [], caches: [], groups: [{ group: "g", type: "COUNT", fields: [{ name: "at", bucket }] }] },
        before: null,
        after: {
          tableCode: 1, source: { type: "long", value: "1" }, target: { type: "long", value: "2" }, active: true, version: "1", createdAt: "1", deletedAt: null,
          properties: [{ name: "at", value: { type: "long", value: "1714779000000" }, version: "1" }],
        },
      },
    };
    globalThis.worker.onmessage = ({ data }) => resolve(data);
    globalThis.worker.postMessage({ id: 1, call: "rl_answer", request: JSON.stringify(request) });
  }));
  // 2024-05-03 23:30 UTC is the next day in Seoul; keys hold it descending, complemented.
  const day = Buffer.from(Buffer.from("20240504").map((b) => 255 - b)).toString("hex");
  assert.ok(JSON.stringify(answer).includes(day), JSON.stringify(answer));
}));

test("the built bytes are copied in the form of the store's own tool", () => withPage({}, async (page) => {
  await open(page);
  for (const [format, record, name, wanted] of [
    ["maryk-rocksdb", "table-value", "Copy as ldb put", ({ cf, key, value }) => ` --column_family=$'\\x${cf.slice(0, 2)}\\x${cf.slice(2)}' --hex put 0x${key.toUpperCase()} 0x${value.toUpperCase()}\n`],
    ["implexus", "row", "Copy as mdb_load", ({ key, value }) => ` ${key}\n ${value}\nDATA=END\n`],
    ["accumulograph", "entry", "Copy as insert", () => "\n"],
    ["actionbase", "edge-state", "Copy as hbase get", () => ""],
  ]) {
    await choose(page, format, record);
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.locator("#build-copy").getByRole("button", { name, exact: true }).click();
    const text = await clipboard(page);
    assert.ok(text.length > 10 && text.endsWith(wanted(await built(page))), `${format}: ${text}`);
  }
}));

test("a row that no format reads cannot start Build, and the page says so", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$/ }, async (page) => {
  await page.locator("#input").fill("5107c108346974656d2d31002ba95c6311297c29832b69b733c7d37ffffe70bee26a572c800000000000");
  await settled(page);
  await open(page);
  await soon.equal(() => page.locator("#status").textContent(), "No format reads the current row, so there is nothing to start from. This is a sample.");
}));

test("on a narrow page the first bytes are in view before a field has the focus", () => withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
  await open(page);
  await soon.ok(() => page.locator("#build-bytes").evaluate((box) => {
    const [of, to] = [box, box.querySelector("[role=gridcell]")].map((e) => e.getBoundingClientRect());
    return to.top >= of.top && to.bottom <= of.bottom;
  }));
}));

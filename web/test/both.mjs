// What runs in both engines: the tasks of an engineer, with their number of steps, and the defects found in an earlier
// page (D1 to D20, and S for its safety), each with a test by its number. A step is a key, a click, a drop or a paste.
// The same calls work in both drivers, except those of `use`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { row, rows } from "./rows.mjs";

const golden = (name) => fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));
const read = (name) => readFileSync(golden(name), "utf8");

const index = row("edge-index");
const scan = `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`;
const damaged = read("actionbase/actionbase-hbase-shell-damaged.txt");
const corrupt = read("implexus/corrupt.dump.hex.txt");
const digit = (hex) => (Number.parseInt(hex, 16) ^ 1).toString(16).padStart(2, "0");
const wrong = { row: index.row.slice(0, 6) + digit(index.row.slice(6, 8)) + index.row.slice(8), family: "66", qualifier: "65", value: index.value };
const SCHEMA = ["actionbase/actionbase-hbase-shell.schema.json", "2 tables"];
const mdb = "store-files/samples/lmdb/implexus/data.mdb";

/** Whether an element can take the focus; runs in the page. */
const takesFocus = (s) => {
  const e = document.querySelector(s);
  e?.focus();
  return e !== null && document.activeElement === e;
};

/** Closes what is open in a page, and removes names. */
async function clear(page) {
  while (await page.evaluate(() => document.querySelector("#schema-list button")?.click() ?? document.querySelector("#schema-list button") !== null));
  if (await page.evaluate(() => document.documentElement.dataset.state) !== "empty") {
    await page.evaluate(() => {
      document.querySelector("#document-toggle").click();
      document.querySelector("#document-menu [data-close]").click();
    });
  }
  await page.evaluate(() => {
    if (!document.querySelector("#share-dialog").hidden) document.querySelector("#share-close").click();
  });
  await page.click("#tab-row");
  await page.waitForSelector("html[data-view=row][data-state=empty]");
}

/**
 * What a script can do in a page.
 * @param {object} page of either driver
 * @param {{wait(fn: Function, ...args: any[]): Promise<void>, give(selector: string, path: string): Promise<void>, another(): Promise<object>}} driver
 */
export function user(page, { wait, give, another }) {
  let steps = 0;
  const step = (act) => {
    steps++;
    return act;
  };
  const use = {
    page, wait, give, another,
    get steps() { return steps; },
    back: () => page.evaluate(() => history.back()),
    /** The initial state: no document, no names. */
    async fresh() {
      await clear(page);
      steps = 0;
    },
    /** Pastes outside a text field. */
    paste: (text) => step(page.evaluate((t) => {
      document.activeElement.blur();
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", t);
      const event = new Event("paste", { bubbles: true, cancelable: true });
      Object.defineProperty(event, "clipboardData", { value: clipboardData }); // one engine's constructor ignores it
      document.body.dispatchEvent(event);
    }, text)),
    drop: (name, text) => step(page.evaluate(([n, t]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([t], n));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, [name, text])),
    press: (key) => step(page.keyboard.press(key)),
    type: (text) => step(page.keyboard.type(text)),
    // Not through a handle: the element may be redrawn before it is clicked, as rows are when their columns are chosen.
    click(selector) {
      const found = page.locator(`${selector}:not([hidden])`);
      return step((found.first?.() ?? found).click());
    },
    focus: (selector) => wait(takesFocus, selector),
    text: (selector) => page.$eval(selector, (e) => e.textContent),
    value: (selector) => page.$eval(selector, (e) => e.value),
    all: (selector) => page.$$eval(selector, (list) => list.map((e) => e.textContent)),
    view: (name) => page.waitForSelector(`html[data-view=${name}]:not([data-stale]):not([data-state=loading])`),
    says: (pattern) => wait((p) => new RegExp(p).test(document.querySelector("#status").textContent), pattern),
    rows: (n) => wait((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), n),
    has: (selector, pattern) => wait(([s, p]) => [...document.querySelectorAll(s)].some((e) => e.checkVisibility() && new RegExp(p).test(e.textContent)), [selector, pattern]),
    /** Clicks the first matching element with a given text. */
    async pick(selector, pattern) {
      await use.has(selector, pattern);
      return step(page.evaluate(([s, p]) => [...document.querySelectorAll(s)].find((e) => e.checkVisibility() && new RegExp(p).test(e.textContent)).click(), [selector, pattern]));
    },
    /** Gives the page a schema with names. */
    async schema(path, words) {
      await give("#schema-file", golden(path));
      await wait((w) => document.querySelector("#schema-words").textContent.includes(w), words);
    },
    /** Pastes a row and waits for its fields. */
    async read(text) {
      await use.paste(text);
      await use.view("row");
      await page.waitForSelector("#fields [role=treeitem]");
    },
    /** Pastes a dump and waits for its table. */
    async open(text, n) {
      await use.paste(text);
      await use.view("rows");
      await use.rows(n);
      await page.waitForSelector("#rows [data-display] button");
    },
  };
  return use;
}

const field = "#fields .field-row";
/** The field with a name, by its place in the tree. */
const named = (use, name) => use.page.$$eval(field, (list, n) => list.find((e) => e.querySelector(".words")?.textContent === n)?.dataset.node, name)
  .then((node) => `${field}[data-node="${node}"]`);

/** Tasks: name, number of steps, and the script. */
export const tasks = [
  ["paste one row", 1, async (use) => {
    await use.read(index.line);
    assert.ok((await use.all(`${field} .words`)).includes("salt"));
  }],
  ["paste a whole dump", 1, async (use) => {
    await use.schema(...SCHEMA);
    await use.open(damaged, 104);
    await use.has("#count-findings", "^6$");
  }],
  ["drop a file", 1, async (use) => {
    await use.drop("scan.txt", scan);
    await use.view("rows");
    await use.rows(rows.length);
  }],
  ["find the key that does not decode", 3, async (use) => {
    await use.open(`${scan}\n${index.line.replace(/^ (.{18})(.*?) column=/, " $1 column=")}`, rows.length + 1);
    await use.pick("#facets-list .facet", "does not decode");
    await use.rows(1);
    await use.click("#rows [data-display='0'] button");
    await use.view("row");
    await use.page.waitForSelector("#alert:not([hidden])");
  }],
  ["edit a field and copy the bytes", 5, async (use) => {
    await use.read(index.line);
    await use.focus(await named(use, "version"));
    await use.press("F2");
    await use.page.waitForSelector(".editing .field-editor");
    await use.page.$eval(".editing .field-editor", (e) => e.select());
    await use.type("2024-05-01 14:37:02.209");
    await use.press("Enter");
    await use.says("^Draft: version");
    await use.click("#copy [data-copy='hex']");
    await use.says("^Copied");
  }],
  ["build a key from fields", 3, async (use) => {
    await use.read(index.line);
    await use.click("#tab-build");
    await use.says("equal to the row\\.$");
    await use.click("#build-copy [data-copy='hex']");
    await use.says("^Copied");
  }],
  ["compare two keys in the order of the store", 3, async (use) => {
    await use.open(scan, rows.length);
    await use.focus("#rows [data-display='0'] button");
    await use.press("Enter");
    await use.view("row");
    await use.pick("#place [data-from]", "Order with neighbours");
    await use.view("order");
    await use.has("#order-count", `^${rows.length}$`);
  }],
  ["scan the range of a prefix", 2, async (use) => {
    await use.read(index.line);
    await use.pick("#place [data-from]", "Scan this prefix");
    await use.view("range");
    await use.has("#range-text", "\\S");
  }],
  ["read a time", 2, async (use) => {
    await use.click("#tab-time");
    await use.view("time");
    await use.focus("#time-input");
    await use.page.$eval("#time-input", (e) => e.select());
    await use.type("e982e3f00b1ffffc");
    await use.has("#time-forms code", "^2018-12-21T17:12:25\\.678Z/3$");
  }],
  ["share a link", 3, async (use) => {
    await use.read(index.line);
    await use.click("#share-toggle");
    await use.has("#share-length", "characters, all after the #");
    await use.click("#share-copy");
    await use.says("^Copied|copied|The link");
  }],
  ["annotated hex", 2, async (use) => {
    await use.read(index.line);
    await use.click("#copy [data-copy='annotated']");
    await use.says("^Copied");
  }],
  ["verify a damaged LMDB dump", 2, async (use) => {
    await use.open(corrupt, 118);
    await use.has("#count-findings", "^16$");
    await use.click("#tab-findings");
    await use.has("#findings [data-display]", "Member does not belong here");
  }],
  ["from the clipboard to the wrong row, its finding and its repair", 4, async (use) => {
    await use.schema(...SCHEMA); // from an earlier task
    await use.open(damaged, 104); // the table
    await use.has("#count-findings", "^6$");
    await use.click("#tab-findings");
    await use.pick("#findings [data-display] [role=gridcell]", "Salt does not match"); // the row, and its finding
    await use.has("#finding-place", "^line 29$");
    await use.wait(() => document.querySelectorAll("#stored-bytes [role=gridcell]").length > 0 && document.querySelectorAll("#expected-bytes [role=gridcell]").length > 0);
    await use.click("#finding-copy"); // the repair
    await use.says("^Copied the expected row key");
  }],
];

/** Shows the findings of a pasted dump. */
async function findings(use, text, rows, n) {
  await use.open(text, rows);
  await use.has("#count-findings", `^${n}$`);
  await use.click("#tab-findings");
  await use.page.waitForSelector("#findings [data-display]");
}

/** Defects, under their original names: name and script. */
export const defects = [
  ["D1: a pasted dump is a table, with its findings", async (use) => {
    await use.schema(...SCHEMA);
    await findings(use, damaged, 104, 6);
  }],
  ["D2: the text of ldb decodes with the models, as the table that can read all of it", async (use) => {
    await use.schema("maryk-rocksdb/latest.models.json", "3 models");
    await use.paste(read("maryk-rocksdb/latest.0301.scan.txt"));
    await use.has("#family-name", "^: Ware table$");
    await use.rows(138);
    await use.wait(() => document.querySelector("#document-failed").textContent === "");
  }],
  ["D3: a finding of LMDB names its row, and shows its bytes", async (use) => {
    await findings(use, corrupt, 118, 16);
    const [first] = await use.all("#findings [data-display]");
    assert.match(first, /cat:\/categories\/active-users:members/);
    await use.wait(() => document.querySelectorAll("#stored-bytes [role=gridcell]").length === 70);
    await use.has("#because-list", "The category takes User documents with status == 'active': config:/categories/active-users[^]*Its status is \"locked\": props:/users/admin[^]*So the row must list /users/john, /users/jane\\.$");
  }],
  ["D4: a wrong salt is shown in status, fields and bytes", async (use) => {
    await use.read(JSON.stringify({ parts: wrong }));
    await use.says(`^The salt does not match: stored ${wrong.row.slice(0, 8)}`);
    await use.has(".field-row.failing .note.bad", `^✗ should be ${index.row.slice(0, 8)}$`);
    assert.deepEqual(await use.all("#bytes .label.r-failing"), ["salt ✗"]);
    assert.match(await use.text("#candidates .evidence"), /^salt does not match/);
  }],
  ["D5: views, Back and a reload keep the work", async (use) => {
    await use.read(index.line);
    await use.click("#tab-build");
    await use.view("build");
    await use.back();
    await use.view("row");
    await use.page.reload();
    await use.view("row");
    await use.page.waitForSelector("#fields [role=treeitem]");
    assert.equal(await use.value("#input"), index.line);
  }],
  ["D6: a link carries the draft", async (use) => {
    await use.read(index.line);
    await use.focus(await named(use, "version"));
    await use.press("F2");
    await use.page.waitForSelector(".editing .field-editor");
    await use.page.$eval(".editing .field-editor", (e) => e.select());
    await use.type("2024-05-01");
    await use.press("Enter");
    await use.says("^Draft: version");
    await use.click("#share-toggle");
    await use.wait(() => document.querySelector("#share-draft").checked);
    await use.press("Escape");
    const other = await use.another("#view=evil&data=%25%25%25");
    await other.has("#alert", "no view called “evil”.* its data are damaged");
    await other.page.close();
  }],
  ["D7: Build begins with the current row, and closed sets are lists", async (use) => {
    await use.read(index.line);
    await use.press("b");
    await use.says("equal to the row\\.$");
    assert.ok((await use.page.$$eval("#build-form select", (list) => list.map((e) => [...e.options].map((o) => o.value || o.text).join()))).some((t) => /OUT/.test(t) && /IN/.test(t)));
  }],
  ["D8: another dump after grouped rows causes no error", async (use) => {
    await use.open(damaged, 104);
    await use.click("#rows-group");
    await use.page.waitForSelector("#rows .group");
    await use.paste(corrupt);
    await use.rows(118);
  }],
  ["D9: opening a dump sends no requests", async (use) => {
    const before = await use.page.evaluate(() => performance.getEntriesByType("resource").filter((r) => /\.wasm/.test(r.name)).length);
    await use.open(damaged, 104);
    assert.equal(await use.page.evaluate(() => performance.getEntriesByType("resource").filter((r) => /\.wasm/.test(r.name)).length), before);
  }],
  ["D10: times are dates, in fields, rows and the filter", async (use) => {
    await use.open(damaged, 104);
    await use.focus("#where");
    await use.type("version > 2024-05-04T01:00Z");
    await use.says("^\\d+ of 104 rows shown|1 row has a wrong salt\\. \\d+ of 104 rows shown");
    await use.has("#rows [role=gridcell]", "^2024-05-0\\d \\d\\d:");
    await use.click("#rows [data-display='0'] button");
    await use.view("row");
    await use.has(`${field} .note.date`, "^20\\d\\d-\\d\\d-\\d\\d ");
  }],
  ["D11: an error marks its own part only", async (use) => {
    await use.read(JSON.stringify({ parts: { ...wrong, row: wrong.row.slice(0, 26) } }));
    await use.has("#alert", "offset 13");
    assert.ok((await use.page.$$eval(".field-row.failing", (list) => list.map((e) => e.dataset.part))).every((part) => part === "row"));
    await use.has(field, "not looked at$");
  }],
  ["D12: a number of 13 digits is read as the most likely time", async (use) => {
    await use.click("#tab-time");
    await use.view("time");
    await use.focus("#time-input");
    await use.page.$eval("#time-input", (e) => e.select());
    await use.type("1714577155540");
    await use.has("#time-forms code", "^2024-05-01T15:25:55\\.540Z$");
    assert.match((await use.all("#time-readings tr"))[0], /^ ?milliseconds since 1970/);
  }],
  ["D13: a file of a store shows its own rows, and none of another format", async (use) => {
    await use.give("#open-file", golden(mdb));
    await use.view("rows");
    await use.wait(() => Number(document.querySelector("#rows").getAttribute("aria-rowcount")) > 20);
    assert.equal(await use.text("#document-failed"), "");
    await use.wait(() => !document.querySelector("#tab-structure").hidden);
  }],
  ["a line that cannot be read opens as its text, with the reason", async (use) => {
    await use.open(`${scan}\n${index.line.slice(0, 40)}`, rows.length + 1);
    await use.click(`#rows [data-display="${rows.length}"] button`);
    await use.view("row");
    await use.says(`^Line ${rows.length + 2}[:,]`);
    await use.wait((n) => document.querySelectorAll("#bytes [role=gridcell]").length === n, 40);
  }],
  ["D14: a boolean has an editor", async (use) => {
    await use.read(JSON.stringify({ parts: { qualifier: "3635" } }));
    await use.focus(await named(use, "target"));
    await use.press("F2");
    await use.wait(() => document.querySelector(".editing .field-editor")?.value === "false");
    await use.press("Escape");
  }],
  ["D15: each view has its own status line", async (use) => {
    await use.read(index.line);
    for (const [name, words] of [["time", "^Paste a number|^[0-9]"], ["order", "^Paste keys|keys?"], ["range", "^Give the fields|range|^\\d"], ["row", "^Actionbase edge index"]]) {
      await use.click(`#tab-${name}`);
      await use.says(words);
    }
  }],
  ["D16: a text has one spelling, and a field one name", async (use) => {
    const key = index.line.match(/^ (\S+)/)[1];
    const line = index.line.replace("item", "x\\x01y");
    assert.notEqual(line, index.line, key);
    await use.open(`ROW  COLUMN+CELL\n${line}\n${index.line}`, 2);
    const cells = await use.all("#rows [data-display='0'] [role=gridcell]");
    await use.click("#rows [data-display='0'] button");
    await use.view("row");
    await use.page.waitForSelector("#fields [role=treeitem]");
    const [spelled] = (await use.text("#fields")).match(/"x.*?"/);
    assert.match(spelled, /\\u0001/);
    await use.back();
    await use.view("rows");
    assert.ok(cells.some((c) => c.includes(spelled)), `${spelled} is not in ${cells}`);
  }],
  ["D17: findings of Actionbase are sentences saying what differs, with their repair", async (use) => {
    await use.schema(...SCHEMA);
    await findings(use, damaged, 104, 6);
    const lines = await use.all("#findings [data-display]");
    assert.ok(lines.some((l) => /Salt does not match/.test(l) && /of the row key differ/.test(l)), lines.join("\n"));
    assert.ok(lines.every((l) => !/\d+ bytes \| \d+ bytes|[a-z]+-[a-z]+-row/.test(l)));
    await use.click("#repair");
    await use.has("#repair-menu [role=menuitem]", "HBase shell");
    await use.press("Escape");
  }],
  ["D18: a half-typed filter keeps the rows; a heading sorts", async (use) => {
    await use.open(damaged, 104);
    await use.focus("#where");
    await use.type("record = edge index");
    await use.rows(45);
    await use.type(" and source =");
    await use.page.waitForSelector("#where-problem:not([hidden])");
    await use.rows(45);
    await use.click("#rows [role=columnheader] [data-sort]");
    await use.page.waitForSelector("#rows [aria-sort=ascending]");
  }],
  ["D19: two font weights, and no gap before a colon", async (use) => {
    await use.read(index.line);
    const weights = await use.page.evaluate(() => [...new Set([...document.querySelectorAll("body *")].filter((e) => e.checkVisibility()).map((e) => getComputedStyle(e).fontWeight))]);
    assert.deepEqual(weights.sort(), ["400", "600"]);
    assert.doesNotMatch(await use.text("#schema-toggle"), /\s:/);
  }],
  ["D20: a second tab has the names of the first", async (use) => {
    const other = await use.another();
    await use.schema(...SCHEMA);
    await other.wait((w) => document.querySelector("#schema-words").textContent.includes(w), SCHEMA[1]);
    await other.page.close();
  }],
  ["the times of a column are shown as numbers on request", async (use) => {
    await use.open(damaged, 104);
    await use.has("#rows [role=gridcell]", "^2024-05-");
    await use.click("#columns");
    await use.click('[data-spell="version"]');
    await use.press("Escape");
    await use.has("#rows [role=gridcell]", "^17\\d{11}$");
  }],
  ["all rows of the edge of a row are one step away", async (use) => {
    await use.open(damaged, 104);
    await use.has("#facets-list .facet", "edge index"); // after that, rows are not redrawn
    await use.click("#rows [data-display='7'] button");
    await use.view("row");
    await use.pick("#place [data-from]", "^All rows of this edge \\d+$");
    await use.view("rows");
    assert.equal(await use.value("#where"), 'tableCode = 693920529 and edge = "77 -> item-1"');
  }],
  ["S4: a damaged storage entry neither stops the page nor stays", async (use) => {
    await use.page.evaluate(() => localStorage.setItem("rowlens.schema", '{"v":1,"list":[{"name":"x"}]}'));
    await use.page.reload();
    await use.page.waitForSelector("html[data-ready=true]");
    await use.click("#tab-time");
    await use.view("time");
    assert.equal(await use.page.evaluate(() => localStorage.getItem("rowlens.schema")), null);
  }],
  ["S5: names stay in the session unless asked to stay longer, and rows never go further", async (use) => {
    await use.schema(...SCHEMA);
    await use.open(damaged, 104);
    const far = await use.page.evaluate(() => JSON.stringify({ ...localStorage }));
    assert.doesNotMatch(far, /social\.user_likes|column=f:/);
    assert.match(await use.page.evaluate(() => JSON.stringify({ ...sessionStorage })), /social\.user_likes/);
  }],
  ["S9: neither a link nor the names of parts can reorder text", async (use) => {
    const raw = /[\u001b\u202a-\u202e]/u;
    const other = await use.another("#as=%E2%80%AE%1b&data=MDA");
    await other.says("[Nn]o text form");
    assert.doesNotMatch(await other.text("#status"), raw);
    await other.page.close();
    await use.paste('{"parts":{"row\u202e\u001b":"00"}}');
    await use.view("row");
    assert.doesNotMatch(await use.page.evaluate(() => document.documentElement.innerText + [...document.querySelectorAll("*")].flatMap((e) => [...e.attributes].map((a) => a.value)).join(" ")), raw);
  }],
  ["S15: a link of 800,000 characters is read like a file, and Row takes one row of it", async (use) => {
    const text = `${index.line}\n`.repeat(Math.ceil(600_000 / index.line.length));
    const other = await use.another(`#data=${Buffer.from(text).toString("base64url")}&row=3`);
    await other.wait(() => document.querySelector("#row-place").textContent.startsWith("row 4 of "));
    assert.ok((await other.value("#input")).length < 1 << 16);
    await other.page.close();
  }],
];

/** Runs a test for each task and defect, all in one page: opening pages would take most of the time. */
export async function all(t, use) {
  for (const [name, steps, run] of tasks) {
    await t.test(`${name}, ${steps} ${steps === 1 ? "step" : "steps"}`, async () => {
      await use.fresh();
      await run(use);
      assert.equal(use.steps, steps);
    });
  }
  for (const [name, run] of defects) {
    await t.test(name, async () => {
      await use.fresh();
      await run(use);
    });
  }
}

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { goTo, inThemes, picture, schemaFile, useBrowser, withPage as anyPage } from "./browser.mjs";
import { damaged, makeDump } from "./dump.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const ROWS = 20_000;
const program = process.env.ROWLENS_BIN ?? fileURLToPath(new URL("../../bin/rowlens", import.meta.url));
let dump;
let small;

// Rows have a worker of their own, which loads the same files; exports are blobs.
const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

before(() => {
  dump = makeDump(ROWS);
  small = makeDump(2_000);
});
after(() => {
  dump.remove();
  small.remove();
});

/** What the command prints for the dump, or for a file beside it; it exits with 1 as some rows do not decode. */
function command(...args) {
  return decoding(dump.name, ...args);
}

function decoding(name, ...args) {
  try {
    return execFileSync(program, ["decode", ...args, name], { cwd: dump.folder, maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  } catch (e) {
    assert.equal(e.status, 1, e.message);
    return e.stdout;
  }
}

const table = (page) => page.getByRole("grid", { name: "Rows" });
const rowsOf = (page) => table(page).locator("[role=row][data-display]");
const counts = (page) => page.locator("#document").innerText();

/** Waits until the table has so many rows, its head among them. */
const shows = (page, n) => page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), n);

/** Opens a dump and waits until its rows are decoded. */
async function open(page, what = dump.path, { schema = false } = {}) {
  if (schema) {
    await page.locator("#schema-file").setInputFiles(schemaFile);
    await page.waitForFunction(() => document.querySelector("#schema-words").textContent);
  }
  await page.locator("#open-file").setInputFiles(what);
  await decoded(page);
}

const decoded = (page) => page.waitForFunction(() => document.querySelector("#progress").hidden && document.documentElement.dataset.rows && !/…/.test(document.querySelector("#document-rows").textContent)
  && Number(document.querySelector("#rows").getAttribute("aria-rowcount")) > 1, undefined, { timeout: 60_000 });

/** Waits until the rows that are drawn are known. */
const drawn = (page) => page.waitForFunction(() => {
  const list = [...document.querySelectorAll("#rows [role=row][data-display]")];
  return list.length > 0 && list.every((e) => e.childElementCount > 1 || e.classList.contains("group"));
});

async function filter(page, text, rows) {
  await page.getByRole("searchbox", { name: "Filter" }).fill(text);
  await shows(page, rows);
  await page.waitForFunction(() => /shown\.|rows?, all decode|^\d.* not decode|No row matches/.test(document.querySelector("#status").textContent));
}

test("a dropped dump is decoded, with progress, failed rows in their place, and only visible rows in the page", () => withPage({}, async (page) => {
  await page.evaluate(() => {
    globalThis.seen = [];
    const bar = document.querySelector("[role=progressbar]");
    new MutationObserver(() => globalThis.seen.push([bar.getAttribute("aria-label"), Number(bar.getAttribute("aria-valuenow"))])).observe(bar, { attributes: true });
  });
  const given = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "scan.txt"));
    return data;
  }, readFileSync(dump.path, "utf8"));
  await page.dispatchEvent("body", "drop", { dataTransfer: given });
  await decoded(page);
  await soon.equal(() => page.getByRole("tab", { name: "Rows" }).getAttribute("aria-selected"), "true");
  await shows(page, ROWS);
  await soon.match(() => counts(page), new RegExp(`scan.txt[^]*20,000 rows[^]*${dump.failed} not decoded`));
  const seen = (await page.evaluate(() => globalThis.seen)).filter(([label]) => label !== "Checking");
  assert.ok(seen.every(([label, part], i) => label === "Decoding" && part >= (seen[i - 1]?.[1] ?? 0)), JSON.stringify(seen));
  assert.ok(seen.some(([, part]) => part > 0 && part < 100), JSON.stringify(seen));
  await drawn(page);
  await soon.ok(async () => await rowsOf(page).count() < 100);
  const titles = await table(page).getByRole("columnheader").allTextContents();
  assert.deepEqual(titles.slice(0, 2), ["#", "record"]);
  assert.ok(titles.includes("source") && titles.includes("version"), titles.join());
  await page.getByRole("button", { name: /^Errors only/ }).click();
  await shows(page, dump.failed);
  await drawn(page);
  const [cut, unread] = [await rowsOf(page).nth(0).textContent(), await rowsOf(page).nth(1).textContent()];
  assert.match(cut, /^501.*at offset \d+/);
  assert.match(unread, /^1,501Line 1502/);
}));

test("a small file of CBOR is read as rows, too", () => withPage({}, async (page) => {
  const path = `${dump.folder}/few.cbor`;
  writeFileSync(path, command("--cbor", "--where", "line = 2 or line = 3"));
  await open(page, path);
  await shows(page, 2);
  await soon.match(() => counts(page), /rowlens records, CBOR[^]*2 rows/);
}));

/** The export in a form. */
async function exported(page, form) {
  const [download] = await Promise.all([page.waitForEvent("download"), (async () => {
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: form, exact: true }).click();
  })()]);
  return readFileSync(await download.path());
}

test("rows of a CBOR sequence have their offsets", () => withPage({}, async (page) => {
  const path = `${dump.folder}/rows.cbor`;
  writeFileSync(path, command("--cbor"));
  const wanted = decoding("rows.cbor", "--json");
  assert.match(wanted.toString(), /"source":\{"file":"rows.cbor","offset":[0-9]{7}\}/);
  await open(page, path);
  assert.ok((await exported(page, "JSON Lines")).equals(wanted), "the rows differ");
  await filter(page, "offset > 1000000 and line = 0 or offset = 0", 1);
}));

test("what is exported is what the command prints, of all rows and of chosen ones", () => withPage({}, async (page) => {
  await open(page);
  const save = (form) => exported(page, form);
  for (const [form, flag] of [["JSON Lines", "--json"], ["CSV", "--csv"], ["CBOR", "--cbor"]]) {
    assert.ok((await save(form)).equals(command(flag)), `${form} differs`);
  }
  const where = "record=edge-index directedTarget>100 or failed=true";
  const wanted = command("--json", "--where", where);
  await filter(page, where, wanted.toString().trimEnd().split("\n").length);
  assert.ok((await save("JSON Lines")).equals(wanted), "the chosen rows differ");
}));

test("cancel ends the decoding at once and keeps what there is", () => withPage({}, async (page) => {
  // The button is pressed as soon as there are rows.
  await page.evaluate(() => {
    const box = document.querySelector("#progress");
    new MutationObserver(() => {
      if (!box.hidden && /^[1-9]/.test(document.querySelector("#document-rows").textContent)) document.querySelector("#cancel").click();
    }).observe(document.querySelector("#document-rows"), { childList: true });
  });
  await page.locator("#open-file").setInputFiles(dump.path);
  await page.waitForFunction(() => /Cancelled/.test(document.querySelector("#status").textContent));
  const n = Number(await table(page).getAttribute("aria-rowcount")) - 1;
  assert.ok(n > 0 && n < ROWS, `${n} rows`);
  await page.waitForFunction(() => document.querySelector("#progress").hidden);
  await drawn(page);
}));

test("rows are filtered by decoded fields, and a wrong expression says why", () => withPage({}, async (page) => {
  await open(page);
  const records = command("--json").toString().trimEnd().split("\n").map((l) => JSON.parse(l));
  const wanted = records.filter((r) => r.record === "edge-index" && r.fields && Number(r.fields.directedSource.value) > 100);
  assert.ok(wanted.length > 100);
  await filter(page, "format=actionbase record=edge-index source>100 failed=false", wanted.length);
  await drawn(page);
  for (const text of await rowsOf(page).allTextContents()) assert.match(text, /edge index/);
  const where = page.getByRole("searchbox", { name: "Filter" });
  await where.fill("source>");
  await page.waitForFunction(() => document.querySelector("#where-problem").textContent === "Expected a value after >, found the end.");
  await soon.equal(() => where.getAttribute("aria-invalid"), "true");
  await soon.equal(async () => Number(await table(page).getAttribute("aria-rowcount")), wanted.length + 1, "the last result stays");
  await soon.ok(async () => await rowsOf(page).count() > 0);
  await filter(page, "", ROWS);
}));

test("rows are grouped by record", () => withPage({}, async (page) => {
  await open(page, small.path);
  await page.getByRole("button", { name: "Group by record" }).click();
  await page.waitForSelector("#rows .group");
  await drawn(page);
  await soon.match(() => rowsOf(page).first().textContent(), new RegExp(`^not decoded ${small.failed} rows`));
  await page.waitForFunction(() => [...document.querySelectorAll("#rows .group")].some((e) => /^edge/.test(e.textContent)));
}));

test("a row is opened, and one comes back to the same place and filter", () => withPage({}, async (page) => {
  await open(page);
  const records = command("--json", "--where", "record=edge-state").toString().trimEnd().split("\n");
  await filter(page, "record=edge-state", records.length);
  await drawn(page);
  await page.locator("#rows-scroll").evaluate((e) => { e.scrollTop = 27 * 500; });
  await page.waitForSelector("#rows [data-display='505']");
  await drawn(page);
  const top = await page.locator("#rows-scroll").evaluate((e) => e.scrollTop);
  const opener = page.locator("[data-display='505'] button");
  for (const [i, back] of [() => page.getByRole("tab", { name: "Rows" }).click(), () => page.keyboard.press("Backspace"), () => page.goBack()].entries()) {
    if (i) await opener.click();
    else await opener.press("Enter");
    await page.waitForSelector("#panel-row [role=gridcell]");
    await page.waitForSelector("html[data-view=row]:not([data-stale])");
    const hex = await page.$$eval("[role=gridcell][data-part='row']", (list) => list.map((e) => e.textContent).join(""));
    assert.ok(Object.values(JSON.parse(records[505]).parts).includes(hex), hex);
    await back();
    await page.waitForSelector("html[data-view=rows]");
    await soon.equal(() => page.locator("#rows-scroll").evaluate((e) => e.scrollTop), top);
    await soon.equal(() => page.getByRole("searchbox", { name: "Filter" }).inputValue(), "record=edge-state");
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === document.querySelector("[data-display='505'] button")?.getAttribute("aria-label"));
  }
  // What was scrolled by the wheel alone comes back, too, though the row with the focus was left behind.
  await page.locator("#rows-scroll").evaluate((e) => { e.scrollTop = 27 * 900; });
  await page.waitForSelector("#rows [data-display='905']");
  const lower = await page.locator("#rows-scroll").evaluate((e) => e.scrollTop);
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.waitForFunction(() => / rows in [\d,]+ row keys/.test(document.querySelector("#status").textContent));
  const down = await page.evaluate(() => {
    scrollTo(0, 150);
    return scrollY;
  });
  assert.ok(down > 0);
  await page.keyboard.press("2");
  await soon.equal(() => page.locator("#rows-scroll").evaluate((e) => e.scrollTop), lower);
  await page.goBack();
  await page.waitForSelector("html[data-view=overview]");
  await soon.equal(() => page.evaluate(() => scrollY), down);
}));

test("the table is walked with the keys", () => withPage({}, async (page) => {
  await open(page, small.path);
  await drawn(page);
  const stop = table(page).locator("button[tabindex='0']");
  await soon.equal(() => stop.count(), 1);
  await stop.focus();
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  const name = (row) => `Open row ${row}`;
  for (const [key, row] of [["ArrowDown", 2], ["ArrowDown", 3], ["ArrowUp", 2], ["End", 2000], ["ArrowUp", 1999], ["Home", 1], ["j", 2], ["j", 3], ["k", 2], ["Alt+ArrowUp", 1]]) {
    await page.keyboard.press(key);
    await drawn(page);
    await page.waitForFunction((label) => document.activeElement.getAttribute("aria-label") === label, name(row));
  }
  await page.keyboard.press("PageDown");
  await soon.match(() => focused(), /^Open row [1-9]\d$/);
  await page.keyboard.press("F6");
  await soon.notEqual(() => page.evaluate(() => document.activeElement.closest("#rows")?.id), "rows");
}));

/** Shows the findings of the damaged dump. */
async function check(page) {
  await open(page, { name: "scan-damaged.txt", mimeType: "text/plain", buffer: Buffer.from(damaged) }, { schema: true });
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.waitForSelector("#findings [data-display]");
}

/** The looks of the views, one after the other in one page. */
const states = {
  findings: async (page) => {
    await check(page);
  },
  rows: async (page) => {
    await page.locator("#open-file").setInputFiles(small.path);
    await page.getByRole("tab", { name: "Rows" }).click();
    await shows(page, 2_000);
    await decoded(page);
    await page.locator("#rows-scroll").evaluate((e) => { e.scrollTop = 490 * Number.parseFloat(getComputedStyle(e.querySelector(".rows-body")).getPropertyValue("--row")); });
    await page.waitForSelector("#rows .failed");
    await drawn(page);
  },
  "rows-filter": async (page) => {
    await page.getByRole("button", { name: "Export" }).click();
    await page.keyboard.press("Escape");
    await page.$eval("#rows-group", (button) => button.click()); // in a narrow window it is among the facets
    await page.getByRole("searchbox", { name: "Filter" }).fill("source>");
    await page.waitForSelector("#where-problem:not([hidden])");
    await drawn(page);
  },
};

for (const width of [1280, 390]) {
  test(`at ${width} px axe finds nothing and nothing sticks out`, (t) => withPage({ viewport: { width, height: 800 } }, async (page) => {
    for (const [state, make] of Object.entries(states)) {
      await make(page);
      await inThemes(t, page, async (colorScheme, again) => {
        await picture(page, `${state}-${colorScheme}-${width}`);
        await axe(page, state, again);
        const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(scroll <= client, `${state}: ${scroll} > ${client}`);
      });
    }
  }));
}

test("a text has one spelling in Rows and in Row", () => withPage({}, async (page) => {
  const dumped = readFileSync(new URL("../../golden/actionbase/actionbase-hbase-shell.txt", import.meta.url), "utf8");
  const line = dumped.split("\n").find((l) => l.includes("4item-1\\x00"));
  const odd = line.replace("4item-1\\x00", "4x\\x01y\\x00");
  await open(page, { name: "odd.txt", mimeType: "text/plain", buffer: Buffer.from(`ROW  COLUMN+CELL\n${odd}\n${line}\n`) });
  await drawn(page);
  const cell = await rowsOf(page).first().textContent();
  await rowsOf(page).first().locator("button").click();
  await page.waitForSelector("html[data-view=row]:not([data-stale])");
  const field = await page.getByRole("tree", { name: "Fields" }).textContent();
  const [spelled] = field.match(/"x.*?y"/) ?? ["nothing"];
  assert.ok(cell.includes(spelled), `${spelled} is not in ${cell}`);
}));

// The value is that of a count, and the key fits OrderedBytes, by chance.
const strange = `{"row":"3832f4792c800000000000004d2ba95c6311297d346974656d203200","family":"66","qualifier":"65","value":"00000000000009c4"}`;
const sound = `{"row":"00bd92fd346974656d2d31002ba95c6311297e2983","family":"66","qualifier":"65","value":"0000000000000003"}`;

test("a damaged row of a file is read in Row as one of its dump, as in Rows", () => withPage({}, async (page) => {
  await open(page, { name: "two.jsonl", mimeType: "text/plain", buffer: Buffer.from(`${sound}\n${strange}\n`) }, { schema: true });
  await drawn(page);
  await soon.equal(() => page.locator("#document-failed").textContent(), "1 not decoded");
  await rowsOf(page).nth(1).locator("button").first().click();
  await page.waitForFunction(() => /^row 2 /.test(document.querySelector("#row-place").textContent));
  await soon.match(() => page.getByRole("alert").textContent(), /Actionbase/);
  await goTo(page, "Findings");
  await page.locator("#findings [data-display='1'] button").click();
  await soon.match(() => page.locator("#stored-bytes").textContent(), /salt.*source/);
}));

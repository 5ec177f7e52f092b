// Findings that explain: the row, what is stored and expected byte by byte, the rows that
// decide it, and the repair.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { giveSchema, inThemes, picture, row, rows, schemaFile, useBrowser, withPage as anyPage } from "./browser.mjs";
import { drop } from "./drop.mjs";
import { damaged } from "./dump.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

const dumpFile = fileURLToPath(new URL("../../golden/implexus/corrupt.dump.hex.txt", import.meta.url));
const implexus = readFileSync(dumpFile, "utf8");

const list = (page) => page.getByRole("grid", { name: "Findings" });
const lines = (page) => list(page).locator("[data-display]");
const region = (page) => page.getByRole("region", { name: "Finding", exact: true });

/** Pastes a dump and goes to its findings. */
async function findings(page, text) {
  await page.evaluate((t) => navigator.clipboard.writeText(t), text);
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("tab", { name: "Findings" }).click();
  await lines(page).first().waitFor();
}

/** The bytes of a side of the open finding: all, and those that differ. */
const bytes = (page, side) => page.getByRole("grid", { name: `${side} bytes` }).evaluate((g) => ({
  all: [...g.querySelectorAll("[role=gridcell]")].map((c) => c.textContent).join(""),
  differ: [...g.querySelectorAll("[role=gridcell]")].filter((c) => /differs/.test(c.getAttribute("aria-label"))).map((c) => c.textContent).join(""),
  bands: [...g.querySelectorAll(".label")].map((l) => l.textContent).join(" "),
}));

test("from the clipboard to the repair there are four steps, and each finding names its row", () => withPage({}, async (page) => {
  await findings(page, implexus); // paste, Findings
  const text = await lines(page).first().innerText();
  assert.match(text, /^error:\s+Member does not belong here\s+cat:\/categories\/active-users:members\s+stored \/users\/admin\s+line 8$/);
  for (const line of await lines(page).allInnerTexts()) assert.doesNotMatch(line, /[a-z]-member|undecodable-|unknown-/);
  await page.waitForFunction(() => document.querySelectorAll("#expected-bytes [role=gridcell]").length === 49);
  const stored = await bytes(page, "Stored");
  assert.equal(stored.all.length, 140);
  assert.equal(stored.differ, "03", "the count");
  assert.deepEqual(stored.bands.split(" ").filter((w) => w !== "…"), ["typ", "count", "/users/john", "/users/john", "/users/jane", "/users/jane", "/users/admin", "✗", "/users/admin", "✗"], "a band is a member");
  const failing = await page.$$eval("#stored-bytes .label.r-failing", (list) => [...new Set(list.map((l) => l.textContent.replace(/^… /, "")))]);
  assert.deepEqual(failing, ["/users/admin ✗"]);
  await soon.equal(async () => (await bytes(page, "Expected")).differ, "02");
  const links = region(page).getByRole("link");
  await soon.deepEqual(() => links.allTextContents(), ["config:/categories/active-users", "entity:/users/admin", "props:/users/admin"]);
  const [download] = await Promise.all([page.waitForEvent("download"), (async () => {
    await page.getByRole("button", { name: "Export repair" }).click(); // step 3
    await page.getByRole("menuitem", { name: "Input of mdb_load" }).click(); // step 4
  })()]);
  const repair = readFileSync(await download.path(), "utf8");
  const program = process.env.ROWLENS_BIN;
  const folder = mkdtempSync(join(tmpdir(), "rowlens-repair-"));
  try {
    try {
      execFileSync(program, ["verify", "--repair", `${folder}/changes.jsonl`, dumpFile], { stdio: "ignore" });
    } catch (e) {
      assert.equal(e.status, 4, "there are errors");
    }
    assert.equal(repair, execFileSync(program, ["encode", "--as", "mdb", `${folder}/changes.jsonl`]).toString());
  } finally {
    execFileSync("rm", ["-rf", folder]);
  }
  await links.first().click();
  await page.waitForFunction(() => /line 48/.test(document.querySelector("#row-place").textContent));
  await page.goBack();
  await page.waitForSelector("html[data-view=findings]");
  await soon.ok(() => region(page).isVisible());
}));

test("findings are walked with the keys, filtered, and a missing row stands opposite nothing", () => withPage({}, async (page) => {
  await giveSchema(page); // of another format: these rows need none
  await findings(page, implexus);
  await page.evaluate(() => document.activeElement.blur());
  const title = () => region(page).getByRole("heading", { level: 2 }).textContent();
  await page.keyboard.press("j");
  await soon.equal(() => title(), "Member is missing");
  await page.keyboard.press("ArrowDown");
  await soon.equal(() => title(), "Child does not exist");
  await page.keyboard.press("k");
  await soon.equal(() => title(), "Member is missing");
  await page.getByRole("searchbox", { name: "Filter findings" }).fill("index row is missing");
  await page.waitForFunction(() => document.querySelectorAll("#findings [data-display]").length === 1);
  await page.waitForFunction(() => document.querySelector("#stored-none").checkVisibility());
  await soon.ok(async () => (await bytes(page, "Expected")).all.length > 20);
  await soon.equal(() => page.getByRole("grid", { name: "Stored bytes" }).count(), 0);
  await page.getByRole("searchbox", { name: "Filter findings" }).fill("");
  await page.getByRole("button", { name: "9 errors" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#findings [data-display]").length === 7);
  await soon.equal(() => page.getByRole("button", { name: "9 errors" }).getAttribute("aria-pressed"), "false");
}));

test("Back walks the findings that were open, then leaves the view", () => withPage({}, async (page) => {
  const at = (text) => page.waitForFunction((t) => document.querySelector("#finding-at").textContent === t && document.querySelector("#findings .chosen")?.getAttribute("aria-rowindex") === String(Number.parseInt(t, 10) + 1), text);
  await findings(page, implexus);
  await at("1 of 16");
  await lines(page).nth(2).getByRole("button").click();
  await at("3 of 16");
  await page.keyboard.press("j");
  await at("4 of 16");
  await page.getByRole("button", { name: "Next finding" }).click();
  await at("5 of 16");
  // The way to a finding with the arrow keys is no step of its own.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await at("7 of 16");
  await page.getByRole("searchbox", { name: "Filter findings" }).fill("member");
  await page.waitForFunction(() => /^1 of [2-9]$/.test(document.querySelector("#finding-at").textContent));
  await lines(page).nth(1).getByRole("button").click();
  await page.waitForFunction(() => /^2 of [2-9]$/.test(document.querySelector("#finding-at").textContent));
  await page.keyboard.press("Backspace");
  await page.waitForFunction(() => /^1 of [2-9]$/.test(document.querySelector("#finding-at").textContent));
  await soon.equal(() => page.evaluate(() => document.activeElement.closest("[data-display]")?.dataset.display), "0", "the focus goes along");
  await page.goBack();
  await at("4 of 16");
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter findings" }).inputValue(), "");
  await page.goBack();
  await at("3 of 16");
  await page.goForward();
  await at("4 of 16");
  await page.goBack();
  await page.goBack();
  await at("1 of 16");
  await page.goBack();
  await page.waitForSelector("html[data-view=rows]");
}));

test("a finding about rows of which the model is lost says how many, and shows no row as missing", () => withPage({}, async (page) => {
  const folder = mkdtempSync(join(tmpdir(), "rowlens-model-"));
  try {
    execFileSync("tar", ["xzf", fileURLToPath(new URL("../../golden/store-files/maryk-rocksdb/keepall-sst-v5.tar.gz", import.meta.url)), "-C", folder]);
    const model = execFileSync("find", [folder, "-name", "000008.sst"]).toString().trim();
    const bytes = readFileSync(model);
    bytes[bytes.length / 3 | 0] ^= 0x20;
    writeFileSync(model, bytes);
    await page.locator("#folder").setInputFiles(folder);
    await page.getByRole("button", { name: "Rows of all tables" }).click();
    await page.getByRole("tab", { name: "Findings" }).click();
    const line = lines(page).filter({ hasText: "No model has this number" });
    await line.getByRole("button").first().click();
    await soon.match(() => region(page).innerText(), /^No model has this number\s+\d+ rows\s[^]*Because/);
    assert.doesNotMatch(await region(page).innerText(), /no row is stored|Expected row/);
    await lines(page).filter({ hasText: "Encrypted" }).getByRole("button").first().click();
    await soon.match(() => region(page).innerText(), /^Encrypted[^]*Because/);
    assert.doesNotMatch(await region(page).innerText(), /no row is stored/);
  } finally {
    rmSync(folder, { recursive: true });
  }
}));

test("Enter on a line goes to the bytes of the finding, and a click on it does not", () => withPage({}, async (page) => {
  await findings(page, implexus);
  const inside = () => page.evaluate(() => document.activeElement.closest("[role=grid]")?.getAttribute("aria-label"));
  await list(page).getByRole("button", { name: "Member is missing" }).first().click();
  await page.waitForFunction(() => document.querySelector("#finding-title").textContent === "Member is missing" && document.querySelectorAll("#stored-bytes [role=gridcell]").length > 0);
  await soon.equal(inside, "Findings");
  await page.keyboard.press("Enter");
  await soon.equal(inside, "Stored bytes");
  // Opposite a missing row there are no stored bytes.
  await list(page).getByRole("button", { name: "Index row is missing" }).first().click();
  await page.waitForFunction(() => document.querySelector("#stored-none").checkVisibility());
  await page.keyboard.press("Enter");
  await soon.equal(inside, "Expected bytes");
  // Where it unfolds under its line, Enter unfolds one that is folded.
  await page.setViewportSize({ width: 390, height: 800 });
  const line = list(page).locator(".chosen").getByRole("button").first();
  await region(page).waitFor();
  await line.click();
  await region(page).waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await region(page).waitFor();
}));

test("filter and severities stay with the document: in other views, over another document and a reload", () => withPage({ requests: /./ }, async (page) => {
  const filter = page.getByRole("searchbox", { name: "Filter findings" });
  const errors = page.getByRole("button", { name: "9 errors" });
  const tab = (name) => page.getByRole("tab", { name, exact: true }).click();
  const sought = async () => {
    await page.waitForFunction(() => document.querySelectorAll("#findings [data-display]").length === 1);
    await soon.equal(() => filter.inputValue(), "index");
    await soon.equal(() => errors.getAttribute("aria-pressed"), "false");
  };
  await findings(page, implexus);
  await errors.click();
  await page.waitForFunction(() => document.querySelectorAll("#findings [data-display]").length === 7);
  await filter.fill("index");
  await sought();
  await tab("Rows");
  await tab("Findings");
  await sought();

  await page.evaluate((t) => { document.activeElement.blur(); return navigator.clipboard.writeText(t); }, damaged);
  await page.keyboard.press("Control+v");
  await lines(page).filter({ hasText: "Salt does not match" }).waitFor();
  await soon.equal(() => filter.inputValue(), "", "another document has its own");
  await page.goBack();
  await sought();

  await page.reload();
  await page.waitForSelector("html[data-view=findings]");
  await sought();
  // A version before this one kept no such choice.
  await page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((k) => k.startsWith("rowlens.document"));
    const kept = JSON.parse(sessionStorage.getItem(name));
    delete kept.doc.findings;
    sessionStorage.setItem(name, JSON.stringify(kept));
  });
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("#findings [data-display]").length === 16);
  await soon.equal(() => filter.inputValue(), "");

  // A filter that was entered is a step of its own.
  await filter.fill("index");
  await filter.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#findings [data-display]").length < 16);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("#findings [data-display]").length === 16);
  await soon.equal(() => filter.inputValue(), "");
}));

test("a wrong member in the middle is the one that is marked, and one that stands twice is wrong once", () => withPage({}, async (page) => {
  const dump = readFileSync(dumpFile, "utf8").split("\n");
  const at = dump.findIndex((l) => l.startsWith(` ${Buffer.from("cat:/categories/active-users:members").toString("hex")}`)) + 1;
  const member = (text) => `05${text.length.toString(16).padStart(16, "0")}${Buffer.from(text).toString("hex")}`;
  const list = (...texts) => ` 07${texts.length.toString(16).padStart(16, "0")}${texts.map(member).join("")}`;
  dump[at] = list("/users/admin", "/users/john", "/users/jane");
  await findings(page, dump.join("\n"));
  await page.waitForSelector("#stored-bytes .label.r-failing");
  await soon.deepEqual(() => page.$$eval("#stored-bytes .label.r-failing", (all) => [...new Set(all.map((l) => l.textContent.replace(/^… /, "")))]), ["/users/admin ✗"]);
  await soon.equal(async () => (await bytes(page, "Stored")).differ, "03", "what stands after it is the same");
}));

test("without a schema the reason is said, and the findings come with it", () => withPage({}, async (page) => {
  await page.evaluate((t) => navigator.clipboard.writeText(t), damaged);
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.waitForFunction(() => /without a schema/.test(document.querySelector("#findings-note").textContent));
  await soon.match(() => lines(page).first().innerText(), /^error:\s+Salt does not match[^]*stored 64d95d7e, expected 64d95d7f\s+line 29$/);
  await page.getByRole("button", { name: "Add a schema" }).click();
  await page.waitForSelector("#schema-panel:not([hidden])");
  await page.locator("#schema-file").setInputFiles(schemaFile);
  await lines(page).first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll("#findings [data-display]").length > 1);
  const sentences = (await lines(page).allInnerTexts()).join("\n");
  for (const words of ["Salt does not match", "Count is wrong", "State row is missing", "Index row is missing", "Index row has other values"]) assert.ok(sentences.includes(words), words);
  await list(page).getByRole("button", { name: "Salt does not match" }).click();
  await page.waitForFunction(() => /differs/.test(document.querySelector("#stored-bytes [role=gridcell][data-offset='3']")?.getAttribute("aria-label")));
  await soon.deepEqual(async () => [(await bytes(page, "Stored")).differ, (await bytes(page, "Expected")).differ], ["7e", "7f"]);
  await list(page).getByRole("button", { name: "Index row has other values" }).click();
  await page.waitForFunction(() => document.querySelector("#finding-title").textContent === "Index row has other values" && document.querySelectorAll("#stored-bytes [role=gridcell]").length === 43);
  await soon.deepEqual(async () => [(await bytes(page, "Stored")).differ, (await bytes(page, "Expected")).differ], ["01", "00"]);
}));

test("a finding that follows from another stands under it, says so, and leads to it", () => withPage({}, async (page) => {
  await giveSchema(page);
  await findings(page, damaged);
  const effect = list(page).getByRole("button", { name: /^Index row is missing, follows from \d+$/ });
  await effect.waitFor();
  const at = Number(await effect.evaluate((e) => e.closest("[data-display]").dataset.display));
  await soon.equal(() => effect.textContent(), `Index row is missing, follows from ${at}`);
  const left = (n) => lines(page).nth(n).getByRole("button").evaluate((e) => e.getBoundingClientRect().left);
  assert.ok(await left(at) > await left(at - 1) + 12, "it is indented");
  await lines(page).nth(at - 1).getByRole("button", { name: "Salt does not match" }).click();
  await page.keyboard.press("ArrowDown");
  await soon.match(() => page.locator("#because-list li").first().textContent(), new RegExp(`^Follows from ${at}: Salt does not match, `));
  await axe(page, "findings that follow");
  await page.locator("#because-list [data-cause]").click();
  await soon.equal(() => page.locator("#finding-title").textContent(), "Salt does not match");
  await page.getByRole("searchbox", { name: "Filter findings" }).fill("index row is missing");
  await page.waitForFunction(() => document.querySelectorAll("#findings .under").length === 0);
  await lines(page).filter({ hasText: "Index row is missing" }).first().getByRole("button").click();
  await soon.match(() => page.locator("#because-list li").first().textContent(), /^Follows from one that the filter leaves out: Salt does not match, /);
}));

test("what cannot be checked is no all-clear, and what has it checked is one step away", () => withPage({}, async (page) => {
  await page.evaluate((t) => navigator.clipboard.writeText(t), readFileSync(new URL("../../golden/maryk-rocksdb/latest.0301.scan.txt", import.meta.url), "utf8"));
  await page.keyboard.press("Control+v");
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.waitForFunction(() => /without a schema/.test(document.querySelector("#findings-note").textContent));
  assert.doesNotMatch(await page.locator("#findings-note").textContent(), /agree/);
  await soon.equal(async () => (await page.getByRole("tab", { name: "Findings" }).textContent()).trim(), "Findings");
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await axe(page, `findings that need a schema, ${colorScheme}`, colorScheme === "dark");
  }
  await page.getByRole("button", { name: "Show 138 rows that do not decode" }).click();
  await page.waitForSelector("html[data-view=rows]");
  await soon.equal(() => page.locator("#rows-failed").getAttribute("aria-pressed"), "true");
  await page.getByRole("tab", { name: "Findings" }).click();
  await giveSchema(page); // of another format
  await soon.match(() => page.locator("#status").textContent(), /^138 rows do not decode\. Too few rows checked in .*; 0 of 138 rows checked/);
}));

test("a single row says whether its own check matches, and that the rest needs the other rows", () => withPage({}, async (page) => {
  const note = (words) => page.waitForFunction((t) => document.querySelector("#findings-note").innerText.startsWith(t), `${words}\nChecking the row against others needs the other rows of the store.`);
  const open = async (text) => {
    await page.evaluate((t) => { document.activeElement.blur(); return navigator.clipboard.writeText(t); }, text);
    await page.keyboard.press("Control+v");
    await page.waitForFunction(() => document.documentElement.dataset.rows === "1");
    await page.getByRole("tab", { name: "Findings" }).click();
  };
  const counted = async () => (await page.locator("#count-findings").textContent()).trim();
  await open(row("edge-index").line);
  await note("The salt matches.");
  await soon.equal(counted, "", "no all-clear");
  await soon.equal(() => page.getByRole("button", { name: "Add a schema" }).isVisible(), false, "it would not help");
  await axe(page, "findings of a single row");
  await page.locator("#findings-do").getByRole("button", { name: "Open" }).click();
  await page.getByRole("menuitem", { name: "Folder…" }).waitFor();
  await page.keyboard.press("Escape");

  await open("00112233");
  await note("The row does not decode.");
  await open(damaged.split("\n")[28]);
  await note("The salt does not match.");
  await soon.match(() => lines(page).first().innerText(), /^error:\s+Salt does not match[^]*stored 64d95d7e, expected 64d95d7f/);
  await soon.equal(counted, "1");

  // With a schema the verifiers miss rows that may be in the store.
  await page.locator("#schema-file").setInputFiles(schemaFile);
  await open(row("edge-index").line);
  await lines(page).filter({ hasText: "Index row belongs to nothing" }).waitFor();
  await note("The salt matches.");
  await soon.match(() => page.locator("#findings-note").innerText(), /Rows that these findings miss may be among them\./);
}));

test("no findings say which record kinds were read, at most three by name", () => withPage({}, async (page) => {
  // Without a schema they are not checked against each other; what does not decode is of no kind.
  const some = rows.filter((r) => ["edge-index", "edge-state"].includes(r.record)).map((r) => r.line);
  await drop(page, [{ name: "scan.txt", bytes: Buffer.from(["ROW  COLUMN+CELL", ...some, some[0], " ab column=f:e, timestamp=1, value=c"].join("\n")) }]);
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("tab", { name: "Findings" }).click();
  const [first, second] = [0, 1].map((i) => rows.find((r) => r.line === some[i]).record.replace("-", " "));
  await soon.match(() => page.locator("#findings-note").innerText(), new RegExp(`^Record kinds read: ${first} and ${second}\\.$`, "m"));

  await page.locator("#schema-file").setInputFiles(fileURLToPath(new URL("../../golden/actionbase/actionbase-hbase-shell.schema.json", import.meta.url)));
  await drop(page, [{ name: "all.txt", bytes: Buffer.from(scanned.join("\n")) }]);
  await soon.match(() => page.locator("#findings-note").innerText(), /^No findings: the rows agree with each other\.\n\d+ of \d+ rows checked.*\nRecord kinds read: edge [a-z]+, edge [a-z]+, edge [a-z]+ and \d+ more\.$/m);
}));

test("the findings of a store whose tables are not read offer to read them", () => withPage({}, async (page) => {
  await drop(page, ["CURRENT", "MANIFEST-000005", "000004.log"].map((name) => ({ path: fileURLToPath(new URL(`../../golden/store-files/samples/rocksdb/maryk/${name}`, import.meta.url)) })));
  await page.waitForSelector("html[data-view=tables]");
  await page.getByRole("tab", { name: "Findings" }).click();
  await axe(page, "findings of a store whose tables are not read");
  await page.getByRole("button", { name: "Read the rows of all tables" }).click();
  await page.waitForFunction(() => /rows? checked/.test(document.querySelector("#findings-note").textContent));
}));

for (const width of [390, 320]) {
  test(`at ${width} px the open finding unfolds below its line, and no word of a line is cut`, () => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await findings(page, implexus);
    const unfolded = (title) => page.waitForFunction((text) => {
      const line = document.querySelector("#findings .chosen");
      const fold = line?.nextElementSibling;
      return line?.innerText.includes(text) && document.querySelector("#finding-title").textContent === text && fold.matches("[role=row]") && fold.firstChild.matches("[role=gridcell]")
        && fold.contains(document.querySelector("#finding")) && fold.getBoundingClientRect().top >= line.getBoundingClientRect().bottom - 1
        && fold.nextElementSibling.getBoundingClientRect().top >= fold.getBoundingClientRect().bottom - 1;
    }, title);
    await unfolded("Member does not belong here");
    await soon.deepEqual(() => list(page).evaluate((grid) => [...grid.querySelectorAll("[data-display] > *")].filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)), []);

    const side = (name) => page.getByRole("grid", { name: `${name} bytes` });
    await side("Stored").waitFor();
    await soon.equal(() => side("Expected").count(), 0);
    await page.getByRole("radio", { name: "stored" }).focus();
    await page.keyboard.press("ArrowRight");
    await side("Expected").waitFor();
    await soon.equal(() => side("Stored").count(), 0);
    await side("Expected").locator("[role=gridcell]").first().focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowDown");
    await unfolded("Member does not belong here");

    const third = lines(page).nth(2).getByRole("button");
    await third.click();
    await unfolded("Child does not exist");
    await page.waitForFunction(() => document.querySelector("#findings [data-display='2'] button").ariaExpanded === "true");
    await page.keyboard.press("ArrowUp");
    await unfolded("Member is missing");
    await page.getByRole("button", { name: "Next finding" }).click();
    await unfolded("Child does not exist");
    await axe(page, `findings, ${width}`);
    await third.click();
    await region(page).waitFor({ state: "hidden" });
    await soon.equal(() => third.getAttribute("aria-expanded"), "false");

    await third.click();
    await unfolded("Child does not exist");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForFunction(() => document.querySelector("#finding").parentElement.id === "panel-findings" && !document.querySelector("#findings [aria-expanded]"));
    await side("Stored").waitFor();
    await soon.equal(() => page.getByRole("radiogroup", { name: "Side" }).count(), 0);
  }));
}

for (const width of [1280, 320]) {
  test(`Findings at ${width} px: axe finds nothing, nothing sticks out`, (t) => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await findings(page, implexus);
    await page.waitForFunction(() => document.querySelectorAll("#expected-bytes [role=gridcell]").length > 0);
    await inThemes(t, page, async (colorScheme, again) => {
      await picture(page, `findings-${colorScheme}-${width}`);
      await axe(page, "findings", again);
      await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page scrolls sideways");
    });
  }));
}

const scanned = readFileSync(new URL("../../golden/actionbase/actionbase-hbase-shell.txt", import.meta.url), "utf8").split("\n");

/** Findings of lines of a scan, with its schema. */
async function ofLines(page, all) {
  await page.locator("#schema-file").setInputFiles(fileURLToPath(new URL("../../golden/actionbase/actionbase-hbase-shell.schema.json", import.meta.url)));
  await drop(page, [{ name: "scan.txt", bytes: Buffer.from(all.join("\n")) }]);
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.waitForFunction(() => /checked/.test(document.querySelector("#findings-note").textContent));
}

test("that a scan may be cut is said where its findings are", () => withPage({}, async (page) => {
  await ofLines(page, scanned.slice(0, scanned.findLastIndex((l) => /row\(s\)/.test(l))));
  await soon.match(() => page.locator("#findings-note").innerText(), /A scan ends without the count of its rows, so it may be cut\./);
}));

test("rows that do not decode come first in the status line, and their record kinds are no slugs", () => withPage({}, async (page) => {
  const all = [...scanned];
  const at = all.findIndex((l) => l.startsWith(" d\\xD9]\\x7F"));
  all[at] = all[at].replace(/.$/, "q");
  await ofLines(page, all);
  await page.waitForFunction(() => /^1 row does not decode\. \d+ findings? in scan\.txt/.test(document.querySelector("#status").textContent));
  const line = lines(page).filter({ hasText: "Row does not decode" });
  await soon.match(() => line.innerText(), /actionbase edge index value: code: expected header/);
  await line.getByRole("button").click();
  await soon.match(() => page.locator("#because-list").innerText(), /^Actionbase edge index value: code/);
}));

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, expandAll, row, settled, shownHex, tree, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const key = Buffer.from(row("edge-index").row, "hex");
const escape = (b) => [...b].map((c) => (c >= 0x20 && c < 0x7f && c !== 0x5c ? String.fromCharCode(c) : `\\x${c.toString(16).padStart(2, "0").toUpperCase()}`)).join("");
const pairs = key.toString("hex").match(/../g);

const spellings = {
  "plain hex": pairs.join(""),
  "upper-case hex": pairs.join("").toUpperCase(),
  "hex with spaces": pairs.join(" "),
  "hex with colons": pairs.join(":"),
  "hex with 0x": `0x${pairs.join("")}`,
  "hex over lines": key.toString("hex").replace(/.{32}/g, "$&\n"),
  "the form of HBase's shell": escape(key),
  "base64": key.toString("base64"),
  "base64url without padding": key.toString("base64url"),
  "unsigned numbers": JSON.stringify([...key]),
  "signed numbers": JSON.stringify([...new Int8Array(key)]),
  "a list of Spark": `[${pairs.join(" ").toUpperCase()}]`,
  "a table of Spark": `+---+\n|row|\n+---+\n|[${pairs.join(" ").toUpperCase()}]|\n+---+\n`,
  "a list of Scala": `Array(${[...new Int8Array(key)].join(", ")})`,
  "a hex dump of Wireshark": pairs.join(" ").match(/.{1,48}/g).map((line, i) => `00${i.toString(16)}0   ${line.trim()}`).join("\n"),
  "JSON with a character for each byte": JSON.stringify(key.toString("latin1")),
  "a Go literal": `[]byte{${pairs.map((p) => `0x${p}`).join(", ")}}`,
};

test("every spelling of a key gives the same tree", () => withPage({}, async (page) => {
  let first;
  for (const [name, text] of Object.entries(spellings)) {
    await decode(page, text);
    await expandAll(page);
    await soon.equal(async () => Object.values(await shownHex(page))[0], key.toString("hex"), name);
    const fields = (await tree(page)).map(({ text: words, part, start, end, level }) => ({ words, part, start, end, level }));
    first ??= fields;
    assert.deepEqual(fields, first, name);
  }
}));

test("the spelling is named and can be overridden", () => withPage({}, async (page) => {
  await decode(page, pairs.join(""));
  const box = page.getByRole("combobox", { name: "Read as" });
  const options = await box.locator("option").allTextContents();
  await soon.match(() => box.evaluate((e) => e.selectedOptions[0].textContent), /hex/i);
  const other = await box.evaluate((e) => [...e.options].find((o) => /text/i.test(o.textContent))?.value);
  assert.ok(other, `plain text is not offered: ${options}`);
  await box.selectOption(other);
  await page.waitForFunction((n) => document.querySelectorAll("[role=gridcell]").length === n, key.length * 2);
  await soon.equal(async () => Object.values(await shownHex(page))[0], Buffer.from(pairs.join("")).toString("hex"));
  await box.selectOption("");
  await page.waitForFunction((n) => document.querySelectorAll("[role=gridcell]").length === n, key.length);
}));

test("half a hex digit is not an error: the page waits for the rest", () => withPage({}, async (page) => {
  await decode(page, pairs.join(""));
  await page.getByRole("textbox", { name: "Input", exact: true }).press("Control+End");
  await page.keyboard.type("0");
  await page.waitForFunction(() => /Waiting for one more hex digit/.test(document.querySelector("#status").textContent));
  await soon.equal(() => page.getByRole("alert").isHidden(), true);
  await soon.equal(() => page.locator("[role=gridcell]").count(), key.length);
}));

test("a damaged byte is named, outlined and announced by the alert", () => withPage({}, async (page) => {
  const bad = Buffer.from(key);
  bad[36] = 0x93;
  await decode(page, bad.toString("hex"));
  const alert = page.getByRole("alert");
  await soon.match(() => alert.textContent(), /expected .+ found .*0x93 at offset 36 \(0x24\)/);
  await soon.match(() => page.getByRole("listbox", { name: "Candidates" }).getByRole("option").first().textContent(), /^Actionbase edge index.*36\/53.*stops at byte 36/);
  await soon.equal(() => page.locator(".band.r-failing").count(), 1);
  await soon.match(() => page.getByRole("tree", { name: "Fields" }).textContent(), /not decoded/);
  await soon.equal(async () => Object.values(await shownHex(page))[0], bad.toString("hex"));
}));

test("every truncation and every flipped byte is shown without a page error", () => withPage({}, async (page) => {
  for (let n = 1; n < key.length; n += 3) {
    await decode(page, key.subarray(0, n).toString("hex"));
    await soon.equal(async () => Object.values(await shownHex(page))[0], key.subarray(0, n).toString("hex"), `cut at ${n}`);
  }
  for (let i = 0; i < key.length; i += 3) {
    const bad = Buffer.from(key);
    bad[i] ^= 0xff;
    await decode(page, bad.toString("hex"));
    await soon.equal(async () => Object.values(await shownHex(page))[0], bad.toString("hex"), `byte ${i}`);
    if (await page.getByRole("alert").isVisible()) {
      const [, at] = /at offset (\d+)/.exec(await page.getByRole("alert").textContent());
      assert.ok(Number(at) <= bad.length);
    }
  }
}));

test("readings are listed with evidence, chosen with arrows, pinned with Enter", () => withPage({}, async (page) => {
  await decode(page, "d37ffffe70c3641dff346974656d203200");
  const list = page.getByRole("listbox", { name: "Candidates" });
  const options = list.getByRole("option");
  const n = await options.count();
  assert.ok(n >= 2, `${n} readings`);
  const ranks = await options.evaluateAll((all) => all.map((o) => o.querySelectorAll(".on").length));
  assert.deepEqual(ranks, [...ranks].sort((a, b) => b - a));
  await soon.equal(() => options.first().getAttribute("aria-selected"), "true");
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await soon.equal(() => options.nth(1).getAttribute("aria-selected"), "true");
  await page.keyboard.press("Enter");
  await soon.equal(() => page.getByRole("checkbox", { name: "Pin this format" }).isChecked(), true);
  await page.keyboard.press("Home");
  await soon.equal(() => options.first().getAttribute("aria-selected"), "true");
}));

test("a dump with an unreadable line is shown, and that line says why", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$/ }, async (page) => {
  const { line } = row("edge-index");
  await decode(page, `ROW  COLUMN+CELL\n${line}\n${line.slice(0, 40)}\n${line}`);
  await soon.equal(async () => (await shownHex(page)).row, key.toString("hex"));
  const place = page.getByRole("navigation", { name: "Place" });
  await soon.equal(() => place.getByRole("paragraph").textContent(), "row 1 of 3 line 2 table 693920529");
  await place.getByRole("button", { name: "Next" }).click();
  await page.waitForFunction(() => /line 3/.test(document.querySelector("#row-place").textContent));
  await page.waitForFunction(() => /^Line 3: /.test(document.querySelector("#status").textContent));
  await page.getByRole("tab", { name: "Rows", exact: true }).click();
  await page.waitForSelector("#rows .failed");
}));

test("text typed after Clear stays, even if late answers arrive", () => withPage({
  prepare: (page) => page.addInitScript(() => {
    navigator.clipboard.readText = () => new Promise((resolve) => { globalThis.giveClipboard = () => resolve(""); });
  }),
}, async (page) => {
  const input = page.getByRole("textbox", { name: "Input", exact: true });
  await page.getByRole("button", { name: "Paste", exact: true }).click();
  await decode(page, pairs.join(""));
  await page.locator("[role=treeitem]:has(> .pencil)").first().focus();
  await page.keyboard.press("F2");
  await page.locator(".field-editor").fill("1");
  // The answers about the edit and the clipboard arrive when something else is already shown.
  await page.evaluate(() => {
    document.querySelector(".field-editor").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    document.querySelector("#clear").click();
  });
  await page.keyboard.type("d37f");
  await page.evaluate(() => globalThis.giveClipboard());
  await page.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 2);
  await soon.equal(() => input.inputValue(), "d37f");
  await soon.equal(() => page.getByRole("grid", { name: "Original bytes" }).count(), 0);
}));

test("more than 1 MiB opens as rows, however it is given", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$/ }, async (page) => {
  const { line } = row("edge-index");
  const n = Math.ceil((1 << 20) / line.length) + 1;
  const text = `ROW  COLUMN+CELL\n${`${line}\n`.repeat(n)}`;
  const ways = {
    opened: () => page.getByLabel("Open file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(text) }),
    pasted: async () => {
      await page.evaluate((t) => navigator.clipboard.writeText(t), text);
      await page.getByRole("textbox", { name: "Input", exact: true }).press("Control+v");
    },
  };
  for (const [way, give] of Object.entries(ways)) {
    await decode(page, pairs.join(""));
    await give();
    await page.waitForFunction((count) => document.querySelector("#rows").getAttribute("aria-rowcount") === count, String(n + 1), { timeout: 40_000 });
    await soon.equal(() => page.locator("#document-rows").textContent(), `${n.toLocaleString("en")} rows`, way);
    await page.getByRole("tab", { name: "Row", exact: true }).click();
    await settled(page);
    await soon.equal(async () => (await shownHex(page)).row, key.toString("hex"));
    await page.getByRole("button", { name: "Document", exact: true }).click();
    await page.getByRole("menuitem", { name: "Close document" }).click();
  }
}));

test("newer input discards older answers", () => withPage({}, async (page) => {
  const input = page.getByRole("textbox", { name: "Input", exact: true });
  for (let n = 2; n <= 20; n++) await input.fill(pairs.slice(0, n).join(""));
  await input.fill(pairs.join(""));
  await settled(page);
  await page.waitForFunction((n) => document.querySelectorAll("[role=gridcell]").length === n, key.length);
  await soon.equal(async () => Object.values(await shownHex(page))[0], key.toString("hex"));
}));

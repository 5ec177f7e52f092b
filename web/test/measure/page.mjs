// Measures the page in Chromium: from an edit of a key of 1 KB to its paint, from *Next row* of a
// dump to its paint, and from navigation to the first decoded key. Prints one JSON object;
// run.mjs starts the server:
//
//	node run.mjs --measure
//
// ROWLENS_BESIDE, the address of another version's page, measures both alternately.

import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { chromium } from "playwright-core";
import { started } from "../chromium.mjs";
import { makeDump } from "../dump.mjs";
import { row, url } from "../rows.mjs";

const ROUNDS = 5;
const EDITS = 40;
const STEPS = 20;
const LOADS = 3;
const SIZE = 1024;
const DUMPS = [100, 5_000];
const LOOK = 150; // ms for which a reader looks at a row, at least; without it the next step follows at once

const sides = [{ name: "page", url }];
if (process.env.ROWLENS_BESIDE) sides.push({ name: "beside", url: process.env.ROWLENS_BESIDE });

/** An edge key of 1 KB, with a long text as its target, in hex. */
function longKey() {
  const key = Buffer.from(row("edge-index").row, "hex");
  return Buffer.concat([key.subarray(0, -1), Buffer.alloc(SIZE - key.length, "a"), Buffer.from([0])]).toString("hex");
}

function dumpOf(rows) {
  const dump = makeDump(rows, { damage: false });
  const text = readFileSync(dump.path, "utf8");
  dump.remove();
  return text;
}

const browser = await chromium.launch(started());

const newContext = () => browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });

/** The measuring functions, which run in the page. */
function tools() {
  const painted = () => new Promise((done) => {
    // The task after the frame runs when the frame has been drawn.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(0);
    });
  });
  const settled = () => {
    const { state, stale } = document.documentElement.dataset;
    return stale === undefined && state !== "empty" && state !== "loading";
  };
  const when = (target, options, ready) => new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (!ready()) return;
      watch.disconnect();
      done();
    });
    watch.observe(target, options);
  });
  const grid = () => [...document.querySelectorAll("[role=grid]")].find((g) => g.offsetParent && g.querySelector("[role=gridcell]"));
  globalThis.measure = {
    set(text, inputType) {
      const input = document.querySelector("#input");
      input.value = text;
      input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
    },
    async edit(text) {
      const start = performance.now();
      this.set(text, "insertText");
      if (!settled()) await when(document.documentElement, { attributes: true }, settled);
      const answered = performance.now();
      await painted();
      return { paint: performance.now() - start, answer: answered - start };
    },
    async next() {
      const drawn = when(grid(), { childList: true, subtree: true, characterData: true }, () => true);
      const start = performance.now();
      document.querySelector("#row-next").click();
      await drawn;
      await painted();
      return { paint: performance.now() - start };
    },
  };
}

/** Runs calls in the page, and returns the processor time of the page's own thread for each, in ms. */
async function measured(page, calls) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => (await devtools.send("Performance.getMetrics")).metrics.find((m) => m.name === "TaskDuration").value * 1000;
  const before = await busy();
  const times = await calls();
  const own = (await busy() - before) / times.length;
  await devtools.detach();
  return times.map((t) => ({ ...t, own }));
}

async function open(side, text) {
  const page = await (await newContext()).newPage();
  await page.addInitScript(tools);
  await page.goto(side.url);
  await page.waitForSelector("html[data-ready=true]");
  await page.locator("#input").focus();
  await page.evaluate((t) => globalThis.measure.set(t, "insertFromPaste"), text);
  return page;
}

async function edits(side) {
  const hex = longKey();
  const page = await open(side, hex);
  await page.getByRole("gridcell").nth(SIZE - 1).waitFor();
  const texts = Array.from({ length: EDITS + 5 }, (_, i) => hex.slice(0, 200) + (i + 0x61).toString(16) + hex.slice(202));
  const run = (some) => page.evaluate(async (list) => {
    const times = [];
    for (const t of list) times.push(await globalThis.measure.edit(t));
    return times;
  }, some);
  await run(texts.slice(EDITS)); // warm-up
  const times = await measured(page, () => run(texts.slice(0, EDITS)));
  await page.context().close();
  return times;
}

async function steps(side, text, look) {
  const page = await open(side, text);
  const next = page.locator("#row-next");
  // A dump may open as a table; Row is another view of it.
  await page.waitForTimeout(1000);
  if (!await next.isVisible()) await page.getByRole("tab", { name: "Row", exact: true }).click();
  await page.getByRole("gridcell").first().waitFor();
  const run = (n) => page.evaluate(async ([count, pause]) => {
    const times = [];
    for (let i = 0; i < count; i++) {
      times.push(await globalThis.measure.next());
      if (pause) await new Promise((then) => { setTimeout(then, pause); });
    }
    return times;
  }, [n, look]);
  await run(3);
  const times = await measured(page, () => run(STEPS));
  await page.context().close();
  return times;
}

/** The time from navigation to a decoded key given in the address, each time in a new profile. */
async function loads(side) {
  const times = [];
  const data = Buffer.from(row("edge-index").row).toString("base64url");
  for (let i = 0; i < LOADS; i++) {
    const context = await newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      new MutationObserver((_, o) => {
        if (!document.querySelector?.("[role=gridcell]")) return;
        o.disconnect();
        globalThis.firstKey = performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${side.url}#data=${data}`);
    await page.waitForFunction(() => globalThis.firstKey !== undefined);
    times.push({ paint: await page.evaluate(() => globalThis.firstKey) });
    await context.close();
  }
  return times;
}

const quantile = (list, q) => {
  const sorted = list.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] * 10) / 10;
};

const what = {
  "edit of 1 KB": edits,
  ...Object.fromEntries(DUMPS.flatMap((rows) => [
    [`next of ${rows} rows`, (side) => steps(side, dumpOf(rows), 0)],
    [`next of ${rows} rows, looked at`, (side) => steps(side, dumpOf(rows), LOOK)],
  ])),
  "navigation to first key": loads,
};
const result = { load: [loadavg()[0]], rounds: ROUNDS };
const all = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, measure] of Object.entries(what)) {
    for (const side of round % 2 ? sides.toReversed() : sides) {
      ((all[name] ??= {})[side.name] ??= []).push(...await measure(side));
    }
  }
}
await browser.close();
for (const [name, bySide] of Object.entries(all)) {
  for (const [side, times] of Object.entries(bySide)) {
    const column = (member) => times.map((t) => t[member]).filter((n) => n !== undefined);
    const line = { times: times.length, median: quantile(column("paint"), 0.5), p95: quantile(column("paint"), 0.95) };
    if (column("answer").length) line.answer = quantile(column("answer"), 0.5);
    if (column("own").length) line.own = quantile(column("own"), 0.5);
    (result[name] ??= {})[side] = line;
  }
}
result.load.push(loadavg()[0]);
console.log(JSON.stringify(result, null, 1));

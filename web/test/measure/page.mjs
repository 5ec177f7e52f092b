// Measures the page in Chromium: paste to paint of a key of 1 KB, over 200 edits, and
// navigation to the first decoded key. Prints one JSON object; run.mjs starts the server:
//
//	node run.mjs --measure

import { chromium } from "playwright-core";
import { row, url } from "../rows.mjs";

const EDITS = 200;
const LOADS = 10;
const SIZE = 1024;

/** A key of an edge with a long text as its target: 1 KB of hex digits' bytes. */
function longKey() {
  const key = Buffer.from(row("edge-index").row, "hex");
  return Buffer.concat([key.subarray(0, -1), Buffer.alloc(SIZE - key.length, "a"), Buffer.from([0])]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});

const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))];
const ms = (n) => Math.round(n * 10) / 10;

/** The time from setting the input to the frame after its result is in the page. */
async function edits() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector("html[data-ready=true]");
  const times = await page.evaluate(async ({ hex, n }) => {
    const input = document.querySelector("#input");
    const painted = () => new Promise((done) => {
      // What is drawn for a frame is there when the task after the frame runs.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(0);
      });
    });
    const shown = () => new Promise((done) => {
      const look = () => {
        const { state, stale } = document.documentElement.dataset;
        if (stale === undefined && state !== "empty" && state !== "loading") {
          watch.disconnect();
          done();
        }
      };
      const watch = new MutationObserver(look);
      watch.observe(document.documentElement, { attributes: true });
      look();
    });
    const times = [];
    for (let i = 0; i < n; i++) {
      const digits = (i % 256).toString(16).padStart(2, "0");
      const text = hex.slice(0, 200) + (digits === "00" ? "61" : digits) + hex.slice(202);
      const start = performance.now();
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      const called = performance.now();
      await shown();
      const answered = performance.now();
      await painted();
      times.push([performance.now() - start, called - start, answered - start]);
    }
    return times;
  }, { hex: longKey().toString("hex"), n: EDITS });
  await context.close();
  return times;
}

/** The time from navigation to a key that came with the address, in a new profile each. */
async function loads() {
  const times = [];
  const data = Buffer.from(row("edge-index").row).toString("base64url");
  for (let i = 0; i < LOADS; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.addInitScript(() => {
      new MutationObserver((_, o) => {
        if (!document.querySelector?.("[role=gridcell]")) return;
        o.disconnect();
        globalThis.firstKey = performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${url}#data=${data}`);
    await page.waitForFunction(() => globalThis.firstKey !== undefined);
    times.push(await page.evaluate(() => globalThis.firstKey));
    await context.close();
  }
  return times;
}

const e = await edits();
const l = await loads();
await browser.close();
const column = (i) => e.map((t) => t[i]);
console.log(JSON.stringify({
  pasteToPaint: { bytes: SIZE, edits: EDITS, median: ms(quantile(column(0), 0.5)), p95: ms(quantile(column(0), 0.95)), answerMedian: ms(quantile(column(2), 0.5)), answerP95: ms(quantile(column(2), 0.95)) },
  firstKey: { loads: LOADS, median: ms(quantile(l, 0.5)), p95: ms(quantile(l, 0.95)) },
}, null, 1));

// Measures the Rows view with a dump of a million rows, or the given number:
//
//   ROWLENS_URL=http://127.0.0.1:8787/ node measure/bulk.mjs [ROWS]
//
// It prints one line of JSON: how long decoding took, the processor time of the worker,
// the longest task of the page's own thread by the clock and in processor time (a busy
// machine stretches the first), and the memory of all processes of the browser.

import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { chromium } from "playwright-core";
import { started } from "../chromium.mjs";
import { makeDump } from "../dump.mjs";

const rows = Number(process.argv[2] ?? 1_000_000);
const url = process.env.ROWLENS_URL ?? "http://127.0.0.1:8787/";

/** A process and all its descendants. */
function family(pid) {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const below = (p) => p === pid || (parents.has(p) && below(parents.get(p)));
  return [...parents.keys()].filter(below);
}

/** The memory of a process and its descendants, shared pages counted once, in MB. */
function memory(pid) {
  let kb = 0;
  for (const p of family(pid)) {
    try {
      kb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${p}/smaps_rollup`, "utf8"))[1]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return Math.round(kb / 1024);
}

/** The processor time of threads with a given name in a process and its descendants, in s. */
function threadSeconds(pid, name) {
  let ticks = 0;
  for (const p of family(pid)) {
    for (const t of readdirSync(`/proc/${p}/task`)) {
      const stat = readFileSync(`/proc/${p}/task/${t}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (stat.includes(`(${name}`)) ticks += Number(fields[11]) + Number(fields[12]);
    }
  }
  return ticks / 100;
}

/** The processor time of each task on a kind of thread, in ms. */
function tasksOf(trace, name) {
  const threads = new Set(trace.filter((e) => e.name === "thread_name" && e.args.name.startsWith(name)).map((e) => `${e.pid} ${e.tid}`));
  return trace.filter((e) => e.tdur !== undefined && /RunTask$/.test(e.name) && threads.has(`${e.pid} ${e.tid}`)).map((e) => e.tdur / 1000);
}

const dump = makeDump(rows);
const server = await chromium.launchServer(started());
try {
  const { pid } = server.process();
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.waitForSelector("html[data-ready=true]");
  await page.evaluate(() => {
    globalThis.tasks = [];
    new PerformanceObserver((l) => globalThis.tasks.push(...l.getEntries().map((e) => Math.round(e.duration)))).observe({ type: "longtask", buffered: false });
  });
  const before = memory(pid);
  const traced = async (work) => {
    await browser.startTracing(page, { categories: ["toplevel"] });
    const worked = threadSeconds(pid, "DedicatedWorker");
    const result = await work();
    const workerProcessorSeconds = Number((threadSeconds(pid, "DedicatedWorker") - worked).toFixed(1));
    const trace = JSON.parse(await browser.stopTracing()).traceEvents;
    return {
      ...result, workerProcessorSeconds,
      longestTaskProcessorMs: Number(Math.max(0, ...tasksOf(trace, "CrRendererMain")).toFixed(1)),
      longestTaskMs: Math.max(0, ...(await page.evaluate(() => globalThis.tasks.splice(0)))),
    };
  };
  const decoding = await traced(async () => {
    const began = Date.now();
    await page.locator("#open-file").setInputFiles(dump.path);
    const memoryMB = []; // [percent, MB]
    for (let percent = 0; percent < 100;) {
      await page.waitForTimeout(250);
      percent = await page.evaluate(() => {
        const rows = document.querySelector("#document-rows").textContent;
        return document.querySelector("#progress").hidden && /rows?$/.test(rows) ? 100 : Number(document.querySelector("#progress-bar").getAttribute("aria-valuenow"));
      });
      if (percent >= (memoryMB.length + 1) * 10 || percent === 100) memoryMB.push([percent, memory(pid)]);
    }
    return { seconds: Number(((Date.now() - began) / 1000).toFixed(1)), memoryMB };
  });
  const filtering = await traced(async () => {
    const from = performance.now();
    await page.getByRole("searchbox", { name: "Filter" }).fill("record=edge-index source>100");
    await page.waitForFunction(() => /of [\d,]+ rows shown\./.test(document.querySelector("#status").textContent), undefined, { timeout: 600_000 });
    return { seconds: Number(((performance.now() - from) / 1000).toFixed(1)) };
  });
  console.log(JSON.stringify({ rows, failed: dump.failed, load: loadavg()[0], memoryBeforeMB: before, decoding, filtering }));
  await browser.close();
} finally {
  await server.close();
  dump.remove();
}

// What the page must not do while somebody waits, as facts rather than times: measure/page.mjs has those.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, row, rows, settled, url, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const link = `#data=${Buffer.from(row("edge-index").row).toString("base64url")}`;

test("the first worker needs no message to fetch the decoder: one would reach it only after the page's own script has run", () => withPage({
  path: link,
  prepare: (page) => page.addInitScript(() => {
    globalThis.sent = [];
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (!document.documentElement.dataset.ready) globalThis.sent.push(Object.keys(message));
      return send.call(this, message, ...more);
    };
  }),
}, async (page) => {
  assert.deepEqual(await page.evaluate(() => globalThis.sent), [["id", "call", "request"]]);
}));

test("a link with a row is not drawn as the page without one, and one that cannot be read is", () => withPage({
  path: link,
  prepare: (page) => page.addInitScript(() => {
    globalThis.drawn = 0;
    const look = () => {
      globalThis.drawn += document.querySelector(".samples")?.checkVisibility() ? 1 : 0;
      if (!document.querySelector("[role=gridcell]")) requestAnimationFrame(look);
    };
    look();
  }),
}, async (page) => {
  await page.getByRole("gridcell").first().waitFor();
  assert.equal(await page.evaluate(() => globalThis.drawn), 0);
  const other = await page.context().newPage();
  await other.goto(new URL("#data=%25", url).href);
  await other.locator(".samples").waitFor();
  await soon.equal(() => other.evaluate(() => document.activeElement.id), "input");
}));

test("the row after a step is decoded ahead, as the reader has chosen, and the one before after a step back", () => withPage({ requests: /\/worker-/ }, async (page) => {
  await decode(page, `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`);
  await page.getByRole("tab", { name: "Rows", exact: true }).click();
  await page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), rows.length);
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await settled(page);
  await page.evaluate(() => {
    globalThis.asked = [];
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.call === "rl_inspect") globalThis.asked.push(JSON.parse(message.request));
      return send.call(this, message, ...more);
    };
  });
  const keys = rows.map((r) => r.row);
  const asked = () => page.evaluate(() => globalThis.asked.splice(0).map(({ text, format = "" }) => [text.startsWith("{") ? JSON.parse(text).parts.row : text, format]));
  const step = async (button, at) => {
    await page.locator(button).click();
    await page.waitForFunction((n) => document.querySelector("#row-place").textContent.startsWith(`row ${n} of`), at + 1);
    await settled(page);
  };
  const heard = [];
  const all = async (n) => {
    await soon.ok(async () => heard.push(...await asked()) && heard.length >= n, "not decoded");
    return heard.splice(0);
  };
  await step("#row-next", 1);
  assert.deepEqual(await all(2), [[keys[1], ""], [keys[2], ""]]);
  await step("#row-next", 2);
  assert.deepEqual(await all(1), [[keys[3], ""]]);
  await page.getByRole("checkbox", { name: "Pin this format" }).check();
  await settled(page);
  assert.deepEqual(await all(1), [[keys[2], "actionbase"]]);
  await step("#row-next", 3);
  assert.deepEqual(await all(2), [[keys[3], "actionbase"], [keys[4], "actionbase"]]);
  await step("#row-previous", 2);
  assert.deepEqual(await all(2), [[keys[2], "actionbase"], [keys[1], "actionbase"]]);
}));

test("for a first key the decoder is asked once, before anything else is, and the browser for none of its languages", () => withPage({
  path: link,
  async prepare(page) {
    await page.addInitScript(() => {
      globalThis.asked = [];
      const send = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...more) {
        if (message.call) globalThis.asked.push(message.call);
        return send.call(this, message, ...more);
      };
      const note = (holder, name) => {
        const was = holder[name];
        holder[name] = function (...args) {
          globalThis.asked.push(name);
          return new.target ? new was(...args) : was.apply(this, args);
        };
      };
      note(Intl, "DateTimeFormat");
      note(Intl, "NumberFormat");
      note(Number.prototype, "toLocaleString");
      note(String.prototype, "localeCompare");
      new MutationObserver((_, o) => {
        if (!document.querySelector("[role=gridcell]")) return;
        o.disconnect();
        globalThis.before = [...globalThis.asked];
      }).observe(document, { childList: true, subtree: true });
    });
  },
}, async (page) => {
  await page.waitForFunction(() => globalThis.before);
  const asked = await page.evaluate(() => globalThis.before);
  assert.equal(asked[0], "rl_inspect");
  assert.deepEqual(asked.filter((name) => name !== "rl_answer"), ["rl_inspect"]);
}));

test("an edit of one byte computes the style of what changes, not of the whole page", () => withPage({}, async (page) => {
  const key = Buffer.concat([Buffer.from(row("edge-index").row, "hex").subarray(0, -1), Buffer.alloc(960, "a"), Buffer.from([0])]).toString("hex");
  const type = async (text) => {
    await decode(page, text);
    await page.evaluate(() => new Promise((then) => { requestAnimationFrame(() => requestAnimationFrame(then)); }));
  };
  await type(key);
  await page.getByRole("gridcell").nth(1000).waitFor();
  await type(`${key.slice(0, 200)}62${key.slice(202)}`);
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await type(`${key.slice(0, 200)}63${key.slice(202)}`);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const styled = traceEvents.filter((e) => e.name === "UpdateLayoutTree").map((e) => e.args.elementCount ?? 0);
  assert.ok(styled.length > 0, "nothing was traced");
  assert.ok(Math.max(...styled) < 300, `${styled} elements`); // the page has more than 1,500
}));

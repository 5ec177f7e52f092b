// What the page must not do while somebody waits, as facts rather than times: measure/page.mjs has those.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, row, useBrowser, withPage } from "./browser.mjs";

useBrowser();

test("for a first key the decoder is asked once, before anything else is, and the browser for none of its languages", () => withPage({
  path: `#data=${Buffer.from(row("edge-index").row).toString("base64url")}`,
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

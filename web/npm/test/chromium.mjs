// Serves a folder and opens its page in Debian's Chromium, its headless shell: the page reports
// through its title.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

export async function inChromium(folder, title, timeout = 60_000) {
  const asked = [];
  const server = createServer(({ url }, answer) => {
    const name = url === "/" ? "index.html" : url.slice(1);
    asked.push(name);
    let body;
    try {
      body = readFileSync(join(folder, name));
    } catch {
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, { "content-type": KINDS[extname(name)] ?? "application/octet-stream" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => /^\{|Error/.test(document.title), null, { timeout });
    assert.equal(await page.title(), title);
    assert.equal(asked.filter((name) => name.endsWith(".wasm")).length, 1, `fetched: ${asked}`);
  } finally {
    await browser.close();
    server.close();
  }
}

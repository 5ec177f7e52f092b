// The three ways to run the page: served by rowlens, as a folder on any web server, and as one
// file from disk; and the first two without a network.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { decode, row, settled, shownHex, url, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const folder = mkdtempSync(join(tmpdir(), "rowlens-page-"));
const single = join(folder, "rowlens.html");
let server;
let served = "";

/** A web server that knows nothing about the page: no headers except the media type. */
const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

before(async () => {
  execFileSync(process.env.ROWLENS_BIN, ["serve", "--write", folder]);
  server = createServer((request, response) => {
    const path = request.url.split("?")[0].replace(/^\/v\d\//, "/").replace(/\/$/, "/index.html"); // two copies of it are served below /v1/ and /v2/
    try {
      const body = readFileSync(join(folder, path));
      response.writeHead(200, { "content-type": kinds[extname(path)], "cache-control": "no-cache" });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  served = `http://127.0.0.1:${server.address().port}/`;
});
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const r = row("edge-state");
const shows = async (page) => {
  await decode(page, r.line);
  await soon.equal(async () => (await shownHex(page)).row, r.row);
};

test("the folder works on any web server", () => withPage({ base: served }, shows));

test("the page is one file that opens from disk, and decodes each format's sample", () => withPage({ base: pathToFileURL(single).href }, async (page) => {
  const samples = page.locator("[data-sample]");
  for (let i = 0; i < await samples.count(); i++) {
    await samples.nth(i).click();
    await settled(page);
    await soon.match(() => page.locator("html").getAttribute("data-reading"), /^(decode|ambiguous)$/);
    await page.getByRole("button", { name: "Clear" }).click();
  }
  await shows(page);
}));

test("the single file requests nothing, and may not", () => {
  const html = readFileSync(single, "utf8");
  assert.match(html, /connect-src &#39;none&#39;|connect-src 'none'/);
  assert.doesNotMatch(html.replace(/<script[^]*?<\/script>/g, ""), /(?:src|href)="(?!data:|#)/);
  return withPage({
    base: pathToFileURL(single).href,
    prepare: (page) => page.on("request", (q) => assert.match(q.url(), /^(file|blob|data):/)),
  }, shows);
});

const kept = "html[data-offline=true]";

for (const [how, base] of [["served by rowlens", () => url], ["from a folder", () => served]]) {
  test(`${how}, the page opens without a network after its first load`, () => withPage({ base: base(), serviceWorkers: "allow", ready: false }, async (page) => {
    await page.waitForSelector(kept);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector("html[data-ready=true]");
    await shows(page);
    await page.goto(new URL("formats/index.html", base()).href);
    await soon.match(() => page.title(), /Formats/);
  }));
}

test("S12: two copies at one address keep their files, and both open without a network", () => withPage({ base: served, path: "v1/", serviceWorkers: "allow", ready: false }, async (page) => {
  await page.waitForSelector(kept);
  await page.goto(`${served}v2/`);
  await page.waitForSelector(kept);
  await soon.equal(async () => (await page.evaluate(() => caches.keys())).length, 2);
  await page.context().setOffline(true);
  for (const path of ["v1/", "v2/"]) {
    await page.goto(served + path);
    await page.waitForSelector("html[data-ready=true]");
    await shows(page);
  }
}));

test("a new version waits for consent, and typed text stays", () => withPage({ base: served, serviceWorkers: "allow", ready: false }, async (page) => {
  await page.waitForSelector(kept);
  await shows(page);
  const [index, keeper] = ["index.html", "sw.js"].map((name) => join(folder, name));
  const old = [index, keeper].map((name) => readFileSync(name, "utf8"));
  try {
    writeFileSync(index, old[0].replace("<title>rowlens", "<title>rowlens, newer"));
    writeFileSync(keeper, old[1].replace(/"version":"/, "$&x"));
    await page.reload();
    await page.waitForSelector("#update:not([hidden])");
    await soon.equal(() => page.title(), "rowlens", "the new version came without being asked for");
    await shows(page);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.waitForFunction(() => document.title === "rowlens, newer");
    await page.waitForSelector("html[data-ready=true]");
    await settled(page);
    await soon.equal(async () => (await shownHex(page)).row, r.row);
    await soon.equal(() => page.locator("#update").isHidden(), true);
    await soon.deepEqual(() => page.evaluate(async () => (await caches.keys()).length), 1);
  } finally {
    writeFileSync(index, old[0]);
    writeFileSync(keeper, old[1]);
  }
}));

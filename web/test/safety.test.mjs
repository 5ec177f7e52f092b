import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { hostile, ordered } from "./hostile.mjs";
import { decode, expandAll, row, rows, shownHex, url, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

for (const [name, text] of Object.entries(hostile)) {
  test(`${name} stays text`, () => withPage({}, async (page) => {
    const count = () => page.evaluate(() => document.querySelectorAll("script, img, iframe, object, embed, a, form, style, link").length);
    const before = await count();
    for (const bytes of [ordered(text), Buffer.from(text)]) {
      await decode(page, bytes.toString("hex"));
      await soon.equal(async () => Object.values(await shownHex(page))[0], bytes.toString("hex"));
      if (await page.getByRole("button", { name: "Expand all" }).isVisible()) await expandAll(page);
      for (const view of ["dec", "hex"]) await page.getByRole("button", { name: view, exact: true }).click();
      const shown = await page.evaluate(() => document.querySelector("main").innerText + document.querySelector("footer").innerText);
      assert.doesNotMatch(shown, /[\x1b\x07\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\ufeff]/u);
    }
    await decode(page, text);
    await soon.equal(() => count(), before, "an element appeared that the page did not make");
  }));
}

test("the policy comes with every file, also with the worker's script", async () => {
  const get = async (path) => {
    const r = await fetch(new URL(path, url));
    return { status: r.status, policy: r.headers.get("content-security-policy"), type: r.headers.get("content-type"), text: r };
  };
  const page = await get("/");
  const html = await page.text.text();
  const directives = ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'", "worker-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"];
  for (const d of directives) assert.ok(page.policy.split("; ").includes(d), d);
  const files = [...html.matchAll(/(?:src|href|content)="([\w-]+\.(?:js|css|wasm))"/g)].map((m) => m[1]);
  assert.ok(files.some((f) => f.startsWith("worker-")) && files.includes("rowlens.wasm"), files.join());
  for (const f of files) {
    const answer = await get(`/${f}`);
    assert.equal(answer.status, 200, f);
    assert.equal(answer.policy, page.policy, f);
    if (f.endsWith(".wasm")) assert.equal(answer.type, "application/wasm");
  }
});

test("only the page's own server is asked, and nothing after loading", () => withPage({
  prepare: async (page) => {
    await page.route("**", (route) => {
      assert.equal(new URL(route.request().url()).origin, new URL(url).origin);
      return route.continue();
    });
  },
}, async (page) => {
  await page.context().setOffline(true);
  await decode(page, row("edge-state").line);
  await soon.equal(async () => (await shownHex(page)).row, row("edge-state").row);
}));

test("without the decoder the bytes are still shown, with the reason", () => withPage({
  ready: false, errors: /rowlens\.wasm|Failed to load resource|ERR_FAILED/,
  prepare: (page) => page.route("**/rowlens.wasm", (route) => route.abort()),
}, async (page) => {
  await page.waitForSelector("html[data-ready=false]");
  await page.getByRole("textbox", { name: "Input", exact: true }).fill("95 ca 62 43");
  await page.waitForSelector("[role=gridcell]");
  await soon.equal(async () => Object.values(await shownHex(page))[0], "95ca6243");
  await page.waitForFunction(() => /plain/.test(document.querySelector("#status").textContent));
  // Each view says it, and none waits for what does not come.
  const alert = page.locator("#unloaded");
  for (const [view, text] of [["Rows", /^The rows could not be decoded/], ["Overview", /^The rows could not be decoded/], ["Findings", /^The rows could not be decoded/]]) {
    await page.getByRole("tab", { name: view }).click();
    await soon.match(() => alert.innerText(), /^The decoder could not be loaded: .+Try again$/s);
    await soon.match(() => page.locator("#status").textContent(), text, view);
    await soon.equal(() => page.locator("#progress").isVisible(), false);
  }
  await soon.match(() => page.locator("#findings-note").textContent(), /^The rows could not be decoded/);
  await axe(page, "without a decoder");
}));

test("a decoder whose bytes are not the page's answers nothing, even if it compiles", () => withPage({
  ready: false,
  prepare: (page) => page.route("**/rowlens.wasm", async (route) => {
    const response = await route.fetch();
    // An empty custom section at the end: the module is as good as before, but another one.
    await route.fulfill({ response, body: Buffer.concat([await response.body(), Buffer.from([0, 1, 0])]) });
  }),
}, async (page) => {
  await page.waitForSelector("html[data-ready=false]", { timeout: 60_000 }); // 17 MB go through this process, and back
  await page.getByRole("textbox", { name: "Input", exact: true }).fill(row("edge-index").row);
  await page.waitForFunction(() => /not this page's.*plain/.test(document.querySelector("#status").textContent));
  // Of a text that comes later it is said too.
  await page.getByRole("textbox", { name: "Input", exact: true }).fill("95 ca 62 43");
  await page.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 4);
  await soon.match(() => page.locator("#status").textContent(), /not this page's.*plain/);
}));

test("text that is typed before the decoder is there is decoded when it is", () => {
  let release;
  const held = new Promise((r) => { release = r; });
  return withPage({
    ready: false,
    prepare: (page) => page.route("**/rowlens.wasm", async (route) => {
      await held;
      await route.continue();
    }),
  }, async (page) => {
    await page.getByRole("textbox", { name: "Input", exact: true }).fill(row("edge-index").row);
    await soon.match(() => page.getByRole("status").textContent(), /Decoder loading/);
    release();
    await page.waitForSelector("html[data-ready=true]");
    await page.waitForSelector("[role=gridcell]");
    await soon.equal(async () => Object.values(await shownHex(page))[0], row("edge-index").row);
  });
});

test("a dump opens as rows when the server is gone, with the decoder that is there", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$/ }, async (page) => {
  await page.context().setOffline(true);
  const text = `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`;
  await page.locator("#open-file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), rows.length);
}));

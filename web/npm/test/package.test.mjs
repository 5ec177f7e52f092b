// The package as it is published: what is in it, what the checkers of types and
// exports say, and that it works for each kind of consumer.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { inChromium } from "./chromium.mjs";
import { EXPECTED } from "./expected.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));
const tool = (name) => join(here, "node_modules/.bin", name);
const run = (command, args, cwd) => execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NO_COLOR: "1" } });
const LICENCES = ["LICENSE", "NOTICE", "THIRD_PARTY"];
const BUDGET = 4_000_000; // bytes of the tarball; nearly all of it is the decoder

let app; // a folder in which the packed package is installed
let packed;

before(() => {
  app = mkdtempSync(join(tmpdir(), "rowlens-npm-"));
  [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", app], root));
  writeFileSync(join(app, "package.json"), '{"private":true,"type":"module"}');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-save", join(app, packed.filename)], app);
  cpSync(join(here, "consumers"), app, { recursive: true });
  mkdirSync(join(app, "public"));
  copyFileSync(join(root, "dist/rowlens.wasm"), join(app, "public/rowlens.wasm"));
});
after(() => rmSync(app, { recursive: true, force: true }));

test("the tarball has the modules, the types, the decoder and the licences, and nothing else", () => {
  const files = packed.files.map(({ path }) => path).sort();
  const modules = readdirSync(join(root, "src")).map((name) => `dist/${name}`);
  assert.deepEqual(files, [...modules, ...LICENCES, "README.md", "dist/rowlens.wasm", "package.json"].sort());
  assert.ok(packed.size < BUDGET, `${packed.size} bytes`);
  const top = (name) => readFileSync(join(root, "../..", name), "utf8");
  for (const name of LICENCES) assert.equal(readFileSync(join(app, "node_modules/rowlens", name), "utf8"), top(name));
});

test("it depends on nothing", () => {
  assert.deepEqual(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies, {});
  assert.deepEqual(readdirSync(join(app, "node_modules")).filter((name) => !name.startsWith(".")), ["rowlens"]);
});

test("publint finds nothing", () => {
  run(tool("publint"), ["--strict", join(app, packed.filename)], app);
});

test("the types are found from every kind of module", () => {
  run(tool("attw"), [join(app, packed.filename), "--profile", "esm-only", "--no-emoji"], app);
});

for (const [module, resolution] of [["node16", "node16"], ["esnext", "bundler"]]) {
  test(`a strict program compiles with moduleResolution ${resolution}`, () => {
    run(tool("tsc"), ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,dom,esnext.disposable", "--module", module, "--moduleResolution", resolution, "sample.ts"], app);
  });
}

test("Node imports it, and requires it", () => {
  const script = 'import { run } from "./app.mjs"; console.log(await run());';
  assert.equal(run(process.execPath, ["--input-type=module", "-e", script], app).trim(), EXPECTED);
  const required = 'const { init, hash32 } = require("rowlens"); init().then(() => console.log(hash32("actionbase", "a")));';
  assert.equal(run(process.execPath, ["--input-type=commonjs", "--no-warnings", "-e", required], app).trim(), "1426945110");
});

test("the example of README.md prints what it says", () => {
  const [, example] = readFileSync(join(root, "README.md"), "utf8").match(/```js\n(.*?)```/s);
  const [first, second] = run(process.execPath, ["--input-type=module", "-e", example], app).trim().split("\n");
  assert.equal(first, example.match(/; \/\/ (edge.*)/)[1]);
  assert.match(second, /^[0-9a-f]{8}346974656d2d3200/);
});

test("a plain script of type module decodes", async () => {
  writeFileSync(join(app, "index.html"), '<script type="importmap">{"imports":{"rowlens":"/node_modules/rowlens/dist/browser.js"}}</script><script type="module" src="/page.mjs"></script>');
  await inChromium(app, EXPECTED);
});

const html = (script) => `<!doctype html><title>…</title><script type="module" src="${script}"></script>`;

test("Vite builds it, page and worker", async () => {
  for (const page of ["page.mjs", "worker-page.mjs"]) {
    writeFileSync(join(app, "index.html"), html(`/${page}`));
    run(tool("vite"), ["build", "--outDir", `vite-${page}`, "--logLevel", "error"], app);
    await inChromium(join(app, `vite-${page}`), EXPECTED);
  }
});

test("webpack builds it", async () => {
  const { default: webpack } = await import("webpack");
  const stats = await new Promise((resolve, reject) => {
    webpack({ context: app, mode: "production", entry: "./page.mjs", output: { path: join(app, "webpack"), filename: "main.js" } }, (e, s) => (e ? reject(e) : resolve(s)));
  });
  assert.equal(stats.hasErrors(), false, stats.toString());
  writeFileSync(join(app, "webpack/index.html"), html("/main.js"));
  await inChromium(join(app, "webpack"), EXPECTED);
});

test("esbuild and Rollup build it, with the place of the file given", async () => {
  for (const [name, args] of [
    ["esbuild", ["page-given.mjs", "--bundle", "--format=esm", "--conditions=browser", "--outfile=esbuild/main.js", "--log-level=error"]],
    ["rollup", ["page-given.mjs", "--format", "es", "--file", "rollup/main.js", "--plugin", join(here, "rollup-resolve.mjs"), "--silent"]],
  ]) {
    run(tool(name), args, app);
    writeFileSync(join(app, name, "index.html"), html("/main.js"));
    copyFileSync(join(app, "public/rowlens.wasm"), join(app, name, "rowlens.wasm"));
    await inChromium(join(app, name), EXPECTED);
  }
});

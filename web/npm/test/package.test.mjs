// The package as published: its contents, what type and export checkers say, and that it
// works for each kind of consumer.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { requests } from "../../../wasm/test/compare.mjs";
import { parse, stringify } from "../../../wasm/test/json.mjs";
import { inChromium } from "./chromium.mjs";
import { EXPECTED } from "./expected.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));
const tool = (name) => join(here, "node_modules/.bin", name);
const run = (command, args, cwd) => execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NO_COLOR: "1" } });
const LICENCES = ["LICENSE", "NOTICE", "THIRD_PARTY"];
const SNIPPETS = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/```[jt]s\n(.*?)```/gs)].map(([, text]) => text);
const BUDGET = 4_160_000; // bytes of the tarball; nearly all of it is the decoder

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

test("it has no dependencies", () => {
  assert.deepEqual(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies, {});
  assert.deepEqual(readdirSync(join(app, "node_modules")).filter((name) => !name.startsWith(".")), ["rowlens"]);
});

test("publint finds nothing", () => {
  run(tool("publint"), ["--strict", join(app, packed.filename)], app);
});

test("the types resolve from every kind of module", () => {
  run(tool("attw"), [join(app, packed.filename), "--profile", "esm-only", "--no-emoji"], app);
});

const compile = (files, module = "esnext", resolution = "bundler") => run(tool("tsc"), [
  "--noEmit", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,dom,esnext.disposable",
  "--typeRoots", join(here, "node_modules/@types"), "--types", "node", "--module", module, "--moduleResolution", resolution, ...files,
], app);

for (const [module, resolution] of [["node16", "node16"], ["esnext", "bundler"]]) {
  test(`strict programs, and those of README.md, compile with moduleResolution ${resolution}`, () => {
    const files = SNIPPETS.map((text, i) => {
      writeFileSync(join(app, `readme-${i}.ts`), `${text}export {};\n`);
      return `readme-${i}.ts`;
    });
    assert.ok(files.length >= 5);
    compile(["sample.ts", ...files], module, resolution);
  });
}

test("misspelt names do not compile", () => {
  for (const text of [
    'new Kind("actionbase", "edge-cuont")',
    'new Kind<{ count: bigint }>("actionbase", "edge-count").decode({}).fields.cuont',
    'new Kind("actionbase", "edge-count").encode({}).key',
    'toHex(new Kind("actionbase", "edge-count").encode({}).value)',
    "new Batch()",
  ]) {
    writeFileSync(join(app, "wrong.ts"), `import { Batch, Kind, toHex } from "rowlens";\n${text};\n`);
    assert.throws(() => compile(["wrong.ts"]), ({ stdout }) => /^wrong\.ts\(2,\d+\): error TS[^\n]*\n(?: [^\n]*\n)*$/.test(stdout), text);
  }
});

test("declarations and exports match", async () => {
  const declared = ["index", "columns", "tables", "stores", "connected"].flatMap((name) => [...readFileSync(join(root, `src/${name}.d.ts`), "utf8").matchAll(/^export declare (?:class|function) (\w+)/gm)].map(([, word]) => word));
  assert.deepEqual([...new Set(declared)].sort(), Object.keys(await import("../dist/node.js")).sort());
});

test("Node imports it, and requires it", () => {
  const script = 'import { run } from "./app.mjs"; console.log(await run());';
  assert.equal(run(process.execPath, ["--input-type=module", "-e", script], app).trim(), EXPECTED);
  const required = 'const { init, hash32 } = require("rowlens"); init().then(() => console.log(hash32("actionbase", "a")));';
  assert.equal(run(process.execPath, ["--input-type=commonjs", "--no-warnings", "-e", required], app).trim(), "1426945110");
});

test("the example in README.md prints what it says", () => {
  const [example] = SNIPPETS;
  const [first, second] = run(process.execPath, ["--input-type=module", "-e", example], app).trim().split("\n");
  assert.equal(first, example.match(/; \/\/ (edge.*)/)[1]);
  assert.match(second, /^[0-9a-f]{8}346974656d2d3200/);
});

test("the examples in README.md that read files run", () => {
  const golden = join(root, "../../golden");
  const folder = join(app, "files");
  mkdirSync(folder);
  copyFileSync(join(golden, "actionbase/actionbase-hbase-shell.txt"), join(folder, "scan.txt"));
  cpSync(join(golden, "store-files/samples/rocksdb"), join(folder, "copy-of-db"), { recursive: true });
  const [reading, cutting, counting] = SNIPPETS.filter((text) => text.includes("copy-of-db"));
  const lines = (text) => run(process.execPath, ["--input-type=module", "-e", text], folder).trim().split("\n");
  assert.ok(lines(reading).length > 18);
  assert.ok(lines(cutting.replaceAll('"default"', "undefined")).includes("0 model-name"));
  assert.match(lines(counting).join("\n"), /added: 185,/);
});

test("the worker of README.md runs as a thread in Node", () => {
  const [snippet] = SNIPPETS.filter((text) => text.includes("openSchema"));
  const thread = snippet.replace('new URL("rowlens/worker", import.meta.url), { type: "module" }', 'new URL(import.meta.resolve("rowlens/worker"))');
  writeFileSync(join(app, "thread.mjs"), `import { Worker } from "node:worker_threads";\n${thread}process.exit();\n`);
  assert.equal(run(process.execPath, ["thread.mjs"], app).trim(), "demo.follow");
});

test("a plain script of type module decodes", async () => {
  writeFileSync(join(app, "index.html"), '<script type="importmap">{"imports":{"rowlens":"/node_modules/rowlens/dist/browser.js"}}</script><script type="module" src="/page.mjs"></script>');
  await inChromium(app, EXPECTED);
});

test("a browser's worker answers the shared vectors correctly", async () => {
  // Every tenth one, which takes seconds; EVERY=1 runs all.
  const every = Number(process.env.EVERY ?? 10);
  const folder = new URL("../../../golden/vectors/", import.meta.url);
  const lines = readdirSync(folder).flatMap((name) => (name.endsWith(".gz") ? gunzipSync(readFileSync(new URL(name, folder))).toString().split("\n").filter(Boolean) : []));
  // Models come before the vectors that use them.
  const asked = lines.filter((line, i) => i % every === 0 || line.includes('"define"')).flatMap((line) => {
    const vector = parse(line);
    return requests(vector).map((request) => stringify({ vector, request }));
  });
  writeFileSync(join(app, "asked.jsonl"), asked.join("\n"));
  for (const name of ["compare.mjs", "json.mjs"]) copyFileSync(join(root, "../../wasm/test", name), join(app, name));
  writeFileSync(join(app, "index.html"), '<script type="importmap">{"imports":{"rowlens":"/node_modules/rowlens/dist/browser.js"}}</script><script type="module" src="/vectors-page.mjs"></script>');
  await inChromium(app, JSON.stringify({ asked: asked.length, wrong: [] }), 600_000);
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

test("esbuild and Rollup build it, with the place of the file given; esbuild also the worker", async () => {
  for (const [name, args] of [
    ["esbuild-worker", ["main=worker-given.mjs", "worker=rowlens/worker", "--bundle", "--format=esm", "--conditions=browser", "--outdir=esbuild-worker", "--log-level=error"]],
    ["esbuild", ["page-given.mjs", "--bundle", "--format=esm", "--conditions=browser", "--outfile=esbuild/main.js", "--log-level=error"]],
    ["rollup", ["page-given.mjs", "--format", "es", "--file", "rollup/main.js", "--plugin", join(here, "rollup-resolve.mjs"), "--silent"]],
  ]) {
    run(tool(name.split("-")[0]), args, app);
    writeFileSync(join(app, name, "index.html"), html("/main.js"));
    copyFileSync(join(app, "public/rowlens.wasm"), join(app, name, "rowlens.wasm"));
    await inChromium(join(app, name), EXPECTED);
  }
});

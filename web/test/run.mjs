// Runs the tests against ROWLENS_URL, or against a server that it starts on a
// free port: bin/rowlens, or the program that ROWLENS_BIN names. Arguments are test
// files; without any all are run. --measure measures instead: measure/page.mjs,
// or the script that is named, with its arguments. Tests run two files at a time: each has a browser of its own, and mostly waits for it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const program = resolve(process.env.ROWLENS_BIN ?? `${here}../../bin/rowlens`);

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts `rowlens serve` and waits until it answers. */
async function serve() {
  const address = `127.0.0.1:${await freePort()}`;
  const server = spawn(program, ["serve"], { env: { ...process.env, ROWLENS_ADDR: address }, stdio: ["ignore", "inherit", "inherit"] });
  let ended = false;
  server.on("exit", () => { ended = true; });
  server.on("error", (e) => { throw new Error(`${program} cannot be started, build it first: ${e.message}`); });
  const url = `http://${address}/`;
  for (const until = Date.now() + 60_000; Date.now() < until && !ended;) {
    try {
      await fetch(url);
      return { url, stop: () => server.kill("SIGTERM") };
    } catch {
      await new Promise((r) => { setTimeout(r, 50); });
    }
  }
  server.kill("SIGKILL");
  throw new Error("`rowlens serve` does not answer");
}

const given = process.env.ROWLENS_URL;
const { url, stop } = given ? { url: given, stop() {} } : await serve();
const names = process.argv.slice(2);
const files = names.length ? names : readdirSync(here).filter((f) => f.endsWith(".test.mjs")).sort();
const measuring = names[0] === "--measure";
const chromium = measuring && { CHROMIUM: "/usr/bin/chromium" }; // people use a browser with windows
const command = measuring ? [names[1] ?? "measure/page.mjs", ...names.slice(2)] : ["--test", "--test-concurrency=2", ...files];
const tests = spawn(process.execPath, command, { cwd: here, env: { ...chromium, ...process.env, ROWLENS_URL: url, ROWLENS_BIN: program }, stdio: "inherit" });
const [code] = await once(tests, "exit");
stop();
process.exit(code ?? 1);

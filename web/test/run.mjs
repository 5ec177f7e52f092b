// Runs the tests against ROWLENS_URL, or against a server that it starts on a
// free port. Arguments are test files; without any all are run.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

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
  const server = spawn(`${here}../../bin/rowlens`, ["serve"], { env: { ...process.env, ROWLENS_ADDR: address }, stdio: ["ignore", "inherit", "inherit"] });
  let ended = false;
  server.on("exit", () => { ended = true; });
  server.on("error", (e) => { throw new Error(`bin/rowlens cannot be started, build it first: ${e.message}`); });
  const url = `http://${address}/`;
  for (const until = Date.now() + 20_000; Date.now() < until && !ended;) {
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
const tests = spawn(process.execPath, ["--test", "--test-concurrency=1", ...files], { cwd: here, env: { ...process.env, ROWLENS_URL: url }, stdio: "inherit" });
const [code] = await once(tests, "exit");
stop();
process.exit(code ?? 1);

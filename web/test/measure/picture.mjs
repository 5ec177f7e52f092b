// Draws docs/page.png: the page with a dump and a schema from this repository.
//
//   node run.mjs --measure measure/picture.mjs

import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { started } from "../chromium.mjs";

const file = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const browser = await chromium.launch(started("--disable-lcd-text"));
const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light", locale: "en", timezoneId: "UTC" });
const settled = () => page.waitForSelector("html[data-ready=true]:not([data-stale]):not([data-state=loading])");

// The first row of an index, whose key holds every kind of field.
const data = readFileSync(file("golden/actionbase/actionbase-hbase-shell.txt")).toString("base64url");
await page.goto(`${process.env.ROWLENS_URL}#row=${20}&data=${data}`);
await settled();
await page.getByRole("button", { name: "Schema", exact: true }).click();
await page.getByLabel("Open schema file").setInputFiles(file("golden/actionbase/actionbase-hbase-shell.schema.json"));
await page.waitForSelector("#schema-panel", { state: "hidden" });
await settled();
await page.mouse.move(0, 0);
await page.screenshot({ path: file("docs/page.png") });
await browser.close();

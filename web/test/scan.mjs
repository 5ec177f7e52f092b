// The damaged Actionbase scan in Rows, with its schema.

import { fileURLToPath } from "node:url";
import { schemaFile } from "./browser.mjs";

export const scan = fileURLToPath(new URL("../../golden/actionbase/actionbase-hbase-shell-damaged.txt", import.meta.url));

/** Opens the scan, or another file, and waits until its rows are drawn. */
export async function openScan(page, file = scan) {
  await page.locator("#schema-file").setInputFiles(schemaFile);
  await page.waitForFunction(() => document.querySelector("#schema-words").textContent);
  await page.locator("#open-file").setInputFiles(file);
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForSelector("#rows [data-display] [data-term]");
}

/** The same, and waits until its facets are counted, which changes the choice of columns. */
export async function openCounted(page, file) {
  await openScan(page, file);
  await page.waitForSelector("#facets-list button", { state: "attached" });
}

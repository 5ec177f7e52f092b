// The rows that the tests decode, and the page that they test.

import { readFileSync } from "node:fs";

export const url = process.env.ROWLENS_URL;
if (!url) throw new Error("set ROWLENS_URL to the address of a running `rowlens serve`");

export const rows = JSON.parse(readFileSync(new URL("rows.json", import.meta.url), "utf8"));
export const row = (record) => rows.find((r) => r.record === record);

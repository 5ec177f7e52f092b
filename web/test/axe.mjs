// axe-core inside a page: what it finds is a failure.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];

// A byte's name spells its digits, "hex 2 b", so that no screen reader says a number; and nobody
// speaks a byte's digits to choose it.
const spelled = (rule, html) => rule === "label-content-name-mismatch" && /^<span role="gridcell"[^>]* data-offset=/.test(html);

/** Checks what is shown now; state is the word for it in a failure. */
export async function axe(page, state) {
  await page.evaluate(source);
  const found = await page.evaluate((tags) => globalThis.axe.run(document, { runOnly: tags }), TAGS);
  assert.deepEqual(found.violations.flatMap((v) => v.nodes.filter((n) => !spelled(v.id, n.html)).map((n) => `${state}: ${v.id}: ${n.html} ${n.failureSummary}`)), []);
}

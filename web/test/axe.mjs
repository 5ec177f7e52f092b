// Runs axe-core in a page: any finding is a failure.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];

// The name of a byte spells its digits, "hex 2 b", so that screen readers do not read a number;
// and nobody selects a byte by speaking its digits.
const spelled = ([rule, html]) => rule === "label-content-name-mismatch" && /^<span role="gridcell"[^>]* data-offset=/.test(html);

// The rules whose findings depend on the theme.
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Checks what is shown now; state names it in a failure. again: it has been checked in another theme, so only its colours can be wrong. */
export async function axe(page, state, again = false) {
  // The policy lets no script in by address, so axe is injected through the debugger.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  // Only what was found leaves the page: carrying what passed, megabytes of it, takes three times as long as the check.
  const found = await page.evaluate(async (runOnly) => {
    await Promise.allSettled(document.getAnimations().map((a) => a.finished)); // colours may still be fading, as after a change of the theme
    const { violations } = await globalThis.axe.run(document, { runOnly, resultTypes: ["violations"] });
    return violations.flatMap((v) => v.nodes.map((n) => [v.id, n.html, n.failureSummary]));
  }, again ? COLOURS : TAGS);
  assert.deepEqual(found.filter((f) => !spelled(f)).map((f) => `${state}: ${f.join(" ")}`), []);
}

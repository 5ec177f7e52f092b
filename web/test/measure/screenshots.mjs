// Takes dist/screenshots: every view, tool and state, light and dark, in three widths. Arguments are
// states; without any, all are taken.
//
//   node run.mjs --measure measure/screenshots.mjs

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { started } from "../chromium.mjs";
import { states } from "../states.mjs";

const SIZES = { 1280: 800, 390: 844, 320: 640 };

const folder = fileURLToPath(new URL("../../../dist/screenshots/", import.meta.url));
const asked = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch(started("--disable-lcd-text"));
for (const [state, show] of Object.entries(states)) {
  if (asked.length && !asked.includes(state)) continue;
  // Each width sets up the state again: a narrow window has other ways to reach it.
  for (const [width, height] of Object.entries(SIZES)) {
    const page = await browser.newPage({
      viewport: { width: Number(width), height }, colorScheme: "light", locale: "en", timezoneId: "Asia/Seoul", serviceWorkers: "block",
      reducedMotion: "reduce", // otherwise colours are still fading from one theme to the other
    });
    await page.goto(process.env.ROWLENS_URL);
    await page.waitForSelector("html[data-ready=true]");
    await show(page);
    await page.mouse.move(0, 0);
    // The status line is delayed on purpose.
    await page.waitForTimeout(500);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}${state}-${colorScheme}-${width}.png` });
    }
    await page.close();
  }
}
await browser.close();

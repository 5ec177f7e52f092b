// Every view, tool and state, light and dark, wide and narrow: axe finds nothing, and nothing is
// wider than the window.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { useBrowser, withPage } from "./browser.mjs";
import { states } from "./states.mjs";

useBrowser();

for (const [state, show] of Object.entries(states)) {
  for (const [width, height] of [[1280, 800], [320, 640]]) {
    test(`${state} at ${width} px: axe finds nothing in either theme`, () => withPage({
      viewport: { width, height }, requests: /\/worker-[0-9a-f]+\.js$|^blob:/,
      reducedMotion: "reduce", // otherwise colours are still fading from one theme to the other
    }, async (page) => {
      await show(page);
      const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(scroll <= client, `${scroll} > ${client}`);
      // Elements partly covered by the bars at the bottom are scrolled into view before they are pressed.
      const base = page.locator("[data-base=hex]:visible").first();
      if (await base.count()) await base.evaluate((button) => button.scrollIntoView({ block: "center" }));
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await axe(page, `${state}, ${colorScheme}`, colorScheme === "dark");
      }
    }));
  }
}

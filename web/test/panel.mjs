// What must hold for the panel of every mode, in every state.

import assert from "node:assert/strict";
import { axe } from "./axe.mjs";

/** axe finds nothing, nothing sticks out, and all pointer targets are large enough. */
export async function fits(page, panel, state) {
  await axe(page, state);
  const [scroll, client] = await page.$eval(panel, (e) => [e.scrollWidth, e.clientWidth]);
  assert.ok(scroll <= client, `${scroll} > ${client}`);
  const small = await page.$$eval(`${panel} :is(button, select, input)`, (list) => list.filter((e) => e.checkVisibility()).flatMap((e) => {
    const { width, height } = e.getBoundingClientRect();
    return width < 24 || height < 24 ? [`${e.outerHTML.slice(0, 100)} ${width} × ${height}`] : [];
  }));
  assert.deepEqual(small, []);
}

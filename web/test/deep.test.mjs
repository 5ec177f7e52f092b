// Object streams nested as deep as the decoder reads: a worker has less stack than a program.

import { test } from "node:test";
import { useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const nested = 400;
const utf = (text) => text.length.toString(16).padStart(4, "0") + Buffer.from(text).toString("hex");
const leaf = `74${utf("the leaf")}`;
const stream = (first, next, end) => (n) => `78aced0005${first}${next.repeat(n - 2)}${leaf}${end.repeat(n - 1)}`;

const shapes = {
  // size, block data with the capacity, elements, end of block data
  "lists in lists": stream(
    `7372${utf("java.util.ArrayList")}7881d21d99c7619d03000149000473697a65787000000001770400000001`,
    "7371007e000000000001770400000001", "78",
  ),
  // a class of a user, whose only field is the next object
  "objects in objects": stream(
    `7372${utf("Link")}00000000000000010200014c${utf("next")}74${utf("Ljava/lang/Object;")}7870`,
    "7371007e0000", "",
  ),
  "arrays in arrays": stream(
    `7572${utf("[Ljava.lang.Object;")}90ce589f1073296c0200007870${"00000001"}`, "7571007e000000000001", "",
  ),
};

for (const [name, make] of Object.entries(shapes)) {
  const [hex, deeper] = [make(nested), make(nested + 1)];
  test(`${nested} ${name} are decoded in the worker, and one more is refused`, () => withPage({}, async (page) => {
    const input = page.getByRole("textbox", { name: "Input", exact: true });
    const shown = (text) => page.waitForFunction((text) => document.querySelector("main").innerText.includes(text), text, { timeout: 60_000 });
    await input.fill(hex);
    await shown("1, and no other format parses this");
    await soon.match(() => page.evaluate(() => document.querySelector("#panel-row").innerText), /AccumuloGraph Java object stream/);
    await input.fill(deeper);
    await shown("at most 400 nested values");
    await input.fill("2c80000000000000ff"); // the worker is still there for the next input
    await shown("255");
  }));
}

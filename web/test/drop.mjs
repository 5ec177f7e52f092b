// Drops files from memory.

import { readFileSync } from "node:fs";

/**
 * @param {import("playwright-core").Page} page
 * @param {{name?: string, path?: string, bytes?: Buffer, repeat?: number}[]} files repeat is how often the bytes are repeated
 * @param {object} [init] of the event, such as shiftKey
 */
export async function drop(page, files, init = {}) {
  const given = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, base64, repeat } of list) {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      data.items.add(new File(Array(repeat).fill(bytes), name));
    }
    return data;
  }, files.map(({ path, name = path.split("/").at(-1), bytes = readFileSync(path), repeat = 1 }) => ({ name, base64: bytes.toString("base64"), repeat })));
  await page.dispatchEvent("body", "drop", { dataTransfer: given, ...init });
}

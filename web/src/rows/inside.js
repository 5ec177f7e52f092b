// The models that a dump has among its rows, which its rows are read with.

/**
 * @param {import("../../npm/src/dump.js").Dump} dump that was begun with "search"
 * @param {(at: number) => Promise<ArrayBuffer>} slice the text from a place on, some of it; empty at its end
 * @returns {Promise<Record<string, object>>} by format; empty of a text that cannot be read, which is said when its rows are
 */
export async function modelsInside(dump, slice) {
  try {
    let more = true;
    for (let at = 0; more;) {
      const bytes = new Uint8Array(await slice(at));
      at += bytes.length;
      more = dump.feed(bytes) && bytes.length > 0;
      dump.next();
    }
    return dump.about().schemas;
  } catch {
    return {};
  }
}

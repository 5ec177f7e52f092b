// The models that a dump contains among its rows, and with which its rows are read.

/**
 * @param {import("../../npm/src/dump.js").Dump} dump begun with "search"
 * @param {(at: number) => Promise<ArrayBuffer>} slice some of the text from an offset on; empty at its end
 * @returns {Promise<Record<string, object>>} by format; empty for unreadable text, which is reported when its rows are read
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

// The models that a dump contains among its rows, and with which its rows are read.

/**
 * @param {import("../../npm/src/dump.js").Dump} dump begun with "search"
 * @returns {Record<string, object>} by format; empty for unreadable text, which is reported when its rows are read
 */
export function modelsInside(dump) {
  try {
    dump.next();
    return dump.about().schemas;
  } catch {
    return {};
  }
}

// The Time mode.

import { byId } from "../dom.js";

/** @returns what main.js asks of a mode */
export function start() {
  const root = byId("panel-time");
  return { input: root, regions: () => [root] };
}

// The Order mode.

import { byId } from "../dom.js";

/** @returns what main.js asks of a mode */
export function start() {
  const root = byId("panel-order");
  return { input: root, regions: () => [root] };
}

// Shares schemas among the tabs of this page: what one adds or removes, the others do too, and
// a new tab asks for the present ones.

import { isShared } from "../io/kept.js";

/**
 * @param {{list(): object[], take(list: object[]): void}} own the schemas of this tab, and what accepts those of others
 * @returns {(list: object[]) => void} informs the other tabs
 */
export function shareWithTabs(own) {
  // Pages opened from disk share one origin, so any of them could listen.
  if (isShared() || !globalThis.BroadcastChannel) return () => {};
  const channel = new BroadcastChannel(`rowlens schema ${new URL(".", location.href).pathname}`);
  channel.addEventListener("message", ({ data }) => {
    if (data?.wanted && own.list().length) channel.postMessage({ list: own.list(), answer: true });
    else if (Array.isArray(data?.list) && !(data.answer && own.list().length)) own.take(data.list);
  });
  channel.postMessage({ wanted: true });
  return (list) => channel.postMessage({ list });
}

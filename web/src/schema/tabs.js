// Schemas over the tabs of this page: what one adds or removes, the others have too, and
// a new one asks for what is there.

import { isShared } from "../io/kept.js";

/**
 * @param {{list(): object[], take(list: object[]): void}} own the schemas of this tab, and what takes those of others
 * @returns {(list: object[]) => void} tells the other tabs
 */
export function shareWithTabs(own) {
  // Pages opened from disk all have one origin, so that any could listen.
  if (isShared() || !globalThis.BroadcastChannel) return () => {};
  const channel = new BroadcastChannel(`rowlens schema ${new URL(".", location.href).pathname}`);
  channel.addEventListener("message", ({ data }) => {
    if (data?.wanted && own.list().length) channel.postMessage({ list: own.list(), answer: true });
    else if (Array.isArray(data?.list) && !(data.answer && own.list().length)) own.take(data.list);
  });
  channel.postMessage({ wanted: true });
  return (list) => channel.postMessage({ list });
}
